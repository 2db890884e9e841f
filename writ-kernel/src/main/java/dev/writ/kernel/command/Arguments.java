// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.kernel.command;

import java.util.ArrayList;
import java.util.List;

/// The arguments of a command, split into options and operands as most programs do it: options may
/// stand behind operands, and all behind `--` is an operand.
record Arguments(List<String> options, List<Word> operands) {
  static Arguments of(Command command) {
    List<String> options = new ArrayList<>();
    List<Word> operands = new ArrayList<>();
    boolean ended = false;
    for (Word word : command.arguments()) {
      String text = word.plain();
      if (!ended && text.equals("--")) {
        ended = true;
      } else if (!ended && text.startsWith("-") && text.length() > 1) {
        options.add(text);
      } else {
        operands.add(word);
      }
    }
    return new Arguments(options, operands);
  }

  /// Whether one of these letters is among the options, alone or bundled, or that long option in
  /// full or abbreviated.
  boolean has(String letters, String longOption) {
    return options.stream()
        .anyMatch(
            option ->
                option.startsWith("--")
                    ? longOption.startsWith(option.replaceFirst("=.*", ""))
                    : option.chars().anyMatch(letter -> letters.indexOf(letter) >= 0));
  }
}
