// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.dialog;

import dev.writ.app.terminal.editor.EditorAction;
import dev.writ.app.terminal.editor.EditorView;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.editor.KeyBindings.EditingStyle;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.editor.MessageEditor;
import dev.writ.app.terminal.editor.VimKeys;
import dev.writ.app.terminal.input.KeyPress;
import java.util.Optional;

/// Edits the text of an answer with the keys of the message editor, the person's own and vim's
/// included.
final class AnswerField {
  private static final String PROMPT = "› ";

  /// Letters are commands.
  private static final String NORMAL_PROMPT = ": ";

  private final MessageEditor editor = new MessageEditor();
  private final VimKeys vim = new VimKeys();
  private final KeyTable keys;

  AnswerField(KeyBindings bindings) {
    this.keys = new KeyTable(bindings);
  }

  boolean isEmpty() {
    return editor.isEmpty();
  }

  /// The text at Enter; empty where a new line begins, behind a backslash.
  Optional<String> entered() {
    return editor.continueLine() ? Optional.empty() : Optional.of(editor.message());
  }

  void set(String text) {
    editor.set(text);
  }

  void paste(String text) {
    editor.paste(text);
  }

  /// Applies a key to the text.
  ///
  /// @return whether it was for the text; Esc is not, unless it ends vim's typing
  boolean press(KeyPress key) {
    if (keys.style() == EditingStyle.VIM) {
      switch (vim.press(key, editor)) {
        case VimKeys.Outcome.Act(EditorAction action) -> apply(action);
        case VimKeys.Outcome.Done _ -> {}
        case VimKeys.Outcome.Foreign _ -> {
          return usual(key);
        }
      }
      return true;
    }
    return usual(key);
  }

  private boolean usual(KeyPress key) {
    if (key.isTyped()) {
      editor.type(key.character());
    } else if (key.name() == KeyPress.Name.ESCAPE) {
      return false;
    } else {
      keys.action(key).ifPresent(this::apply);
    }
    return true;
  }

  private void apply(EditorAction action) {
    boolean _ =
        switch (action) {
          case UP -> editor.vertical(-1);
          case DOWN -> editor.vertical(1);
          case LEAVE -> editor.apply(EditorAction.DELETE_RIGHT);
          default -> editor.apply(action);
        };
  }

  EditorView view(int width, int most) {
    String prompt = vim.isInserting() ? PROMPT : NORMAL_PROMPT;
    return EditorView.of(editor.draft(), editor.pasted(), prompt, width, most);
  }
}
