// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import java.util.regex.Pattern;

/// What can be told of a text that isn't read yet. Reading it early might want a part of the line
/// too soon.
final class TextAhead {
  private static final Pattern STATUS = Pattern.compile("\\$\\{?\\?|exit(?![ \\t]+[0-9])");

  private static final Pattern FOLLOWED =
      Pattern.compile("[ \\t]*[;\n]\\s*(?!(?:fi|done|else|elif|then)\\b)[A-Za-z_./\"'$\\[(]");

  private TextAhead() {}

  /// Whether it may ask how what stands before it ended.
  static boolean asksForStatus(CharSequence text) {
    return STATUS.matcher(text).find();
  }

  /// Whether it surely begins with another command of the same list.
  static boolean goesOn(CharSequence text) {
    return FOLLOWED.matcher(text).lookingAt();
  }
}
