// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.gate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Words of invocations that nobody knows, as paths.
final class Addressed {
  /// `--name=VALUE`, `-x=VALUE`, `@FILE` and `name=@FILE` to be sent or obeyed, `file://PATH`.
  /// Properties as in `-Dname=VALUE` are for the program's program.
  private static final Pattern VALUE =
      Pattern.compile("(?s)(?:--[\\w.-]+=|-\\w=|\\w+=(?=@))?@?(?:(?i:file)://(?:localhost)?)?(.*)");

  private Addressed() {}

  /// The value of an option, and the file of which a word is the address; any other word is
  /// returned as it is.
  static String value(String word) {
    Matcher matcher = VALUE.matcher(word);
    return matcher.matches() ? matcher.group(1) : word;
  }

  /// Whether a word says by itself that it leads out of where a command runs.
  static boolean leadsOut(String word) {
    return word.startsWith("/")
        || word.startsWith("~")
        || word.equals("..")
        || word.startsWith("../")
        || word.contains("/../")
        || word.endsWith("/..");
  }
}
