// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A variable where its value is to stand: `$NAME`, `${NAME}`, and `${NAME%END}` and its relatives,
/// which take a beginning or an end away.
///
/// @param trim which end is taken away: `%` or `#`, doubled for as much as possible; or nothing
/// @param affix what is taken away, without its star
/// @param star whether anything may stand on the far side of it
/// @param length of its text
record ParameterExpansion(String name, String trim, String affix, boolean star, int length) {
  private static final Pattern FORM =
      Pattern.compile(
          "\\$(?:([A-Za-z_]\\w*)|\\{([A-Za-z_]\\w*)(?:(%%?|##?)(\\*?)([\\w./:,@+=-]+)(\\*?))?\\})");

  /// What a shell may take for an expansion behind a `$`; other ASCII characters leave it a letter.
  private static final String EXPANDS = "{([@*#?-$!_`";

  /// The one that stands at that index, if there is one.
  static Optional<ParameterExpansion> at(CharSequence text, int index) {
    Matcher matcher = FORM.matcher(text).region(index, text.length());
    if (!matcher.lookingAt()) {
      return Optional.empty();
    }
    int length = matcher.end() - index;
    if (matcher.group(1) != null) {
      return Optional.of(new ParameterExpansion(matcher.group(1), "", "", false, length));
    }
    if (matcher.group(3) == null) {
      return Optional.of(new ParameterExpansion(matcher.group(2), "", "", false, length));
    }
    boolean end = matcher.group(3).startsWith("%");
    boolean far = !matcher.group(end ? 6 : 4).isEmpty();
    boolean near = !matcher.group(end ? 4 : 6).isEmpty();
    return near
        ? Optional.empty()
        : Optional.of(
            new ParameterExpansion(
                matcher.group(2), matcher.group(3), matcher.group(5), far, length));
  }

  /// Whether a shell may expand a `$` in double quotes before that letter.
  static boolean expands(char next) {
    return next >= 0x7F || Character.isLetterOrDigit(next) || EXPANDS.indexOf(next) >= 0;
  }

  /// What stands there where the variable has that value.
  String of(String value) {
    boolean most = trim.length() == 2;
    if (trim.startsWith("%")) {
      int at =
          star
              ? (most ? value.indexOf(affix) : value.lastIndexOf(affix))
              : value.length() - affix.length();
      return at >= 0 && value.startsWith(affix, at) ? value.substring(0, at) : value;
    }
    if (trim.startsWith("#")) {
      int at = star ? (most ? value.lastIndexOf(affix) : value.indexOf(affix)) : 0;
      return at >= 0 && value.startsWith(affix, at) ? value.substring(at + affix.length()) : value;
    }
    return value;
  }
}
