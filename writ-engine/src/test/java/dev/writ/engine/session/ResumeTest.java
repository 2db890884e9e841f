// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.call;
import static dev.writ.engine.session.PlayedModel.calls;
import static dev.writ.engine.session.PlayedModel.edit;
import static dev.writ.engine.session.PlayedModel.read;
import static dev.writ.engine.session.PlayedModel.say;
import static dev.writ.engine.session.PlayedModel.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.engine.session.PlayedModel.Step;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.testkit.Gen;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A session that is resumed from its lines is the one that was live.
class ResumeTest {
  private static final int RUNS = Boolean.getBoolean("long") ? 2000 : 25;

  @Test
  void aResumedSessionSendsWhatTheLiveOneSends() {
    Gen.check(RUNS, FoldTest.PLAY, ResumeTest::sendsTheSame);
  }

  /// Between any two turns a copy of the session is resumed in a copy of the workspace, and both
  /// continue: every request of the copy equals that of the live session.
  private static boolean sendsTheSame(FoldTest.Play play) {
    for (int point = 1; point < play.requests().size(); point++) {
      try (Stage live = Stage.with().iterations(6).open()) {
        live.workspace.write("a.txt", "a\n");
        live.model.play(play.steps().toArray(Step[]::new));
        play.requests().subList(0, point).forEach(live::ask);
        int before = live.model.prompts().size();
        try (Stage copy =
            Stage.with().iterations(6).resuming(List.copyOf(live.log.lines())).open()) {
          copied(live.workspace, copy.workspace);
          copy.model.play(play.steps().stream().skip(before).toArray(Step[]::new));
          for (String request : play.requests().subList(point, play.requests().size())) {
            live.ask(request);
            copy.ask(request);
          }
          List<Prompt> expected = live.model.prompts();
          assertThat(copy.model.prompts()).isEqualTo(expected.subList(before, expected.size()));
        }
      }
    }
    return true;
  }

  private static void copied(TemporaryWorkspace from, TemporaryWorkspace to) {
    try (Stream<Path> files = Files.walk(from.root())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = from.root().relativize(file).toString();
        if (!name.startsWith(".")) {
          Path copy = to.path(name);
          Files.createDirectories(copy.resolveSibling(""));
          Files.copy(file, copy);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The remaining session of a process killed after any of its lines.
  @Test
  void aSessionResumesBehindEachOfItsLines() {
    Gen.check(RUNS, FoldTest.PLAY, ResumeTest::resumesAnywhere);
  }

  private static boolean resumesAnywhere(FoldTest.Play play) {
    List<String> lines;
    try (Stage live = Stage.with().iterations(6).open()) {
      live.workspace.write("a.txt", "a\n");
      live.model.play(play.steps().toArray(Step[]::new));
      play.requests().forEach(live::ask);
      lines = List.copyOf(live.log.lines());
    }
    for (int count = 1; count <= lines.size(); count++) {
      List<String> left = lines.subList(0, count);
      List<Message> before = Stage.recorded(left).conversation().view();
      try (Stage stage = Stage.with().resuming(left).open()) {
        List<Message> view = stage.journal.conversation().view();
        FoldTest.wellFormed(view);
        assertThat(view.size()).isGreaterThanOrEqualTo(before.size());
        List<String> all = new ArrayList<>(left);
        all.addAll(stage.log.lines());
        RecordedSession again = Stage.recorded(all);
        assertThat(again.conversation().view()).isEqualTo(view);
        assertThat(again.problems()).isEmpty();
        assertThat(again.open()).isEmpty();
        stage.ask("Go on");
        FoldTest.wellFormed(stage.model.lastMessages());
      }
    }
    return true;
  }

  @Test
  void aTornLastLineExposesNothing() {
    try (Stage live = Stage.with().open()) {
      live.model.play(say("Hello"), say("Bye"));
      live.ask("Hi");
      live.ask("Go on");
      List<String> lines = new ArrayList<>(live.log.lines());
      lines.set(lines.size() - 1, lines.getLast().substring(0, 9));

      assertThat(Stage.recorded(lines).problems()).hasSize(1);
      assertThat(Stage.recorded(lines).state().exposed()).isEmpty();
    }
  }

  /// Lines that are lost take with them what they said, and nothing else.
  @Test
  void aDamagedLineLosesOnlyItself() {
    Gen.check(RUNS, FoldTest.PLAY, ResumeTest::losesOnlyItself);
  }

  /// A session's file can be edited: the next event's number would overflow.
  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775807", "-3", "1000000001", "1e30", "\"7\"", "null"})
  void aNumberThatNoEventHasIsDamage(String forged) {
    List<String> lines;
    try (Stage live = Stage.with().open()) {
      live.model.play(say("done"));
      live.ask("one");
      lines = new ArrayList<>(live.log.lines());
    }
    int last = lines.size();
    lines.set(last - 1, lines.get(last - 1).replace("\"seq\":" + last, "\"seq\":" + forged));

    RecordedSession session = Stage.recorded(lines);

    assertThat(session.problems()).singleElement().asString().contains("line " + last, "seq");
    assertThat(session.seq()).isEqualTo(last - 1);
  }

  private static boolean losesOnlyItself(FoldTest.Play play) {
    List<String> lines;
    try (Stage live = Stage.with().iterations(6).open()) {
      live.workspace.write("a.txt", "a\n");
      live.model.play(play.steps().toArray(Step[]::new));
      play.requests().forEach(live::ask);
      lines = List.copyOf(live.log.lines());
    }
    List<Message> whole = Stage.recorded(lines).conversation().view();
    for (int lost = 0; lost < lines.size() - 1; lost++) {
      List<String> damaged = new ArrayList<>(lines);
      damaged.set(lost, damaged.get(lost).substring(0, damaged.get(lost).length() / 2));
      RecordedSession session = Stage.recorded(damaged);
      assertThat(session.problems()).hasSize(1).first().asString().contains("line " + (lost + 1));
      assertThat(session.seq()).isEqualTo(lines.size());
      assertThat(session.state().exposed())
          .as("nobody knows what its calls saw")
          .containsExactly("saw_untrusted", "saw_secret");
      try (Stage stage = Stage.with().resuming(damaged).open()) {
        FoldTest.wellFormed(stage.journal.conversation().view());
      }
      for (int other = 0; other < lines.size(); other++) {
        Json.Obj event = MemoryLog.parsed(lines.get(other));
        String said = event.text("content").orElse("").strip();
        boolean message =
            other != lost
                && event.text("type").filter(t -> t.equals("user")).isPresent()
                && !said.isEmpty();
        if (message && says(whole, said)) { // it may have been condensed away
          assertThat(session.conversation().view()).matches(view -> says(view, said), said);
        }
      }
    }
    return true;
  }

  private static boolean says(List<? extends Message> view, String text) {
    return view.stream()
        .anyMatch(m -> m instanceof Message.User user && user.text().contains(text));
  }

  @Test
  void whatTheModelHasSeenCountsAsSeenAfterwards() {
    List<String> lines;
    try (Stage live = Stage.plain()) {
      live.workspace.write("a.txt", "one\ntwo\n");
      live.workspace.write("b.txt", "b\n");
      live.model.play(calls(read("c1", "a.txt"), write("c2", "n.txt", "new\n")), say("done"));
      live.ask("Look");
      lines = List.copyOf(live.log.lines());
    }
    try (Stage stage = Stage.with().resuming(lines).open()) {
      stage.workspace.write("a.txt", "one\ntwo\n");
      stage.workspace.write("b.txt", "b\n");
      stage.workspace.write("n.txt", "other\n");
      stage.model.play(
          calls(
              edit("c1", "a.txt", "one", "1"),
              edit("c2", "b.txt", "b", "c"),
              edit("c3", "n.txt", "other", "c")),
          say("done"));
      stage.ask("Change");
      List<Message.CallResult> answers = stage.answers();
      assertThat(answers.get(2).success()).isTrue();
      assertThat(answers.get(3).content()).contains("FILE_NOT_SEEN");
      assertThat(answers.get(4).content()).contains("STALE_FILE");
    }
  }

  @Test
  void aCallWithoutAResultIsAnsweredWithWhatTheLedgerTells() {
    try (Stage live = Stage.plain()) {
      live.workspace.write("a.txt", "one\n");
      live.model.play(calls(read("c1", "a.txt"), edit("c2", "a.txt", "one", "two")), say("done"));
      live.log.room(6); // the result of the edit finds no room
      try {
        live.session.submit(new SessionCommand.BeginTurn("Edit"));
      } catch (IOException _) {
        // the disk is full
      }
      assertThat(live.workspace.read("a.txt")).isEqualTo("two\n");
      RecordedSession recorded = Stage.recorded(live.log.lines());
      assertThat(recorded.open()).hasSize(1);

      live.log.room(Integer.MAX_VALUE);
      try {
        live.session.resume(recorded, "/w", "test");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }

      assertThat(live.log.events("tool_result").getLast().text("output").orElse(""))
          .contains("CALL_ABORTED", "It changed a.txt");
    }
  }

  @Test
  void whatASessionHasSeenForGoodIsRestored() {
    Approver yes = question -> new Approver.Answer.Yes(question.digest());
    try (Stage live = Stage.with().execution(ExecutionMode.INTERACTIVE, yes).open()) {
      live.workspace.write(".env", "A=b\n");
      live.model.play(calls(read("c1", ".env")), say("done"));
      live.ask("Look");
      assertThat(live.log.events("tool_result").getFirst().object("standing").write())
          .contains("saw_secret");
      List<String> lines = List.copyOf(live.log.lines());
      try (Stage stage = Stage.with().resuming(lines).open()) {
        stage.workspace.write("b.txt", "b\n");
        stage.model.play(calls(read("c1", "b.txt")), say("done"));
        stage.ask("Look");
        List<String> all = new ArrayList<>(lines);
        all.addAll(stage.log.lines());
        // A reported change is not reported again, and persists.
        assertThat(stage.log.events("tool_result").getFirst().object("standing").items("exposure"))
            .isEmpty();
        assertThat(Stage.recorded(all).state().exposed()).containsExactly("saw_secret");
      }
    }
  }

  @Test
  void turnsSettingsToolsAndTheTaskListAreRestored() throws IOException {
    try (Stage live = Stage.plain()) {
      live.model.play(
          calls(
              call("c1", "update_plan", "{`steps`:[{`step`:`x`,`status`:`in_progress`}]}"),
              call("c2", "more_tools", "{}")),
          say("done"));
      live.ask("One");
      live.ask("Two");
      live.session.submit(new SessionCommand.SwitchMode(WorkMode.SHIPPED.get(1)));
      live.session.submit(new SessionCommand.SetEffort(ReasoningEffort.HIGH));
      try (Stage stage = Stage.with().resuming(List.copyOf(live.log.lines())).open()) {
        live.ask("Three");
        stage.ask("Three");
        assertThat(stage.model.prompts().getLast()).isEqualTo(live.model.prompts().getLast());
        assertThat(stage.state.plan()).isEqualTo(live.state.plan()).hasSize(1);
        assertThat(stage.state.turn()).isEqualTo(3);
        assertThat(stage.model.prompts().getLast().effort()).isEqualTo(ReasoningEffort.HIGH);
      }
    }
  }
}
