// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.writ.app.cli.UsageException;
import dev.writ.app.terminal.editor.EditorAction;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.input.KeyPress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyBindingsFileTest {
  @Test
  void aPersonChoosesKeys() throws UsageException {
    KeyBindings bindings =
        KeyBindingsFile.of("keys.yaml", "style: vim\nkeys:\n  Ctrl-T: word-left\n  Ctrl-O: none\n");
    KeyTable keys = new KeyTable(bindings);

    assertThat(keys.style()).isEqualTo(KeyBindings.EditingStyle.VIM);
    assertThat(keys.action(KeyPress.named("Ctrl-T"))).contains(EditorAction.WORD_LEFT);
    assertThat(keys.action(KeyPress.named("Ctrl-O"))).isEmpty();
    assertThat(keys.action(KeyPress.named("Alt-B"))).contains(EditorAction.WORD_LEFT);
    assertThat(keys.keys(EditorAction.WORD_LEFT)).contains("Ctrl-T");
  }

  @Test
  void jsonIsReadToo() throws UsageException {
    assertThat(KeyBindingsFile.of("keys.json", "{\"keys\": {\"Alt-Up\": \"text-start\"}}").own())
        .containsKey(KeyPress.named("Alt-Up"));
    assertThat(KeyBindingsFile.of("keys.yaml", "")).isEqualTo(KeyBindings.USUAL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "style: vi | line 1, column 1: 'style' must be emacs or vim",
        "key: {} | line 1, column 1: unknown: key; there are style and keys",
        "keys: [] | 'keys' must be a mapping from keys to actions",
        "keys: {Strg-T: undo} | no such key: Strg-T; keys are written like Ctrl-T",
        "keys: {Ctrl-T: undoo} | no such action: 'undoo' (did you mean undo?); 'none' or one of",
        "keys: {Ctrl-C: undo} | Ctrl-C cannot be rebound",
        "keys: {Enter: newline} | Enter cannot be rebound",
        "keys: {x: undo} | x types a character and cannot be rebound",
      })
  void whatIsWrongIsNamedWithItsPlace(String text, String problem) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> KeyBindingsFile.of("/home/p/keys.yaml", text))
        .withMessageContaining("/home/p/keys.yaml, line 1, column ")
        .withMessageContaining(problem);
  }
}
