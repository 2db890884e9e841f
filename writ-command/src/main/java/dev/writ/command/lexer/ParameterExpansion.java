// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The value of a variable: `$NAME`, `${NAME}`, `${NAME%END}` and related forms, which remove a
/// prefix or suffix, and `${NAME:-TEXT}` and related forms, which provide another text for a
/// missing value.
///
/// @param operator what is done with the value: `%` or `#` take an end of it away, doubled for as
///     much as possible; `-` and `:-` put the operand in the place of none; or nothing
/// @param operand what is taken away, without its star, or what stands for no value
/// @param star whether anything may stand on the far side of what is taken away
/// @param length of its text
record ParameterExpansion(String name, String operator, String operand, boolean star, int length) {
  private static final Pattern FORM =
      Pattern.compile(
          "\\$(?:([A-Za-z_]\\w*)|\\{([A-Za-z_]\\w*)"
              + "(?:(%%?|##?)(\\*?)([\\w./:,@+=-]+)(\\*?)|(:?-)([\\w./:,@+= -]*))?\\})");

  /// Characters that a shell may treat as an expansion after a `$`; after other ASCII characters it
  /// is a letter.
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
    String name = matcher.group(2);
    if (matcher.group(7) != null) {
      return Optional.of(
          new ParameterExpansion(name, matcher.group(7), matcher.group(8), false, length));
    }
    if (matcher.group(3) == null) {
      return Optional.of(new ParameterExpansion(name, "", "", false, length));
    }
    boolean end = matcher.group(3).startsWith("%");
    boolean far = !matcher.group(end ? 6 : 4).isEmpty();
    boolean near = !matcher.group(end ? 4 : 6).isEmpty();
    return near
        ? Optional.empty()
        : Optional.of(
            new ParameterExpansion(name, matcher.group(3), matcher.group(5), far, length));
  }

  /// Whether a shell may expand a `$` in double quotes before that letter.
  static boolean expands(char next) {
    return next >= 0x7F || Character.isLetterOrDigit(next) || EXPANDS.indexOf(next) >= 0;
  }

  /// The value, null if unknown.
  @Nullable String of(LineVariables variables) {
    String value = variables.value(name);
    return value != null
        ? of(value)
        : operator.endsWith("-") && variables.isUnset(name) ? operand : null;
  }

  /// The result if the variable has that value.
  private String of(String value) {
    boolean most = operator.length() == 2;
    return switch (operator) {
      case "%", "%%" -> {
        int at =
            star
                ? (most ? value.indexOf(operand) : value.lastIndexOf(operand))
                : value.length() - operand.length();
        yield at >= 0 && value.startsWith(operand, at) ? value.substring(0, at) : value;
      }
      case "#", "##" -> {
        int at = star ? (most ? value.lastIndexOf(operand) : value.indexOf(operand)) : 0;
        yield at >= 0 && value.startsWith(operand, at)
            ? value.substring(at + operand.length())
            : value;
      }
      case ":-" -> value.isEmpty() ? operand : value;
      default -> value;
    };
  }
}
