// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.app.session.SessionFiles;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each disk operation of a session's file fails in the middle of a turn, is interrupted, or is the
/// last one of the process: what was recorded stays, the person is told, no act is without its
/// record, and the session is resumed when the disk works again.
@Tag("slow")
class SessionDiskFaultsTest {
  private static final int MOST_OPERATIONS = 200;

  private static final String SCRIPT =
      """
      {"turns":[
        {"text":"I look.","calls":[{"tool":"read_file","arguments":{"path":"a.txt"}}]},
        {"calls":[{"tool":"edit_file","arguments":{"path":"a.txt","old_text":"one","new_text":"two"}}]},
        {"text":"Done."}]}
      """;

  /// What is recorded when something is shown.
  private static final Map<String, String> IN_A_RUN =
      Map.of("I look.", "I look.", "✓ Edit", "tool=edit_file", "Done.", "Done.");

  /// The same, where an answer is shown while it comes and recorded within a second.
  private static final Map<String, String> IN_A_CHAT =
      Map.of("✓ Read", "I look.", "✓ Edit", "tool=edit_file");

  @AfterEach
  void uninterrupted() {
    boolean _ = Thread.interrupted();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void whatWasRecordedStaysAndTheSessionGoesOn(Fault fault) throws Exception {
    Map<String, String> recorded = fault == Fault.ERROR ? IN_A_CHAT : IN_A_RUN;
    everyOperation(fault, recorded, "run", "--script", "script.json", "Edit a.txt");
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"FAIL", "CRASH"})
  void soItIsInAChat(Fault fault) throws Exception {
    everyOperation(
        fault,
        IN_A_CHAT,
        "chat",
        "--script",
        "script.json",
        "--execution",
        "restricted_autonomous");
  }

  private static void everyOperation(Fault fault, Map<String, String> recorded, String... line)
      throws Exception {
    int failed = 0;
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      try (Desk desk = new Desk()) {
        desk.workspace.write("a.txt", "one\n");
        desk.workspace.write("script.json", SCRIPT);
        desk.workspace.write("again.json", "{\"turns\":[{\"text\":\"Yes.\"}]}");
        if (line[0].equals("chat")) {
          desk.input("Edit a.txt\n/quit\n");
        }
        RecordingDisk disk = new RecordingDisk();
        disk.arm(fault, n);
        Desk.Ran ran = desk.on(disk).writ(line);
        happened = disk.happened();
        boolean _ = Thread.interrupted();
        String at = fault + " of operation " + n + ": " + ran;
        failed += ran.exit() == ExitCode.DONE ? 0 : 1;
        if (ran.exit() != ExitCode.DONE && fault != Fault.ERROR && !fault.isInterrupt()) {
          // An abort and a defect have their own words.
          assertThat(ran.exit()).as(at).isEqualTo(ExitCode.FAILED);
          assertThat(ran.err())
              .as(at)
              .containsPattern("the session file /\\S+ cannot be written: .*--continue")
              .doesNotContain("\tat ");
        }
        desk.on(new RecordingDisk());
        if (desk.sessions().stream().map(Desk::read).anyMatch(text -> text.contains("\n"))) {
          isResumed(at, desk, ran, recorded);
        }
      }
    }
    assertThat(failed).isPositive();
  }

  private static void isResumed(String at, Desk desk, Desk.Ran before, Map<String, String> evident)
      throws IOException {
    Path file = desk.sessions().getFirst();
    String recorded = Desk.read(file);
    String whole = recorded.substring(0, recorded.lastIndexOf('\n') + 1);

    Desk.Ran again = desk.writ("run", "--continue", "--script", "again.json", "Go on");

    assertThat(again.exit()).as(at + again).isEqualTo(ExitCode.DONE);
    assertThat(Desk.read(file)).as(at).startsWith(whole);
    RecordedSession session = SessionReplay.read(SessionFiles.lines(file));
    assertThat(session.problems()).as(at).isEmpty();
    assertThat(session.open()).as(at).isEmpty();
    String view = session.conversation().view().toString();
    String screen = before.out() + before.err();
    for (Map.Entry<String, String> evidence : evident.entrySet()) {
      if (screen.contains(evidence.getKey())) {
        assertThat(view).as(at).contains(evidence.getValue());
      }
    }
    boolean edited = desk.workspace.read("a.txt").equals("two\n");
    boolean known = view.contains("It changed a.txt") || view.contains("Edited a.txt");
    boolean asked = view.contains("may have been performed: check");
    assertThat(known || (asked && edited)).as(at + view).isEqualTo(edited);
  }
}
