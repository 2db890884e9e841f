// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.input;

import java.util.Locale;

/// A key that was pressed.
///
/// @param character what it types, for [Name#CHARACTER]; otherwise 0
/// @param modifiers of [#SHIFT], [#ALT], [#CONTROL]
public record KeyPress(Name name, int character, int modifiers) {
  /// Shift.
  public static final int SHIFT = 1;

  /// Alt, or Option.
  public static final int ALT = 2;

  /// Control.
  public static final int CONTROL = 4;

  /// The kind of the key.
  public enum Name {
    /// One that types a character.
    CHARACTER,
    /// Return.
    ENTER,
    /// Tabulator.
    TAB,
    /// Deletes to the left.
    BACKSPACE,
    /// Deletes to the right.
    DELETE,
    /// Insert.
    INSERT,
    /// Escape.
    ESCAPE,
    /// Arrow up.
    UP,
    /// Arrow down.
    DOWN,
    /// Arrow left.
    LEFT,
    /// Arrow right.
    RIGHT,
    /// Home.
    HOME,
    /// End.
    END,
    /// Page up.
    PAGE_UP,
    /// Page down.
    PAGE_DOWN,
    /// Any other.
    OTHER
  }

  /// A key without modifiers.
  public static KeyPress of(Name name) {
    return new KeyPress(name, 0, 0);
  }

  /// A key that types a character.
  public static KeyPress of(int character) {
    return new KeyPress(Name.CHARACTER, character, 0);
  }

  /// A key by its words, such as `Ctrl-R`, `Alt-Enter`, `Shift-Tab`, `Up`, `a`.
  ///
  /// @throws IllegalArgumentException if there is no such key
  public static KeyPress named(String words) {
    int modifiers = 0;
    String rest = words;
    for (int dash = rest.indexOf('-'); dash > 0; dash = rest.indexOf('-')) {
      modifiers |= modifier(rest.substring(0, dash));
      rest = rest.substring(dash + 1);
    }
    if (rest.codePointCount(0, rest.length()) == 1) {
      int code = rest.codePointAt(0);
      boolean lower = (modifiers & (CONTROL | ALT)) != 0;
      return new KeyPress(Name.CHARACTER, lower ? Character.toLowerCase(code) : code, modifiers);
    }
    return new KeyPress(
        Name.valueOf(rest.toUpperCase(Locale.ROOT).replace(' ', '_')), 0, modifiers);
  }

  private static int modifier(String word) {
    return switch (word) {
      case "Ctrl" -> CONTROL;
      case "Alt" -> ALT;
      case "Shift" -> SHIFT;
      default -> throw new IllegalArgumentException("there is no modifier " + word);
    };
  }

  /// Whether it types a character and cannot be rebound.
  public boolean isTyped() {
    return name == Name.CHARACTER && (modifiers & (CONTROL | ALT)) == 0;
  }

  @Override
  public String toString() {
    StringBuilder words = new StringBuilder();
    words.append((modifiers & CONTROL) == 0 ? "" : "Ctrl-");
    words.append((modifiers & ALT) == 0 ? "" : "Alt-");
    words.append((modifiers & SHIFT) == 0 ? "" : "Shift-");
    if (name != Name.CHARACTER) {
      String word = name.name().replace('_', ' ');
      return words.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT)) + "";
    }
    int shown = modifiers == 0 ? character : Character.toUpperCase(character);
    return words.appendCodePoint(shown).toString();
  }
}
