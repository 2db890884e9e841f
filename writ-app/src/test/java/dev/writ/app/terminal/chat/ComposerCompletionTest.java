// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.CompletionSource;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.testkit.TemporaryWorkspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The list of completions below a message.
class ComposerCompletionTest {
  private final TemporaryWorkspace home = TemporaryWorkspace.empty();
  private final MessageHistory history =
      MessageHistory.open(home.path("history.jsonl"), text -> text);
  private final MessageComposer composer = composer();
  private KeyRequest last = new KeyRequest.Nothing();

  private MessageComposer composer() {
    Map<String, String> commands = new LinkedHashMap<>();
    commands.put("/mode", "change what the model may do: /mode NAME");
    commands.put("/compact", "condense: /compact [FOCUS]");
    commands.put("/undo", "undo the last turn");
    commands.put("/clear", "begin anew");
    CompletionSource source =
        new CompletionSource(commands, () -> List.of("src/Main.java"))
            .with(Map.of("/mode", List.of("code", "ask")));
    return new MessageComposer(
        new KeyTable(KeyBindings.USUAL),
        new ComposerSetup(history, source, KeyBindings.USUAL, UnaryOperator.identity()));
  }

  @AfterEach
  void close() {
    history.close();
    home.close();
  }

  private void type(String text) {
    text.codePoints().forEach(code -> last = composer.press(KeyPress.of(code)));
  }

  private void press(KeyPress.Name key) {
    last = composer.press(KeyPress.of(key));
  }

  private List<String> shown(int most) {
    return composer.candidates(60, most).stream().map(StyledLine::text).toList();
  }

  @Test
  void commandsAreListedInTheirOrderAndInColumns() {
    type("/");
    assertThat(shown(10))
        .containsExactly(
            "› /mode     change what the model may do: /mode NAME",
            "  /compact  condense: /compact [FOCUS]",
            "  /undo     undo the last turn",
            "  /clear    begin anew");
    press(KeyPress.Name.DOWN);
    assertThat(shown(3))
        .containsExactly(
            "  /mode     change what the model may do: /mode NAME",
            "› /compact  condense: /compact [FOCUS]",
            "  2 of 4 · arrows, Tab, Esc");
  }

  @Test
  void enterRunsTheChosenCommand() {
    type("/un");
    press(KeyPress.Name.ENTER);
    assertThat(last).isEqualTo(new KeyRequest.Send("/undo"));
    composer.set("");
    type("/");
    press(KeyPress.Name.DOWN);
    press(KeyPress.Name.ENTER);
    assertThat(last).isEqualTo(new KeyRequest.Send("/compact"));
    composer.set("");
    type("/mode a");
    press(KeyPress.Name.ENTER);
    assertThat(last).isEqualTo(new KeyRequest.Send("/mode ask"));
  }

  @Test
  void enterOnlyWritesWhatNobodyChoseOrWhatNeedsAWordBehindIt() {
    type("/");
    press(KeyPress.Name.ENTER);
    assertThat(last).isEqualTo(new KeyRequest.Nothing());
    assertThat(composer.message()).isEqualTo("/mode ");
    composer.set("");
    type("/mo");
    press(KeyPress.Name.ENTER);
    assertThat(last).isEqualTo(new KeyRequest.Nothing());
    assertThat(composer.message()).isEqualTo("/mode ");
    composer.set("");
    type("see @main");
    press(KeyPress.Name.ENTER);
    assertThat(composer.message()).isEqualTo("see @src/Main.java ");
  }

  @Test
  void tabOffersTheWordsOfACommandAndAClosedListAgain() {
    type("/mode ");
    assertThat(shown(10)).isEmpty();
    press(KeyPress.Name.TAB);
    assertThat(shown(10)).containsExactly("› ask   ", "  code  ");
    press(KeyPress.Name.TAB);
    assertThat(composer.message()).isEqualTo("/mode ask ");
    composer.set("");
    type("@ma");
    press(KeyPress.Name.ESCAPE);
    assertThat(shown(10)).isEmpty();
    press(KeyPress.Name.TAB);
    assertThat(shown(10)).containsExactly("› @src/Main.java  ");
  }
}
