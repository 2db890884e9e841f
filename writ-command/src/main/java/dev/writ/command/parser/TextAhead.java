// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Facts about the text that is not read yet. Reading it early might request a part of the line too
/// soon.
final class TextAhead {
  private static final Pattern STATUS = Pattern.compile("\\$\\{?\\?|exit(?![ \\t]+[0-9])");

  private static final Pattern FOLLOWED =
      Pattern.compile("[ \\t]*[;\n]\\s*(?!(?:fi|done|else|elif|then)\\b)[A-Za-z_./\"'$\\[(]");

  private TextAhead() {}

  /// The last place that may use the status of the commands before; -1 if there is none.
  static int lastAsk(CharSequence text) {
    Matcher matcher = STATUS.matcher(text);
    int last = -1;
    while (matcher.find()) {
      last = matcher.start();
    }
    return last;
  }

  /// Whether from there on it surely begins with another command of the same list.
  static boolean goesOn(CharSequence text, int from) {
    return FOLLOWED.matcher(text).region(from, text.length()).lookingAt();
  }
}
