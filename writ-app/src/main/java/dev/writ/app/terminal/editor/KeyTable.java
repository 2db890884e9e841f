// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import dev.writ.app.terminal.input.KeyPress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which key does what. The keys are those that people know from other programs, or that a person
/// has chosen.
public final class KeyTable {
  /// Begins a sequence of two keys.
  public static final KeyPress PREFIX = KeyPress.named("Ctrl-X");

  private final Map<KeyPress, EditorAction> actions = new LinkedHashMap<>();

  private final KeyBindings bindings;

  /// The usual keys, but for what a person wants otherwise.
  public KeyTable(KeyBindings bindings) {
    this.bindings = bindings;
    bindUsual();
    bindings
        .own()
        .forEach(
            (key, action) -> {
              actions.remove(key);
              action.ifPresent(its -> actions.put(key, its));
            });
  }

  /// How text is edited.
  public KeyBindings.EditingStyle style() {
    return bindings.style();
  }

  private void bindUsual() {
    bind(EditorAction.SUBMIT, "Enter");
    bind(EditorAction.NEWLINE, "Alt-Enter", "Ctrl-J", "Shift-Enter", "Ctrl-Enter");
    bind(EditorAction.QUEUE, "Tab");
    bind(EditorAction.LEFT, "Left", "Ctrl-B");
    bind(EditorAction.RIGHT, "Right", "Ctrl-F");
    bind(EditorAction.WORD_LEFT, "Alt-B", "Ctrl-Left", "Alt-Left");
    bind(EditorAction.WORD_RIGHT, "Alt-F", "Ctrl-Right", "Alt-Right");
    bind(EditorAction.LINE_START, "Home", "Ctrl-A");
    bind(EditorAction.LINE_END, "End", "Ctrl-E");
    bind(EditorAction.TEXT_START, "Ctrl-Home", "Alt-<");
    bind(EditorAction.TEXT_END, "Ctrl-End", "Alt->");
    bind(EditorAction.UP, "Up", "Ctrl-P");
    bind(EditorAction.DOWN, "Down", "Ctrl-N");
    bind(EditorAction.DELETE_LEFT, "Backspace", "Ctrl-H", "Shift-Backspace");
    bind(EditorAction.DELETE_RIGHT, "Delete");
    bind(EditorAction.KILL_WORD_LEFT, "Ctrl-W", "Alt-Backspace", "Ctrl-Backspace");
    bind(EditorAction.KILL_WORD_RIGHT, "Alt-D", "Ctrl-Delete");
    bind(EditorAction.KILL_LINE, "Ctrl-K");
    bind(EditorAction.KILL_LINE_LEFT, "Ctrl-U");
    bind(EditorAction.YANK, "Ctrl-Y");
    bind(EditorAction.YANK_POP, "Alt-Y");
    bind(EditorAction.UNDO, "Ctrl-_", "Alt-Z");
    bind(EditorAction.REDO, "Alt-_", "Ctrl-.");
    bind(EditorAction.SEARCH, "Ctrl-R");
    bind(EditorAction.EXTERNAL, "Ctrl-G");
    bind(EditorAction.STASH, "Ctrl-S");
    bind(EditorAction.EXPAND, "Ctrl-O");
    bind(EditorAction.PLAN, "Ctrl-T");
    bind(EditorAction.REDRAW, "Ctrl-L");
    bind(EditorAction.NEXT_MODE, "Shift-Tab");
    bind(EditorAction.CANCEL, "Escape");
    bind(EditorAction.INTERRUPT, "Ctrl-C");
    bind(EditorAction.LEAVE, "Ctrl-D");
    bind(EditorAction.SUSPEND, "Ctrl-Z");
    actions.put(KeyPress.named("Ctrl--"), EditorAction.UNDO);
  }

  private void bind(EditorAction action, String... keys) {
    for (String key : keys) {
      actions.put(KeyPress.named(key), action);
    }
  }

  /// What a key does; nothing for one that types a character.
  public Optional<EditorAction> action(KeyPress key) {
    return Optional.ofNullable(actions.get(key));
  }

  /// What a key does after [#PREFIX].
  public Optional<EditorAction> afterPrefix(KeyPress key) {
    return key.equals(KeyPress.named("Ctrl-E"))
        ? Optional.of(EditorAction.EXTERNAL)
        : key.equals(KeyPress.named("Ctrl-U")) ? Optional.of(EditorAction.UNDO) : Optional.empty();
  }

  /// The keys of an action, in words.
  public List<String> keys(EditorAction action) {
    return actions.entrySet().stream()
        .filter(entry -> entry.getValue() == action)
        .map(entry -> entry.getKey().toString())
        .toList();
  }
}
