// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import dev.writ.app.terminal.input.KeyPress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A person's bindings, beyond the default keys.
///
/// @param style how text is edited
/// @param own what keys do instead; nothing for one that is to do nothing
public record KeyBindings(EditingStyle style, Map<KeyPress, Optional<EditorAction>> own) {
  /// The default keys.
  public static final KeyBindings USUAL = new KeyBindings(EditingStyle.EMACS, Map.of());

  /// How text is edited.
  public enum EditingStyle {
    /// Characters are typed, keys with Ctrl and Alt do the rest.
    EMACS,
    /// Escape leads to a mode in which letters are commands.
    VIM
  }

  public KeyBindings {
    own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
  }
}
