// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `writ chat` at a terminal that answers nothing, as a person sees it.
class ChatWindowTest {
  /// An answer with each kind of block.
  static final String MARKDOWN =
      """
      # Plan

      Some **bold** words and `code`.

      - first
      - second

      | a | bb |
      |---|----|
      | 1 | 22 |

      ```java
      int x = 1; // one
      ```
      """;

  private final Program program = new Program().set("TERM", "xterm-256color");

  @BeforeAll
  static void needsScript() {
    assumeThat(Screen.possible()).as("there is no script(1)").isTrue();
  }

  @AfterEach
  void close() {
    program.close();
  }

  private ChatWindow start(ScriptedModelServer server) throws IOException {
    return new ChatWindow(program.ask(server));
  }

  /// Waits until no turn runs.
  private static void idle(ChatWindow chat) throws InterruptedException {
    chat.await("it still works", _ -> !chat.screen.screen().contains("Esc stops"));
  }

  @Test
  void aConversationAtEightyByTwentyFourWithoutColour() throws Exception {
    program.set("NO_COLOR", "1");
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer(MARKDOWN));
        ChatWindow chat = start(server)) {
      chat.await("scripted · code");
      chat.type("make a plan\r");
      chat.await("int x = 1; // one");
      chat.await("no summary", all -> all.contains(" tokens\n"));
      idle(chat);
      assertThat(chat.screen.screen().replaceAll("\\d+s · ", "0s · "))
          .isEqualTo(
              """

              › make a plan

              Plan

              Some bold words and code.

              • first
              • second

              a  bb
              ─  ──
              1  22

                int x = 1; // one
                0s · ↑100 ↓20 tokens

              >
                openai-compatible/scripted · code · context 120\
              """);
      assertThat(chat.written())
          .contains("\u001b[1m")
          .doesNotContainPattern("\u001b\\[[\\d;]*3\\d[\\d;]*m");
      chat.type("/quit\r");
      assertThat(chat.end()).isZero();
      assertThat(chat.isRestored()).isTrue();
      assertThat(chat.screen.unknown()).isEmpty();
    }
  }

  /// A draft is there again after the end, whatever that was.
  @ParameterizedTest
  @CsvSource({"TERM, 143", "HUP, 129"})
  void whateverEndsItTheTerminalIsAsItWas(String signal, int exit) throws Exception {
    try (ScriptedModelServer server = ScriptedModelServer.start()) {
      try (ChatWindow chat = start(server)) {
        chat.await("scripted · code");
        chat.type("half a thought");
        chat.await("> half a thought");
        chat.signal(signal);
        assertThat(chat.end()).isEqualTo(exit);
        assertThat(chat.isRestored()).isTrue();
        assertThat(chat.screen.isCursorHidden()).isFalse();
      }
      try (ChatWindow chat = start(server)) {
        chat.await("> half a thought");
        chat.type("\u0003\u0003");
        assertThat(chat.end()).isZero();
        assertThat(chat.isRestored()).isTrue();
      }
    }
  }

  /// The terminal keeps none of them for itself.
  @Test
  void keysThatTerminalsTakeReachTheEditor() throws Exception {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("One."));
        ChatWindow chat = start(server)) {
      chat.await("scripted · code");
      chat.type("put aside\u0013");
      chat.type("sent\r");
      chat.await("One.");
      idle(chat);
      chat.type("\u0013");
      chat.await("> put aside");
      chat.type("\u0017\u0015\u0019");
      chat.await("> put");
      chat.type("\u0003");
      chat.await("cleared; Up brings it back");
      chat.type("\u0012sen");
      chat.await("search: sen  sent");
      chat.type("\u001b");
      chat.await("the search is open", _ -> !chat.screen.screen().contains("search:"));
      chat.type("?");
      chat.await("Ctrl-_, Alt-Z");
      chat.type("\u0004");
      assertThat(chat.end()).isZero();
      assertThat(chat.isRestored()).isTrue();
    }
  }

  @Test
  void aPasteOfTenThousandLinesIsOneMessage() throws Exception {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Read."));
        ChatWindow chat = start(server)) {
      chat.await("scripted · code");
      chat.type("look \u001b[200~" + "l\n".repeat(10_000) + "the last\u001b[201~");
      chat.await("> look [pasted 10001 lines]");
      chat.type("\r");
      chat.await("Read.");
      assertThat(server.chats()).hasSize(1);
      assertThat(server.chats().getFirst().body()).contains("l\\n".repeat(10_000) + "the last");
      assertThat(chat.screen.everything()).contains("› look l", "… 9990 more lines");
      chat.type("/quit\r");
      assertThat(chat.end()).isZero();
    }
  }

  @Test
  void resizeWhileItStreams() throws Exception {
    PlainAnswer words =
        new PlainAnswer("A paragraph of some words that goes on and on. ".repeat(8));
    try (ScriptedModelServer server =
            ScriptedModelServer.start(new FaultyAnswer(AnswerFault.STALL, 1500, words));
        ChatWindow chat = start(server)) {
      chat.await("scripted · code");
      chat.type("go\r");
      chat.await("A paragraph of some words");
      server.awaitStalled(1);
      chat.resize(40, 12);
      chat.type("typed after");
      chat.await("> typed after");
      chat.await("A paragraph of some words that goes on\nand on.");
      assertThat(chat.screen.screen()).contains("Esc stops");
      assertThat(chat.screen.cursor()[1]).isEqualTo("> typed after".length());
      chat.type("\u001b");
      chat.await("[aborted]");
      idle(chat);
      chat.type("\u0003\u0003");
      assertThat(chat.end()).isZero();
      assertThat(chat.isRestored()).isTrue();
    }
  }

  @Test
  void plainLinesForScreenReadersMoveNothing() throws Exception {
    program.set("WRIT_SCREEN", "plain");
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer(MARKDOWN));
        ChatWindow chat = start(server)) {
      chat.await("\n>");
      chat.type("make a plan\n");
      chat.await("int x = 1;");
      chat.type("/quit\n");
      assertThat(chat.end()).isZero();
      assertThat(chat.written()).doesNotContain("\u001b");
      assertThat(chat.isRestored()).isTrue();
    }
  }

  /// What the terminal holds of a line is no answer, and isn't lost.
  @Test
  void aLineThatIsBegunBeforeAQuestionGoesOnAfterTheAnswer() throws Exception {
    program.set("WRIT_SCREEN", "plain");
    ScriptedCall call = new ScriptedCall("write_file", "{\"path\":\"a.txt\",\"content\":\"a\"}");
    try (ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer("", call), new PlainAnswer("One."), new PlainAnswer("Two."));
        ChatWindow chat = start(server)) {
      chat.await("\n>");
      chat.type("go\ny use b inst");
      chat.await("allow?");
      chat.type("n\n");
      chat.await("your message so far (Ctrl-C drops it): y use b inst");
      chat.type("ead\n");
      chat.await("One.");
      chat.type("/quit\n");
      assertThat(chat.end()).isZero();
      assertThat(program.workspace.path("a.txt")).doesNotExist();
      assertThat(server.chats()).anyMatch(asked -> asked.body().contains("\"y use b instead\""));
      assertThat(chat.isRestored()).isTrue();
    }
  }

  @Test
  void hostileTextMovesNothing() throws Exception {
    String hostile = "a\u001b[2Jb\u001b]0;owned\u0007c\u009b31m\u202ed\r\u001b[9;9He\n\nEnd.";
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer(hostile));
        ChatWindow chat = start(server)) {
      chat.await("scripted · code");
      chat.type("go\r");
      chat.await("End.");
      assertThat(chat.screen.everything())
          .contains("› go", "a⟨U+001B⟩[2Jb⟨U+001B⟩]0;owned⟨U+0007⟩c⟨U+009B⟩31m⟨U+202E⟩d");
      assertThat(chat.screen.title()).doesNotContain("owned");
      chat.type("/quit\r");
      assertThat(chat.end()).isZero();
      assertThat(chat.screen.unknown()).isEmpty();
    }
  }

  @Test
  void aRunAtATerminalDrawsWhatTheModelSaysAsAChatDoes() throws Exception {
    program.set("NO_COLOR", "1");
    ScriptedCall call = new ScriptedCall("read_file", "{\"path\":\"no.txt\"}");
    try (ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer("I **look**.", call), new PlainAnswer(MARKDOWN));
        ChatWindow run = new ChatWindow(program.ask(server), "run plan")) {
      assertThat(run.end()).isZero();
      assertThat(run.screen.everything())
          .startsWith(
              "I look.\n✗ Read no.txt: There is no no.txt [FILE_NOT_FOUND]\nPlan\n\nSome bold")
          .contains("• second\n\na  bb\n─  ──\n1  22\n\n  int x = 1; // one\n[240 tokens");
      assertThat(run.isRestored()).isTrue();
      assertThat(run.screen.unknown()).isEmpty();
    }
  }

  /// Only the person's own file of keys counts.
  @Test
  void aProjectsFileChangesNoKeys() throws Exception {
    program.home.write(".config/writ/keys.yaml", "keys: {Ctrl-T: text-start}\n");
    program.workspace.write("keys.yaml", "keys: {Ctrl-A: none}\n");
    program.workspace.write(".writ/keys.yaml", "keys: {Ctrl-A: none}\n");
    try (ScriptedModelServer server = ScriptedModelServer.start();
        ChatWindow chat = start(server)) {
      chat.await("scripted · code");
      chat.type("bc\u0014a\u0005d\u0001>");
      chat.await("> >abcd");
      chat.type("\u0003\u0003");
      assertThat(chat.end()).isZero();
    }
  }
}
