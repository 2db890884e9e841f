// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the keys `ui.*` do to a chat in a terminal.
class ChatViewTest {
  private static final String CODE = "Look:\n\n```java\nint x = 1; // one\n```\n\nThat is all.";

  private static ScriptTurn[] turns() {
    return new ScriptTurn[] {
      new PlainAnswer("I look.", new ScriptedCall("read_file", "{\"path\":\"a.txt\"}")),
      new PlainAnswer(CODE)
    };
  }

  private static void with(String key, boolean value, Program program) {
    program.workspace.write("a.txt", "alpha\n");
    program.home.write(".writ.json", "{\"" + key + "\": " + value + "}");
  }

  /// All that a chat of one turn writes.
  private static ChatWindow chat(Program program, ScriptedModelServer server) throws Exception {
    ChatWindow chat =
        new ChatWindow(program.ask(server).set("TERM", "xterm-256color").set("COLORFGBG", "15;0"));
    chat.await("scripted · code");
    chat.type("look\r");
    return chat;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void callsTokensAndColoursAreShownAsAPersonWants(boolean shown) throws Exception {
    for (String key : new String[] {"ui.show_tool_calls", "ui.show_token_usage", "ui.color"}) {
      try (Program program = new Program();
          ScriptedModelServer server = ScriptedModelServer.start(turns())) {
        with(key, shown, program);
        try (ChatWindow chat = chat(program, server)) {
          chat.await("That is all.");
          chat.type("/quit\r");
          assertThat(chat.end()).isZero();
          String text = chat.screen.everything();
          assertThat(text.contains("Read a.txt")).isEqualTo(shown || !key.contains("calls"));
          assertThat(text.contains(" tokens")).isEqualTo(shown || !key.contains("token"));
          assertThat(chat.written().matches("(?s).*\u001b\\[([\\d;]*;)?3\\d(;[\\d;]*)?m.*"))
              .as("a colour in any frame, the first one included")
              .isEqualTo(shown || !key.contains("color"));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void wordsAreShownAsTheyArriveOrWhenTheAnswerIsComplete(boolean streams) throws Exception {
    FaultyAnswer stall =
        new FaultyAnswer(AnswerFault.STALL, 600, new PlainAnswer("early words ".repeat(200)));
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(stall)) {
      with("ui.stream_responses", streams, program);
      try (ChatWindow chat = chat(program, server)) {
        server.awaitStalled(1);
        if (streams) {
          chat.await("early words");
        }
        assertThat(chat.written().contains("early words")).isEqualTo(streams);
        chat.type("\u001b"); // ends the turn
        chat.await("early words");
        chat.await("[aborted]"); // else Escape and the next key are one
        chat.type("/quit\r");
        assertThat(chat.end()).isZero();
      }
    }
  }

  @Test
  void theStatusLineShowsWhatAPersonWantsInTheirOrder() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(turns())) {
      program.home.write(".writ.json", "{\"ui.status_line\": [\"mode\", \"model\"]}");
      try (ChatWindow chat = new ChatWindow(program.ask(server).set("TERM", "xterm-256color"))) {
        chat.await("  code · openai-compatible/scripted");
        chat.type("/quit\r");
        assertThat(chat.end()).isZero();
      }
    }
  }

  @Test
  void aProgramOfThePersonsOwnDrawsTheStatusLine() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(turns())) {
      Path script = program.home.path("status");
      Files.writeString(
          script,
          """
          #!/bin/sh
          read -r line
          case $line in
          *'"mode":"code"'*) echo "mine: $(pwd) \\033[2J" ;;
          *) exit 3 ;;
          esac
          """);
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
      program.home.write(".writ.json", "{\"ui.status_command\": \"~/status\"}");
      try (ChatWindow chat = new ChatWindow(program.ask(server).set("TERM", "xterm-256color"))) {
        chat.await("  mine: / ");
        assertThat(chat.screen.screen()).doesNotContain("code · ");
        chat.type("\u001b[Z"); // another mode, for which it fails
        chat.await("ui.status_command: ");
        chat.type("/quit"); // takes the new mode's name away
        chat.await("scripted · ask");
        chat.type("\r");
        assertThat(chat.end()).isZero();
      }
    }
  }

  @Test
  void aProgramInTheProjectDrawsNothing() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(turns())) {
      Path script = program.workspace.path("status");
      Files.writeString(script, "#!/bin/sh\ntouch \"$0-ran\"\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
      program.home.write(".writ.json", "{\"ui.status_command\": \"" + script + "\"}");
      try (ChatWindow chat = new ChatWindow(program.ask(server).set("TERM", "xterm-256color"))) {
        chat.await("leads into the project");
        assertThat(chat.end()).isEqualTo(2);
      }
      assertThat(program.workspace.path("status-ran")).doesNotExist();
    }
  }
}
