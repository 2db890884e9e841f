// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.List;

/// The environment needed to expand all words to literal words.
public interface WordExpansion {
  /// The paths that a pattern matches, in order, written as the pattern is: relative to the
  /// directory where the pattern is relative. Nothing where it matches nothing: the pattern then
  /// stays as its text, as in POSIX. Implementations limit how many there are.
  ///
  /// @param directory where the command runs, empty for the working directory itself
  List<String> glob(CommandWord.Pattern pattern, String directory);

  /// The absolute path of the person's home directory.
  String home();

  /// The absolute path of the working directory.
  String place();

  /// Whether a line may change what patterns match: then those that stand behind it are expanded
  /// when it has run.
  default boolean mayChange(CommandLine line) {
    return true;
  }
}
