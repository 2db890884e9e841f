// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.testkit.TemporaryWorkspace;
import org.junit.jupiter.api.Test;

class ChatPasteTest {
  @Test
  void aPasteOfTenThousandLinesIsOneChip() throws InterruptedException {
    FakeTerminal terminal = new FakeTerminal(80, 24);
    try (TemporaryWorkspace home = TemporaryWorkspace.empty()) {
      MessageHistory history = MessageHistory.open(home.path("history.jsonl"), text -> text);
      ChatRun chat = new ChatRun(terminal, history, ChatRun::ends);
      String lines = "some line of text\n".repeat(10_000);
      terminal.type("look \u001b[200~" + lines + "\u001b[201~");
      terminal.screen.await("> look [pasted 10000 lines]");
      terminal.type("\t"); // waits for nothing, so it sends nothing
      terminal.screen.await("Enter sends it; Tab sends it after a turn that runs");
      assertThat(chat.engine.asked).isEmpty();
      terminal.type("\r");
      terminal.type("\u0004");
      chat.left();
      assertThat(chat.engine.asked).containsExactly("look " + lines);
      assertThat(terminal.screen.everything())
          .contains("› look some line of text", "  … 9989 more lines");
      history.close();
    }
  }
}
