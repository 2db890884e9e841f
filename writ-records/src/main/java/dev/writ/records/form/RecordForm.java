// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import dev.writ.base.json.Json;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.form.ValueShape.CapturedShape;
import dev.writ.records.form.ValueShape.ChoiceShape;
import dev.writ.records.form.ValueShape.ConditionalShape;
import dev.writ.records.form.ValueShape.ConditionalShape.MemberRequirement;
import dev.writ.records.form.ValueShape.ConstantShape;
import dev.writ.records.form.ValueShape.ListShape;
import dev.writ.records.form.ValueShape.ObjectMember;
import dev.writ.records.form.ValueShape.ObjectShape;
import dev.writ.records.form.ValueShape.StringShape;
import dev.writ.records.form.ValueShape.TextShape;
import dev.writ.records.form.ValueShape.WholeNumberShape;
import java.util.ArrayList;
import java.util.List;

/// The form of a record, member by member, in the order of writing.
/// `docs/reference/ledger-record.schema.json` publishes the same form; a test compares the two.
public final class RecordForm {
  /// The version of the format.
  public static final String VERSION = "1.0";

  private static final ValueShape NULL = new ConstantShape(new Json.Null());
  private static final ValueShape TRUE = new ConstantShape(Json.of(true));
  private static final ValueShape TRUE_OR_FALSE =
      new ChoiceShape(
          List.of(TRUE, new ConstantShape(Json.of(false))), "is neither true nor false");
  private static final ValueShape TEXT = new TextShape(0);
  private static final ValueShape NAME = new TextShape(1);
  private static final ValueShape HASH =
      new StringShape(new StringForm.Fixed("hash", "sha256:" + "x".repeat(64)));
  private static final ValueShape HASH_OR_NULL =
      new ChoiceShape(List.of(NULL, HASH), "is neither null nor a hash");

  private static final ValueShape REVISION =
      new ChoiceShape(
          List.of(
              NULL,
              new StringShape(new StringForm.Fixed("commit", "x".repeat(40))),
              new StringShape(new StringForm.Fixed("commit", "x".repeat(64)))),
          "is neither null nor a commit");

  private static final ValueShape CONTRIBUTOR =
      new ChoiceShape(
          List.of(
              members(
                  ObjectMember.of("entity_type", words("ai", "mixed")),
                  ObjectMember.of("model_identifier", TEXT)),
              members(ObjectMember.of("entity_type", words("human")))),
          "is neither a model nor a person");

  private static final ValueShape FORMS =
      new StringShape(new StringForm.Codes("line forms", LineForm.CODE_CHARS));

  private static final ValueShape LINES = new ListShape(new WholeNumberShape(0), 2, 2);

  private static final ValueShape CARRIED =
      members(
          ObjectMember.of("from", LINES),
          ObjectMember.of("to", LINES),
          ObjectMember.optional("forms", FORMS));

  private static final ValueShape RANGE =
      members(
          ObjectMember.of("start_line", new WholeNumberShape(1)),
          ObjectMember.of("end_line", new WholeNumberShape(1)),
          ObjectMember.of("content_hash", HASH),
          ObjectMember.of(
              "line_hashes",
              new ListShape(
                  new StringShape(new StringForm.Fixed("line hash", "x".repeat(8))),
                  1,
                  Integer.MAX_VALUE)),
          ObjectMember.optional("line_forms", FORMS));

  private static final ValueShape RELATED =
      members(
          ObjectMember.of(
              "type", words("intent", "undoes", "corrects", "requirement", "spec", "issue")),
          ObjectMember.of("value", TEXT));

  private static final ValueShape CONVERSATION =
      members(
          ObjectMember.of("url", new StringShape(new StringForm.Url())),
          ObjectMember.of("contributor", CONTRIBUTOR),
          ObjectMember.of("ranges", new ListShape(RANGE, 0, Integer.MAX_VALUE)),
          ObjectMember.of("related", new ListShape(RELATED, 1, Integer.MAX_VALUE)));

  private static final ValueShape MODE =
      new StringShape(new StringForm.Fixed("file mode", "RWXRWGRWO"));

  private static final String[] CHANGES = {"create", "modify", "delete", "rename"};

  /// Members of a file, by their index below.
  private static final int CHANGE = 1;

  private static final int FROM_PATH = 2;
  private static final int BEFORE_HASH = 9;
  private static final int AFTER_HASH = 10;

  private static final ValueShape FILE =
      new ConditionalShape(
          members(
              ObjectMember.of("relative_path", NAME),
              ObjectMember.of("change", words(CHANGES)),
              ObjectMember.optional("from_path", NAME),
              ObjectMember.optional("directory", TRUE),
              ObjectMember.optional("mode", MODE),
              ObjectMember.optional("before_mode", MODE),
              ObjectMember.optional("after_mode", MODE),
              ObjectMember.optional("before_link", TRUE),
              ObjectMember.optional("after_link", TRUE),
              ObjectMember.of("before_hash", HASH_OR_NULL),
              ObjectMember.of("after_hash", HASH_OR_NULL),
              ObjectMember.optional("old_forms", FORMS),
              ObjectMember.optional(
                  "hunks",
                  new ListShape(
                      new ListShape(new WholeNumberShape(0), 4, 4), 0, Integer.MAX_VALUE)),
              ObjectMember.optional("open", new ListShape(LINES, 1, Integer.MAX_VALUE)),
              ObjectMember.optional("carried", new ListShape(CARRIED, 1, Integer.MAX_VALUE)),
              ObjectMember.of("conversations", new ListShape(CONVERSATION, 1, 1))),
          CHANGE,
          List.of(
              new MemberRequirement(0, CHANGES[0], BEFORE_HASH, true),
              new MemberRequirement(2, CHANGES[2], AFTER_HASH, true),
              new MemberRequirement(3, CHANGES[3], FROM_PATH, false)));

  private static final ValueShape CHAIN =
      members(
          ObjectMember.of("writer", new CapturedShape(RecordCursor.WRITER, NAME)),
          ObjectMember.of("seq", new CapturedShape(RecordCursor.SEQ, new WholeNumberShape(1))),
          ObjectMember.of("prev", new CapturedShape(RecordCursor.PREV, HASH_OR_NULL)),
          ObjectMember.of("hash", HASH));

  private static final ValueShape CHECK =
      members(
          ObjectMember.of("command", NAME),
          ObjectMember.of("exit_code", new WholeNumberShape(0)),
          ObjectMember.of("duration_ms", new WholeNumberShape(0)));

  private static final ObjectShape RECORD =
      members(
          ObjectMember.of("version", new ConstantShape(Json.of(VERSION))),
          ObjectMember.of(
              "id",
              new CapturedShape(
                  RecordCursor.ID,
                  new StringShape(
                      new StringForm.Fixed(
                          "UUID of version 7", "xxxxxxxx-xxxx-7xxx-vxxx-xxxxxxxxxxxx")))),
          ObjectMember.of(
              "timestamp",
              new StringShape(new StringForm.Fixed("time", "9999-99-99T99:99:99.999Z"))),
          ObjectMember.of(
              "vcs",
              members(
                  ObjectMember.of("type", words("git", "none")),
                  ObjectMember.of("revision_id", REVISION),
                  ObjectMember.of("dirty", TRUE_OR_FALSE))),
          ObjectMember.of("files", new ListShape(FILE, 1, Integer.MAX_VALUE)),
          ObjectMember.of("intent_id", TEXT),
          ObjectMember.of("turn", new WholeNumberShape(0)),
          ObjectMember.of("mutation_class", words("AST_REFACTOR", "INTENT_EVOLUTION")),
          ObjectMember.optional("checks", new ListShape(CHECK, 1, Integer.MAX_VALUE)),
          ObjectMember.of("chain", CHAIN));

  private RecordForm() {}

  private static ObjectShape members(ObjectMember... members) {
    return new ObjectShape(List.of(members));
  }

  private static ValueShape words(String... words) {
    List<ValueShape> shapes = new ArrayList<>(words.length);
    for (String word : words) {
      shapes.add(new ConstantShape(Json.of(word)));
    }
    return new ChoiceShape(shapes, "is not " + String.join(" or ", words));
  }

  /// The error of a record; empty if there is none.
  static String fault(Json.Obj record) {
    return RECORD.fault(record, "");
  }

  /// Goes over a record as Writ writes it. Then the cursor's captures are set.
  ///
  /// @return whether that stands here, and something behind it
  static boolean scan(RecordCursor cursor) {
    return RECORD.scan(cursor) && cursor.at < cursor.end;
  }
}
