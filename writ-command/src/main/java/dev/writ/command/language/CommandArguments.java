// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.language;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The arguments of a command, split into options and operands as most programs do it: options may
/// stand behind operands, and all behind `--` is an operand.
public record CommandArguments(List<String> options, List<CommandWord> operands) {
  private static final Pattern VALUE = Pattern.compile("=.*");

  public static CommandArguments of(Command command) {
    List<String> options = new ArrayList<>();
    List<CommandWord> operands = new ArrayList<>();
    boolean ended = false;
    for (CommandWord word : command.arguments()) {
      String text = word.plain();
      if (!ended && text.equals("--")) {
        ended = true;
      } else if (!ended && text.startsWith("-") && text.length() > 1) {
        options.add(text);
      } else {
        operands.add(word);
      }
    }
    return new CommandArguments(options, operands);
  }

  /// Whether one of these letters is among the options, alone or bundled, or that long option in
  /// full or abbreviated.
  public boolean has(String letters, String longOption) {
    for (String option : options) {
      if (option.startsWith("--")
          ? longOption.startsWith(VALUE.matcher(option).replaceFirst(""))
          : hasLetter(option, letters)) {
        return true;
      }
    }
    return false;
  }

  /// Whether one of these letters is in an option.
  public static boolean hasLetter(String option, String letters) {
    for (int i = 0; i < option.length(); i++) {
      if (letters.indexOf(option.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }
}
