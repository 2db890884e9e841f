// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import dev.writ.base.json.Json;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.form.ValueShape.Captured;
import dev.writ.records.form.ValueShape.Choice;
import dev.writ.records.form.ValueShape.Conditional;
import dev.writ.records.form.ValueShape.Conditional.Demand;
import dev.writ.records.form.ValueShape.Constant;
import dev.writ.records.form.ValueShape.Formed;
import dev.writ.records.form.ValueShape.Items;
import dev.writ.records.form.ValueShape.Member;
import dev.writ.records.form.ValueShape.Members;
import dev.writ.records.form.ValueShape.Text;
import dev.writ.records.form.ValueShape.Whole;
import java.util.ArrayList;
import java.util.List;

/// The form of a record, member by member, in the order of writing.
/// `docs/reference/ledger-record.schema.json` publishes the same form; a test compares the two.
public final class RecordForm {
  /// The version of the format.
  public static final String VERSION = "1.0";

  private static final ValueShape NULL = new Constant(new Json.Null());
  private static final ValueShape TRUE = new Constant(Json.of(true));
  private static final ValueShape TRUE_OR_FALSE =
      new Choice(List.of(TRUE, new Constant(Json.of(false))), "is neither true nor false");
  private static final ValueShape TEXT = new Text(0);
  private static final ValueShape NAME = new Text(1);
  private static final ValueShape HASH =
      new Formed(new StringForm.Fixed("hash", "sha256:" + "x".repeat(64)));
  private static final ValueShape HASH_OR_NULL =
      new Choice(List.of(NULL, HASH), "is neither null nor a hash");

  private static final ValueShape REVISION =
      new Choice(
          List.of(
              NULL,
              new Formed(new StringForm.Fixed("commit", "x".repeat(40))),
              new Formed(new StringForm.Fixed("commit", "x".repeat(64)))),
          "is neither null nor a commit");

  private static final ValueShape CONTRIBUTOR =
      new Choice(
          List.of(
              members(
                  Member.of("entity_type", words("ai", "mixed")),
                  Member.of("model_identifier", TEXT)),
              members(Member.of("entity_type", words("human")))),
          "is neither a model nor a person");

  private static final ValueShape FORMS =
      new Formed(new StringForm.Codes("line forms", LineForm.CODE_CHARS));

  private static final ValueShape LINES = new Items(new Whole(0), 2, 2);

  private static final ValueShape CARRIED =
      members(Member.of("from", LINES), Member.of("to", LINES), Member.optional("forms", FORMS));

  private static final ValueShape RANGE =
      members(
          Member.of("start_line", new Whole(1)),
          Member.of("end_line", new Whole(1)),
          Member.of("content_hash", HASH),
          Member.of(
              "line_hashes",
              new Items(
                  new Formed(new StringForm.Fixed("line hash", "x".repeat(8))),
                  1,
                  Integer.MAX_VALUE)),
          Member.optional("line_forms", FORMS));

  private static final ValueShape RELATED =
      members(
          Member.of("type", words("intent", "undoes", "corrects", "requirement", "spec", "issue")),
          Member.of("value", TEXT));

  private static final ValueShape CONVERSATION =
      members(
          Member.of("url", new Formed(new StringForm.Url())),
          Member.of("contributor", CONTRIBUTOR),
          Member.of("ranges", new Items(RANGE, 0, Integer.MAX_VALUE)),
          Member.of("related", new Items(RELATED, 1, Integer.MAX_VALUE)));

  private static final ValueShape MODE = new Formed(new StringForm.Fixed("file mode", "RWXRWGRWO"));

  private static final String[] CHANGES = {"create", "modify", "delete", "rename"};

  /// Members of a file, by their index below.
  private static final int CHANGE = 1;

  private static final int FROM_PATH = 2;
  private static final int BEFORE_HASH = 9;
  private static final int AFTER_HASH = 10;

  private static final ValueShape FILE =
      new Conditional(
          members(
              Member.of("relative_path", NAME),
              Member.of("change", words(CHANGES)),
              Member.optional("from_path", NAME),
              Member.optional("directory", TRUE),
              Member.optional("mode", MODE),
              Member.optional("before_mode", MODE),
              Member.optional("after_mode", MODE),
              Member.optional("before_link", TRUE),
              Member.optional("after_link", TRUE),
              Member.of("before_hash", HASH_OR_NULL),
              Member.of("after_hash", HASH_OR_NULL),
              Member.optional("old_forms", FORMS),
              Member.optional(
                  "hunks", new Items(new Items(new Whole(0), 4, 4), 0, Integer.MAX_VALUE)),
              Member.optional("open", new Items(LINES, 1, Integer.MAX_VALUE)),
              Member.optional("carried", new Items(CARRIED, 1, Integer.MAX_VALUE)),
              Member.of("conversations", new Items(CONVERSATION, 1, 1))),
          CHANGE,
          List.of(
              new Demand(0, CHANGES[0], BEFORE_HASH, true),
              new Demand(2, CHANGES[2], AFTER_HASH, true),
              new Demand(3, CHANGES[3], FROM_PATH, false)));

  private static final ValueShape CHAIN =
      members(
          Member.of("writer", new Captured(RecordCursor.WRITER, NAME)),
          Member.of("seq", new Captured(RecordCursor.SEQ, new Whole(1))),
          Member.of("prev", new Captured(RecordCursor.PREV, HASH_OR_NULL)),
          Member.of("hash", HASH));

  private static final ValueShape CHECK =
      members(
          Member.of("command", NAME),
          Member.of("exit_code", new Whole(0)),
          Member.of("duration_ms", new Whole(0)));

  private static final Members RECORD =
      members(
          Member.of("version", new Constant(Json.of(VERSION))),
          Member.of(
              "id",
              new Formed(
                  new StringForm.Fixed(
                      "UUID of version 7", "xxxxxxxx-xxxx-7xxx-vxxx-xxxxxxxxxxxx"))),
          Member.of(
              "timestamp", new Formed(new StringForm.Fixed("time", "9999-99-99T99:99:99.999Z"))),
          Member.of(
              "vcs",
              members(
                  Member.of("type", words("git", "none")),
                  Member.of("revision_id", REVISION),
                  Member.of("dirty", TRUE_OR_FALSE))),
          Member.of("files", new Items(FILE, 1, Integer.MAX_VALUE)),
          Member.of("intent_id", TEXT),
          Member.of("turn", new Whole(0)),
          Member.of("mutation_class", words("AST_REFACTOR", "INTENT_EVOLUTION")),
          Member.optional("checks", new Items(CHECK, 1, Integer.MAX_VALUE)),
          Member.of("chain", CHAIN));

  private RecordForm() {}

  private static Members members(Member... members) {
    return new Members(List.of(members));
  }

  private static ValueShape words(String... words) {
    List<ValueShape> shapes = new ArrayList<>(words.length);
    for (String word : words) {
      shapes.add(new Constant(Json.of(word)));
    }
    return new Choice(shapes, "is not " + String.join(" or ", words));
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
