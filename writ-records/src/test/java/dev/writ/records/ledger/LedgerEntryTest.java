// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.MutationClass;
import dev.writ.records.ledger.LedgerEntry.By;
import dev.writ.records.ledger.LedgerEntry.RepositoryRevision;
import dev.writ.records.ledger.RecordRelations.CheckRun;
import dev.writ.records.ledger.RelatedSource.SourceType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What a record says of a mutation, and what it leaves out.
class LedgerEntryTest {
  private static final WorkspacePath PATH = WorkspacePath.of("a.txt");
  private static final FileState ABSENT = new FileState.Absent();
  private static final FileState DIRECTORY = new FileState.Directory();
  private static final FileState LINK = new FileState.Link(FileContent.of("target"));
  private static final FileState UNUSABLE =
      new FileState.Unusable(new ToolError(ErrorCode.NOT_A_FILE, "a device"));
  private static final ActOrigin.Contributor MODEL = new ActOrigin.Contributor.Ai("p/m");

  private final KnownFileStates known = new KnownFileStates(() -> _ -> false);

  private static FileState text(String text) {
    return new FileState.Present(FileContent.of(text));
  }

  private static FileChange change(FileState before, FileState after) {
    return new FileChange(PATH, before, after);
  }

  private static LedgerEntry entry(By by, ActOrigin.Contributor who, FileChange... changes) {
    return entry(by, who, RepositoryRevision.NONE, List.of(changes));
  }

  private static LedgerEntry entry(
      By by, ActOrigin.Contributor who, RepositoryRevision revision, List<FileChange> changes) {
    return new LedgerEntry(
        changes, by, new ActOrigin("S-1", 4, 3, who), "INT-1", revision, List.of());
  }

  private Json.Obj record(LedgerEntry entry) {
    return entry.json("R-1", "2026-01-02T03:04:05.678Z", known).build();
  }

  private Json.Obj recorded(FileChange change) {
    return file(entry(By.TOOL, MODEL, change), 0);
  }

  private Json.Obj file(LedgerEntry entry, int number) {
    return (Json.Obj) record(entry).items("files").get(number);
  }

  private static Json.Obj conversation(Json.Obj file) {
    assertThat(file.items("conversations")).hasSize(1);
    return (Json.Obj) file.items("conversations").getFirst();
  }

  private static List<String> ranges(Json.Obj file) {
    return conversation(file).items("ranges").stream()
        .map(Json.Obj.class::cast)
        .map(r -> r.number("start_line").orElse(0) + "-" + r.number("end_line").orElse(0))
        .toList();
  }

  @Test
  void theRecordNamesItsOriginItsIntentAndItsClass() {
    Json.Obj record = record(entry(By.TOOL, MODEL, change(ABSENT, text("one\n"))));

    assertThat(record.text("id")).contains("R-1");
    assertThat(record.text("version")).contains(Ledger.VERSION);
    assertThat(record.text("timestamp")).contains("2026-01-02T03:04:05.678Z");
    assertThat(record.text("intent_id")).contains("INT-1");
    assertThat(record.number("turn")).hasValue(3);
    assertThat(record.text("mutation_class")).contains(MutationClass.INTENT_EVOLUTION.name());
    assertThat(record.get("checks")).isEmpty();
    Json.Obj conversation = conversation((Json.Obj) record.items("files").getFirst());
    assertThat(conversation.text("url")).contains("session:S-1#4");
    assertThat(conversation.items("related").toString()).contains("intent", "INT-1");
  }

  @ParameterizedTest
  @CsvSource({
    "false, '',     none, false",
    "true,  '',     git,  true",
    "true,  c0ffee, git,  true",
  })
  void theRepositoryIsThatOfTheChange(boolean git, String commit, String type, boolean dirty) {
    RepositoryRevision revision = new RepositoryRevision(git, commit);
    Json.Obj vcs =
        record(entry(By.TOOL, MODEL, revision, List.of(change(ABSENT, text("x"))))).object("vcs");

    assertThat(revision.known()).isEqualTo(!commit.isEmpty());
    assertThat(vcs.text("type")).contains(type);
    assertThat(vcs.isTrue("dirty")).isEqualTo(dirty);
    assertThat(vcs.get("revision_id"))
        .contains(commit.isEmpty() ? new Json.Null() : Json.of(commit));
  }

  @Test
  void aFileHasItsKindAndTheHashesOfBothSides() {
    Json.Obj created = recorded(change(ABSENT, text("one\n")));
    assertThat(created.text("relative_path")).contains("a.txt");
    assertThat(created.text("change")).contains("create");
    assertThat(created.get("before_hash")).contains(new Json.Null());
    assertThat(created.text("after_hash")).contains(FileContent.of("one\n").hash());
    assertThat(created.members())
        .doesNotContainKeys(
            "directory", "from_path", "before_mode", "after_mode", "before_link", "after_link");
    assertThat(ranges(created)).containsExactly("1-1");

    Json.Obj deleted = recorded(change(text("one\n"), ABSENT));
    assertThat(deleted.text("change")).contains("delete");
    assertThat(deleted.text("before_hash")).contains(FileContent.of("one\n").hash());
    assertThat(deleted.get("after_hash")).contains(new Json.Null());
    assertThat(ranges(deleted)).isEmpty();
    assertThat(deleted.get("old_forms")).isEmpty();
  }

  @Test
  void aMoveNamesItsOldPlaceAndAModeItsBits() {
    FileChange moved =
        FileChange.moved(WorkspacePath.of("old.txt"), PATH, text("one\n"), text("one\n"))
            .with(new FileChange.Modes(Optional.of("rw-r--r--"), Optional.of("rwxr-xr-x")));
    Json.Obj file = recorded(moved);

    assertThat(file.text("change")).contains("rename");
    assertThat(file.text("from_path")).contains("old.txt");
    assertThat(file.text("before_mode")).contains("rw-r--r--");
    assertThat(file.text("after_mode")).contains("rwxr-xr-x");
  }

  @Test
  void directoriesAndLinksAreNamedOnTheirSide() {
    assertThat(recorded(change(ABSENT, DIRECTORY)).isTrue("directory")).isTrue();
    assertThat(recorded(change(DIRECTORY, ABSENT)).isTrue("directory")).isTrue();
    Json.Obj made = recorded(change(text("one\n"), LINK));
    assertThat(made.isTrue("after_link")).isTrue();
    assertThat(made.get("before_link")).isEmpty();
    assertThat(made.text("after_hash")).contains(FileContent.of("target").hash());
    Json.Obj gone = recorded(change(LINK, text("one\n")));
    assertThat(gone.isTrue("before_link")).isTrue();
    assertThat(gone.get("after_link")).isEmpty();
    assertThat(ranges(made)).isEmpty();
    assertThat(ranges(gone)).containsExactly("1-1");
  }

  @Test
  void onlyContentsHaveHashes() {
    assertThat(LedgerEntry.hash(text("x"))).contains(FileContent.of("x").hash());
    assertThat(LedgerEntry.hash(LINK)).contains(FileContent.of("target").hash());
    assertThat(List.of(ABSENT, DIRECTORY, UNUSABLE))
        .allSatisfy(state -> assertThat(LedgerEntry.hash(state)).isEmpty());
  }

  /// Lines have an author only where it is known that they are new.
  @Test
  void linesThatNobodyWroteHereHaveNoAuthor() {
    FileChange rewritten = change(text("a\nb\nc\n"), text("a\nx\nc\n"));
    assertThat(ranges(recorded(rewritten))).containsExactly("2-2");
    assertThat(new Json.Arr(recorded(rewritten).items("hunks")).write()).isEqualTo("[[2,1,2,1]]");
    assertThat(ranges(file(entry(By.VERSION_CONTROL, MODEL, rewritten), 0))).isEmpty();
    assertThat(ranges(recorded(change(UNUSABLE, text("x\n"))))).isEmpty();

    FileChange gone = new FileChange(WorkspacePath.of("old"), text("b\n"), ABSENT);
    FileChange same = new FileChange(WorkspacePath.of("new"), ABSENT, text("b\n"));
    FileChange other = new FileChange(WorkspacePath.of("other"), ABSENT, text("c\n"));
    FileChange over = new FileChange(WorkspacePath.of("over"), text("a\n"), text("b\n"));
    LedgerEntry moved = entry(By.PROGRAM, MODEL, same, gone, other, over);
    assertThat(ranges(file(moved, 0))).as("moved by a program").isEmpty();
    assertThat(ranges(file(moved, 2))).containsExactly("1-1");
    assertThat(ranges(file(moved, 3))).as("into a file that was there").containsExactly("1-1");
  }

  /// Who wrote what of a file that a program changed is not known.
  @ParameterizedTest
  @CsvSource({
    "TOOL,            false, ai",
    "TOOL,            true,  ai",
    "PROGRAM,         false, ai",
    "PROGRAM,         true,  mixed",
    "VERSION_CONTROL, true,  ai",
  })
  void aModelIsTheContributorAlone(By by, boolean existed, String type) {
    FileChange change = change(existed ? text("a\n") : ABSENT, text("b\n"));
    Json.Obj contributor = conversation(file(entry(by, MODEL, change), 0)).object("contributor");

    assertThat(contributor.text("entity_type")).contains(type);
    assertThat(contributor.text("model_identifier")).contains("p/m");
  }

  @ParameterizedTest
  @EnumSource
  void aPersonIsNamedByNoModel(By by) {
    LedgerEntry entry =
        entry(by, new ActOrigin.Contributor.Human(), change(text("a\n"), text("b\n")));
    Json.Obj contributor = conversation(file(entry, 0)).object("contributor");

    assertThat(contributor).isEqualTo(Json.object().put("entity_type", "human").build());
  }

  private static List<String> related(Json.Obj file) {
    return conversation(file).items("related").stream()
        .map(Json.Obj.class::cast)
        .map(r -> r.text("type").orElse("?") + " " + r.text("value").orElse("?"))
        .toList();
  }

  private static LedgerEntry related(RecordRelations relations) {
    LedgerEntry plain = entry(By.TOOL, MODEL, change(ABSENT, text("x\n")));
    return new LedgerEntry(
        plain.changes(),
        new LedgerEntry.RecordedAct(By.TOOL, MutationClass.AST_REFACTOR),
        plain.origin(),
        plain.intentId(),
        plain.revision(),
        relations);
  }

  @Test
  void whatARecordHasToDoWithIsNamed() {
    RelatedSource issue = new RelatedSource(SourceType.ISSUE, "#7");
    assertThat(issue).hasToString("issue #7");
    LedgerEntry undoing = related(RecordRelations.undoing(List.of("R-7")).of(List.of(issue)));

    assertThat(related(file(undoing, 0))).containsExactly("intent INT-1", "issue #7", "undoes R-7");
    assertThat(related(file(related(RecordRelations.correcting("R-8")), 0)))
        .containsExactly("intent INT-1", "corrects R-8");
    assertThat(related(file(related(RecordRelations.NONE), 0))).containsExactly("intent INT-1");
    assertThat(record(undoing).text("mutation_class")).contains("AST_REFACTOR");
  }

  @Test
  void theChecksOfAnIntentAreInItsRecord() {
    List<CheckRun> checks = List.of(new CheckRun("make test", 2, 1500));

    assertThat(record(related(RecordRelations.checked(checks))).items("checks"))
        .containsExactly(
            Json.object()
                .put("command", "make test")
                .put("exit_code", 2)
                .put("duration_ms", 1500)
                .build());
  }

  /// How many lines' forms a change tells of its old content.
  private int oldForms(FileChange change) {
    return recorded(change).text("old_forms").orElse("").length() / 10;
  }

  /// A content that no record leads to is told by the forms of its lines, once.
  @Test
  void theFormsOfAContentAreToldWhereNoRecordLeadsToIt() {
    FileState one = text("a\nb\nc\n");
    FileState two = text("a\nb\nx\n");

    assertThat(oldForms(change(one, two))).isEqualTo(3);
    assertThat(oldForms(change(two, one))).as("the record before leads to it").isZero();
    FileChange moved = FileChange.moved(PATH, WorkspacePath.of("b.txt"), one, two);
    assertThat(oldForms(moved)).as("it is known at its old place").isZero();
    assertThat(oldForms(new FileChange(WorkspacePath.of("b.txt"), two, one))).isZero();
    assertThat(oldForms(new FileChange(WorkspacePath.of("c.txt"), two, one)))
        .as("another file's content")
        .isEqualTo(3);
    assertThat(oldForms(change(text(""), text("a\n")))).isZero();
  }

  @Test
  void aVeryLongContentIsNotTold() {
    assertThat(oldForms(change(text("a\n".repeat(20_000)), text("b\n")))).isEqualTo(20_000);
    assertThat(oldForms(change(text("a\n".repeat(20_001)), text("b\n")))).isZero();
  }

  /// Of very many files the first ones are forgotten: their contents are told again.
  @Test
  void theNumberOfRememberedContentsIsBounded() {
    FileState first = text("first\n");
    recorded(change(ABSENT, first));
    for (int i = 0; i < 4_094; i++) {
      recorded(new FileChange(WorkspacePath.of("f" + i), ABSENT, text("x\n")));
    }
    assertThat(oldForms(change(first, text("second\n")))).isZero(); // the last that fits
    recorded(new FileChange(WorkspacePath.of("one more"), ABSENT, text("x\n")));

    assertThat(oldForms(change(first, text("third\n")))).isEqualTo(1);
  }
}
