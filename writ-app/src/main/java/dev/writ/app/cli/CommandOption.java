// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.cli;

/// An option of the command line.
///
/// @param name the long form without dashes
/// @param letter the short form, NUL where there is none
/// @param value what its value is called in the help; empty for a flag
public record CommandOption(String name, char letter, String value, String help) {
  /// A flag.
  public static CommandOption flag(String name, String help) {
    return new CommandOption(name, '\0', "", help);
  }

  /// An option with a value.
  public static CommandOption valued(String name, String value, String help) {
    return new CommandOption(name, '\0', value, help);
  }

  /// An option whose value may be left out: the next argument is its value unless it is an option.
  public static CommandOption optional(String name, String value, String help) {
    return new CommandOption(name, '\0', "[" + value + "]", help);
  }

  /// The same with a short form.
  public CommandOption letter(char short1) {
    return new CommandOption(name, short1, value, help);
  }

  /// How it is written, with the name of its value.
  public String line() {
    return "--" + name + (value.isEmpty() ? "" : " " + value);
  }

  /// Whether a word of the command line is its long or its short form.
  boolean isNamed(String word) {
    return word.equals("--" + name) || (letter != 0 && word.equals("-" + letter));
  }

  boolean isValueOptional() {
    return value.startsWith("[");
  }

  boolean takesValue() {
    return !value.isEmpty();
  }
}
