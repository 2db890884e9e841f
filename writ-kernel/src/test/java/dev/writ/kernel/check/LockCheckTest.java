// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.kernel.check;

import static dev.writ.kernel.check.CheckSamples.ABSENT;
import static dev.writ.kernel.check.CheckSamples.DIRECTORY;
import static dev.writ.kernel.check.CheckSamples.FAULT;
import static dev.writ.kernel.check.CheckSamples.LINK;
import static dev.writ.kernel.check.CheckSamples.REFUSED;
import static dev.writ.kernel.check.CheckSamples.UNUSABLE;
import static dev.writ.kernel.check.CheckSamples.delete;
import static dev.writ.kernel.check.CheckSamples.inside;
import static dev.writ.kernel.check.CheckSamples.inventory;
import static dev.writ.kernel.check.CheckSamples.item;
import static dev.writ.kernel.check.CheckSamples.path;
import static dev.writ.kernel.check.CheckSamples.read;
import static dev.writ.kernel.check.CheckSamples.run;
import static dev.writ.kernel.check.CheckSamples.subject;
import static dev.writ.kernel.check.CheckSamples.text;
import static dev.writ.kernel.check.CheckSamples.words;
import static dev.writ.kernel.check.CheckSamples.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.LineSpan;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.TouchedLines;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.SessionState;
import dev.writ.records.change.FileChange;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A model changes only what it has seen as it is now.
class LockCheckTest {
  private static final String OLD = "one\ntwo\nthree\nfour\n";

  private final SessionState state =
      new SessionState("S", WorkMode.SHIPPED.getFirst(), ExecutionMode.INTERACTIVE);
  private final LockCheck check = new LockCheck();

  /// The answer: `pass`, or a code with its message.
  private String answer(Effect... effects) {
    return words(check.judge(subject(state, effects)));
  }

  private void see(String path, String text, int first, int last) {
    state.seen().lines(path(path), FileContent.of(text), new LineSpan(first, last), false);
  }

  private static TouchedLines touched(String kind, int first, int last) {
    List<LineSpan> spans = List.of(new LineSpan(first, last));
    return switch (kind) {
      case "spans" -> new TouchedLines.Spans(spans);
      case "chosen" -> new TouchedLines.Chosen(spans);
      case "appended" -> new TouchedLines.AppendedLines();
      default -> new TouchedLines.AllLines();
    };
  }

  /// The lines 2 to 3 of four were seen; then the file is as it was, or its first line changed.
  @ParameterizedTest
  @CsvSource({
    "same,    all,      1, 4, FILE_NOT_SEEN",
    "same,    spans,    2, 3, pass",
    "same,    spans,    2, 4, FILE_NOT_SEEN",
    "same,    chosen,   2, 2, pass",
    "same,    chosen,   1, 1, FILE_NOT_SEEN",
    "same,    appended, 1, 1, pass",
    "changed, all,      1, 4, STALE_FILE",
    "changed, spans,    2, 3, pass",
    "changed, spans,    1, 1, STALE_FILE",
    "changed, chosen,   2, 2, STALE_FILE",
    "changed, appended, 1, 1, pass",
  })
  void onlyLinesThatWereSeenAreChanged(
      String now, String kind, int first, int last, String answer) {
    see("a", OLD, 2, 3);
    FileState before = text(now.equals("same") ? OLD : OLD.replace("one", "1"));

    assertThat(answer(write(inside("a"), before, touched(kind, first, last)))).startsWith(answer);
  }

  @Test
  void aFileIsSeenBeforeItIsReplacedAndStillThere() {
    assertThat(answer(write("a", text(OLD))))
        .isEqualTo("FILE_NOT_SEEN a exists and was not read in this session");
    assertThat(answer(write("a", ABSENT))).isEqualTo("pass");
    see("a", OLD, 1, 4);
    assertThat(answer(write("a", text(OLD)))).isEqualTo("pass");
    assertThat(answer(write("a", ABSENT)))
        .isEqualTo("STALE_FILE a existed when it was last read and does not exist now");
    assertThat(answer(write("a", text("other\n"))))
        .startsWith("STALE_FILE a changed since it was last read; it is sha256:")
        .contains(". What differs:\n", "+other", "-one");
  }

  @Test
  void onlyFilesAreWritten() {
    assertThat(answer(write("a", LINK))).isEqualTo("NOT_A_FILE a is a link, not a file");
    assertThat(answer(write("a", DIRECTORY))).isEqualTo("NOT_A_FILE a is a directory, not a file");
    assertThat(answer(write("a", UNUSABLE))).isEqualTo("NOT_A_FILE a device");
    assertThat(answer(write(REFUSED, LINK, new TouchedLines.AllLines()))).isEqualTo("pass");
  }

  /// What can't apply is refused after whatever would refuse it anyway.
  @Test
  void aChangeThatCannotApplyIsRefusedLast() {
    Effect.WriteResult never = new Effect.WriteResult.Impossible(FAULT);
    assertThat(answer(new Effect.WritePath(inside("a"), ABSENT, never)))
        .isEqualTo("NOT_A_FILE a device");
    Effect present = new Effect.WritePath(inside("a"), text(OLD), never);
    assertThat(answer(present)).startsWith("FILE_NOT_SEEN");
    see("a", OLD, 1, 1);
    assertThat(answer(present)).isEqualTo("NOT_A_FILE a device");
    see("a", "other\n", 1, 1);
    assertThat(answer(present)).startsWith("STALE_FILE");
  }

  @Test
  void aDirectoryIsMadeWhereNoFileIs() {
    assertThat(answer(new Mutation.MakeDirectory(inside("d"), ABSENT))).isEqualTo("pass");
    assertThat(answer(new Mutation.MakeDirectory(inside("d"), DIRECTORY))).isEqualTo("pass");
    for (FileState there : List.of(text("x"), LINK)) {
      assertThat(answer(new Mutation.MakeDirectory(inside("d"), there)))
          .isEqualTo("FILE_EXISTS d is a file, so no directory can be");
    }
    assertThat(answer(new Mutation.MakeDirectory(inside("d"), UNUSABLE)))
        .isEqualTo("NOT_A_FILE a device");
  }

  @Test
  void whatWasReadIsDeletedOnlyAsItWasRead() {
    Effect delete =
        delete("d", item("d", DIRECTORY), item("d/a", text(OLD)), item("d/b", text("b")));
    assertThat(answer(delete)).as("unread").isEqualTo("pass");
    see("d/a", OLD, 1, 1);
    assertThat(answer(delete)).isEqualTo("pass");
    see("d/b", "B\n", 1, 1);
    assertThat(answer(delete)).startsWith("STALE_FILE d/b changed since it was last read");
    assertThat(answer(new Mutation.DeletePath(inside("d"), PlaceInventory.unusable(FAULT))))
        .isEqualTo("NOT_A_FILE a device");
    see("link", "x", 1, 1);
    assertThat(answer(delete("link", item("link", LINK)))).isEqualTo("pass");
  }

  private static Mutation move(String from, String to, FileState target, boolean changes) {
    Effect.WriteResult after =
        new Effect.WriteResult.Replaced(FileContent.of("n"), new TouchedLines.AllLines());
    return new Mutation.MovePath(
        inside(from),
        inside(to),
        inventory(item(from, text(OLD))),
        target,
        changes ? Optional.of(after) : Optional.empty());
  }

  @Test
  void aMoveGoesWhereNothingIsAndNotIntoItself() {
    assertThat(answer(move("a", "b", ABSENT, false))).isEqualTo("pass");
    assertThat(answer(move("a", "a/b", ABSENT, false)))
        .isEqualTo("INVALID_ARGUMENTS A directory cannot be moved into itself: a/b");
    assertThat(answer(move("a/b", "a", ABSENT, false))).isEqualTo("pass");
    assertThat(answer(move("a", "b", UNUSABLE, false))).isEqualTo("NOT_A_FILE a device");
    for (FileState there : List.of(text("x"), DIRECTORY, LINK)) {
      assertThat(answer(move("a", "b", there, false)))
          .isEqualTo("FILE_EXISTS A file or directory exists already at b");
    }
    Mutation faulty =
        new Mutation.MovePath(
            inside("a"), inside("b"), PlaceInventory.unusable(FAULT), ABSENT, Optional.empty());
    assertThat(answer(faulty)).isEqualTo("NOT_A_FILE a device");
  }

  @Test
  void aMoveThatChangesTheFileNeedsItSeen() {
    assertThat(answer(move("a", "b", ABSENT, true))).startsWith("FILE_NOT_SEEN a exists");
    see("b", OLD, 1, 4); // the place where it was counts
    assertThat(answer(move("a", "b", ABSENT, true))).startsWith("FILE_NOT_SEEN a exists");
    see("a", OLD, 1, 4);
    assertThat(answer(move("a", "b", ABSENT, true))).isEqualTo("pass");
  }

  @Test
  void theFirstDenialOfSeveralCounts() {
    assertThat(answer(read("x"), write("a", ABSENT), write("b", text(OLD)), write("c", LINK)))
        .startsWith("FILE_NOT_SEEN b");
    assertThat(answer(read("x"), run("ls"))).isEqualTo("pass");
    assertThat(check.name()).isEqualTo("lock");
  }

  private Optional<String> rebased(FileState before, FileState after) {
    return LockCheck.rebased(new FileChange(path("a"), before, after), state.seen());
  }

  @Test
  void aChangeOfAnotherContentThanTheOneReadIsReported() {
    assertThat(rebased(text(OLD), text("n"))).as("never read").isEmpty();
    see("a", OLD, 1, 1);
    assertThat(rebased(text(OLD), text("n"))).as("as it was read").isEmpty();
    assertThat(rebased(text("x\n"), text("x\n"))).as("not changed").isEmpty();
    assertThat(rebased(text("x\n"), ABSENT)).isEmpty();
    assertThat(rebased(ABSENT, text("x\n"))).isEmpty();
    assertThat(rebased(text("x\n"), text("n")).orElse(""))
        .startsWith("Rebased: a changed since it was last read; it is sha256:");
    FileChange moved = FileChange.moved(path("a"), path("b"), text("x\n"), text("n"));
    assertThat(LockCheck.rebased(moved, state.seen())).isPresent();
  }

  @Test
  void withoutTheContentThatWasSeenOnlyTheNewHashIsTold() {
    FileContent now = FileContent.of("x\n");
    assertThat(LockCheck.stale(path("a"), state.seen(), now))
        .isEqualTo("a changed since it was last read; it is " + now.hash() + " now");
  }
}
