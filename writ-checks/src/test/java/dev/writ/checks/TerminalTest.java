// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// `writ chat` in a pseudo-terminal.
class TerminalTest {
  private static final PlainAnswer DONE = new PlainAnswer("All done.");
  private static final FaultyAnswer STALL =
      new FaultyAnswer(
          AnswerFault.STALL, 150, new PlainAnswer("I am thinking about it for a long time"));

  @BeforeAll
  static void needsScript() {
    assumeThat(Screen.possible()).as("there is no script(1)").isTrue();
  }

  private static PlainAnswer write(String path, String content) {
    return new PlainAnswer(
        "",
        new ScriptedCall(
            "write_file", Json.object().put("path", path).put("content", content).build().write()));
  }

  @Test
  void personAgreesOrSaysWhyNotAndTakesItBack() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server =
            ScriptedModelServer.start(write("a.txt", "yes\n"), DONE, write("b.txt", "no\n"), DONE);
        Screen screen = Screen.of(program.ask(server), "chat")) {
      screen.await("> ");
      screen.type("Write a");
      assertThat(screen.await("allow?")).contains("create a.txt", "+yes", "why: ");
      screen.type("y");
      screen.await("All done.");
      screen.await("> ");
      assertThat(program.workspace.read("a.txt")).isEqualTo("yes\n");
      screen.type("Write b");
      screen.await("allow?");
      screen.type("n not in my house");
      screen.await("All done.");
      screen.await("> ");
      assertThat(program.workspace.exists("b.txt")).isFalse();
      assertThat(server.chats().getLast().body()).contains("APPROVAL_REJECTED", "not in my house");
      screen.type("/undo");
      screen.await("removed a.txt");
      screen.await("> ");
      assertThat(program.workspace.exists("a.txt")).isFalse();
      screen.type("/quit");
      assertThat(screen.end()).isZero();
      assertThat(program.run("trace", "verify").exit()).isZero();
    }
  }

  @Test
  void interruptEndsTheRequestAndTheChatGoesOn() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(STALL, write("a.txt", "a\n"), DONE);
        Screen screen = Screen.of(program.ask(server), "chat")) {
      screen.await("> ");
      screen.type("Think");
      server.awaitRequests(1);
      screen.interrupt();
      server.awaitGone(1);
      screen.await("[aborted]");
      screen.await("> ");
      screen.type("Write");
      screen.await("allow?");
      screen.type("y");
      screen.await("All done.");
      server.assertClean();
      screen.keys("\u0004");
      assertThat(screen.end()).isZero();
      assertThat(program.workspace.read("a.txt")).isEqualTo("a\n");
    }
  }

  @Test
  void interruptTakesTheQuestionBackAndTheChatGoesOn() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(write("a.txt", "a\n"), DONE);
        Screen screen = Screen.of(program.ask(server), "chat")) {
      screen.await("> ");
      screen.type("Write");
      screen.await("allow?");
      screen.interrupt();
      screen.await("[aborted]");
      screen.await("> ");
      screen.type("Go on");
      screen.await("All done.");
      screen.await("> ");
      server.assertClean();
      assertThat(server.chats().getLast().body()).contains("aborted");
      assertThat(program.workspace.exists("a.txt")).isFalse();
      screen.type("/exit");
      assertThat(screen.end()).isZero();
    }
  }

  @Test
  void interruptTwiceWithinASecondLeaves() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(STALL);
        Screen screen = Screen.of(program.ask(server), "chat")) {
      screen.await("> ");
      screen.type("Think");
      server.awaitRequests(1);
      screen.interrupt();
      screen.await("[aborted]");
      screen.interrupt();
      assertThat(screen.end()).isEqualTo(130);
    }
  }

  @Test
  void whatIsTypedAheadSteersTheTurnAndMetaCommandsWaitForThePrompt() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer(
                    "I look.",
                    new ScriptedCall("run_command", "{\"program\":\"cat\",\"args\":[\"pipe\"]}")),
                DONE,
                DONE);
        Screen screen = Screen.of(program.ask(server), "chat")) {
      Path pipe = program.workspace.path("pipe");
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
      screen.await("> ");
      screen.type("Begin");
      screen.await("allow?");
      screen.type("y");
      try (OutputStream writer = Files.newOutputStream(pipe)) {
        screen.type("look at b too");
        screen.type("/quit");
        writer.write("what is in the pipe".getBytes(StandardCharsets.US_ASCII));
      }
      screen.await("All done.");
      assertThat(screen.end()).isZero();
      server.assertClean();
      assertThat(server.chats().getLast().body())
          .contains("what is in the pipe", "look at b too")
          .doesNotContain("/quit");
    }
  }

  @Test
  void whatIsTypedBeforeTheQuestionIsNoConsent() throws Exception {
    for (String keys : new String[] {"y\n", "y\ny\ny\n", "y", "s\ny"}) {
      try (Program program = new Program();
          ScriptedModelServer server = ScriptedModelServer.start(write("a.txt", "a\n"), DONE);
          Screen screen = Screen.of(program.ask(server), "run --execution interactive write")) {
        screen.keys(keys);
        screen.await("allow?");
        screen.type("n");
        screen.await("All done.");
        screen.end();
        assertThat(program.workspace.exists("a.txt")).as(keys).isFalse();
      }
    }
  }

  /// No answer can come any more, so the wait ends.
  @Test
  void endOfInputAtAQuestionIsNoConsent() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(write("a.txt", "a\n"), DONE);
        Screen screen = Screen.of(program.ask(server), "chat")) {
      screen.await("> ");
      screen.type("Write");
      screen.await("allow?");
      screen.keys("\u0004");
      screen.await("All done.");
      assertThat(screen.end()).isZero();
      assertThat(program.workspace.exists("a.txt")).isFalse();
    }
  }
}
