// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `writ chat` at a terminal as a screen reader reads it (`WRIT_SCREEN=reader`).
class ScreenReaderTest {
  /// What a screen reader reads of a turn that looks, plans, edits and answers with Markdown.
  private static final String READ_ALOUD =
      """
      you: go
      writ: I look.
      done: Read a.txt: 1 line
      done: Update the plan
          done: Look
          in progress: Act
          to do: Rest

      Permission required: replace a.txt
      change: a.txt +1 -1
      text: @@ -1,1 +1,1 @@
      removed: one
      added: two
        why: every command and every change is asked about (interactive mode)
        can be undone
        1. yes, key y
        2. this task: everything that can be undone, key a
        3. this session: writing a.txt, key s
        4. this project: the same, key p
        5. edit, key e
        6. no, key n
        7. no, with a reason, key r
        8. details, key d
        your answer, a number or a key: 1
      done: Edit a.txt +1 minus 1
      writ: heading: Plan

      Some bold words and code.

      - first
      - second

      table with 2 columns:
      a: 1, bb: 22

      code in java:
      int x = 1; // one
      end of code
      you: /plan
      done: Look
      in progress: Act
      to do: Rest
      you: /diff
      modified a.txt +1 minus 1
      @@ -1,1 +1,1 @@
      removed: one
      added: two
      you: /quit\
      """;

  private static final String CHOICE = "  a number, words to search for, or Enter for none:";

  private static final ScriptedCall READ = new ScriptedCall("read_file", "{\"path\":\"a.txt\"}");
  private static final ScriptedCall PLAN =
      new ScriptedCall(
          "update_plan",
          "{\"steps\":[{\"step\":\"Look\",\"status\":\"done\"},"
              + "{\"step\":\"Act\",\"status\":\"in_progress\"},"
              + "{\"step\":\"Rest\",\"status\":\"pending\"}]}");
  private static final ScriptedCall EDIT =
      new ScriptedCall(
          "edit_file", "{\"path\":\"a.txt\",\"old_text\":\"one\",\"new_text\":\"two\"}");

  private final Program program = new Program().set("TERM", "xterm-256color");

  @BeforeAll
  static void needsScript() {
    assumeThat(Screen.possible()).as("there is no script(1)").isTrue();
  }

  @BeforeEach
  void read() {
    program.set("WRIT_SCREEN", "reader");
  }

  @AfterEach
  void close() {
    program.close();
  }

  private ChatWindow start(ScriptedModelServer server) throws IOException {
    return new ChatWindow(program.ask(server));
  }

  /// All parts of a conversation, linear and in words.
  @Test
  void aScreenReaderReadsLinesThatNeverChange() throws Exception {
    program.workspace.write("a.txt", "one\n");
    try (ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer("I look.", READ, PLAN),
                new PlainAnswer("", EDIT),
                new PlainAnswer(ChatWindowTest.MARKDOWN));
        ChatWindow chat = start(server)) {
      chat.await("\nyou:");
      chat.type("go\n");
      chat.await("a number or a key:");
      chat.type("1\n");
      chat.awaitEnd("end of code\nyou:");
      chat.type("/plan\n");
      chat.awaitEnd("to do: Rest\nyou:");
      chat.type("/diff\n");
      chat.awaitEnd("added: two\nyou:");
      chat.type("/quit\n");
      assertThat(chat.end()).isZero();
      String all = chat.screen.everything();
      assertThat(all.substring(all.indexOf("you: go"))).isEqualTo(READ_ALOUD);
      assertThat(chat.written()).doesNotContain("\u001b").doesNotContain("\b");
      assertThat(chat.isRestored()).isTrue();
    }
  }

  /// A list is read once, with numbers that can be typed.
  @Test
  void aScreenReaderChoosesByNumbers() throws Exception {
    try (ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer("One."), new PlainAnswer("Two."), new PlainAnswer("Three."));
        ChatWindow chat = start(server)) {
      chat.await("\nyou:");
      chat.type("first\n");
      chat.awaitEnd("One.\nyou:");
      chat.type("second\n");
      chat.awaitEnd("Two.\nyou:");
      chat.type("/model\n");
      chat.awaitEnd("price unknown\n" + CHOICE);
      chat.type("1\n");
      chat.awaitEnd("model: openai-compatible/scripted\nyou:");
      chat.type("/rewind\n");
      chat.awaitEnd("2. first\n" + CHOICE);
      chat.type("first\n");
      chat.awaitEnd("since\n" + CHOICE);
      chat.type("1\n");
      chat.awaitEnd("restored\nyou:");
      chat.type("third\n");
      chat.awaitEnd("Three.\nyou:");
      chat.type("/quit\n");
      assertThat(chat.end()).isZero();
      String all = chat.screen.everything();
      int begin = all.indexOf("you: /model");
      assertThat(all.substring(begin, all.indexOf("writ chat with", begin)))
          .isEqualTo(
              """
              you: /model
              Which model of openai-compatible? Now: scripted
                1. scripted  price unknown
                a number, words to search for, or Enter for none: 1
              model: openai-compatible/scripted
              you: /rewind
              Back to before which turn?
                1. second
                2. first
                a number, words to search for, or Enter for none: first
              What goes back?
                1. the conversation
                2. the conversation and the files
                3. the files only
                4. nothing; summarize what was said before it
                5. nothing; summarize it and what was said since
                a number, words to search for, or Enter for none: 1
              rewound to before: first
              """);
      assertThat(server.chats().getLast().body()).doesNotContain("first", "second");
      assertThat(chat.written()).doesNotContain("\u001b").doesNotContain("\b");
    }
  }
}
