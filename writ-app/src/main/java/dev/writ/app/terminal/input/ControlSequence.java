// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.input;

import dev.writ.app.terminal.input.KeyPress.Name;
import java.util.Optional;

/// The meaning of control sequences (`ESC [ …`) for keys.
final class ControlSequence {
  /// `ESC [ 27 ; MODIFIERS ; CODE ~`: xterm's form of a key with modifiers.
  private static final int OTHER_KEYS = 27;

  private static final int RELEASED = 3;

  private ControlSequence() {}

  /// The key of a sequence, if it is one of a key.
  static Optional<KeyPress> key(String parameters, char last) {
    if (!parameters.isEmpty() && parameters.charAt(0) > ';') {
      return Optional.empty(); // a private answer, such as that to a question for abilities
    }
    int[] numbers = numbers(parameters);
    int modifiers =
        (Math.max(numbers[1], 1) - 1) & (KeyPress.SHIFT | KeyPress.ALT | KeyPress.CONTROL);
    return switch (last) {
      case 'A', 'B', 'C', 'D', 'F', 'H' -> KeyDecoder.letter(last, modifiers);
      case 'Z' -> Optional.of(new KeyPress(Name.TAB, 0, KeyPress.SHIFT));
      case '~' ->
          numbers[0] == OTHER_KEYS
              ? Optional.of(KeyDecoder.character(numbers[2], modifiers))
              : numbered(numbers[0], modifiers);
      case 'u' ->
          numbers[3] == RELEASED
              ? Optional.empty()
              : Optional.of(KeyDecoder.character(numbers[0], modifiers));
      default -> Optional.empty(); // focus, sizes, places of the cursor
    };
  }

  private static Optional<KeyPress> numbered(int number, int modifiers) {
    Name name =
        switch (number) {
          case 1, 7 -> Name.HOME;
          case 2 -> Name.INSERT;
          case 3 -> Name.DELETE;
          case 4, 8 -> Name.END;
          case 5 -> Name.PAGE_UP;
          case 6 -> Name.PAGE_DOWN;
          default -> Name.OTHER;
        };
    return Optional.of(new KeyPress(name, 0, modifiers));
  }

  /// The first three parameters, and the kind of event that may stand behind the second.
  private static int[] numbers(String parameters) {
    int[] numbers = new int[4];
    int index = 0;
    int part = 0;
    for (int i = 0; i < parameters.length(); i++) {
      char c = parameters.charAt(i);
      if (c == ';') {
        index++;
        part = 0;
      } else if (c == ':') {
        part++;
      } else if (c >= '0' && c <= '9' && index < 3) {
        int place = part == 0 ? index : index == 1 && part == 1 ? 3 : -1;
        if (place >= 0 && numbers[place] < 0x110000) {
          numbers[place] = numbers[place] * 10 + (c - '0');
        }
      }
    }
    return numbers;
  }
}
