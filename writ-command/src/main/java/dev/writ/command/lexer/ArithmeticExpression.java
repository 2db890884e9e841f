// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The content of a `$((…))`, as far as every shell reads it alike: whole numbers, variables with
/// such values, `+ - * / %` and parentheses.
final class ArithmeticExpression {
  /// Without a zero before it, which makes it octal, and short enough for every shell.
  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,17})");

  private static final int MAX_DEPTH = 50;

  private final String text;
  private final Function<String, @Nullable String> variables;
  private int at;
  private int depth;

  private ArithmeticExpression(String text, Function<String, @Nullable String> variables) {
    this.text = text;
    this.variables = variables;
  }

  /// Its value, null where it isn't such an expression, or a shell would fail at it.
  static @Nullable String value(String text, Function<String, @Nullable String> variables) {
    try {
      return Long.toString(new ArithmeticExpression(text, variables).whole());
    } catch (ArithmeticException e) {
      return null; // also where it divides by zero, or is too large
    }
  }

  private long whole() {
    long value = sum();
    if (next() != '\0') {
      throw unknown();
    }
    return value;
  }

  private long sum() {
    long value = product();
    for (char sign = next(); sign == '+' || sign == '-'; sign = next()) {
      at++;
      value = sign == '+' ? Math.addExact(value, product()) : Math.subtractExact(value, product());
    }
    return value;
  }

  private long product() {
    long value = factor();
    for (char sign = next(); sign == '*' || sign == '/' || sign == '%'; sign = next()) {
      at++;
      long other = factor();
      value =
          switch (sign) {
            case '*' -> Math.multiplyExact(value, other);
            case '/' -> Math.divideExact(value, other);
            default -> value % other;
          };
    }
    return value;
  }

  private long factor() {
    char letter = next();
    if (++depth > MAX_DEPTH) {
      throw unknown();
    }
    long value;
    if (letter == '(') {
      at++;
      value = sum();
      if (next() != ')') {
        throw unknown();
      }
      at++;
    } else if (letter == '-' || letter == '+') {
      boolean counts = at > 0 && text.charAt(at - 1) == letter; // `--` counts down in some shells
      at++;
      if (counts || (at < text.length() && text.charAt(at) == letter)) {
        throw unknown();
      }
      value = letter == '-' ? Math.negateExact(factor()) : factor();
    } else {
      value = number();
    }
    depth--;
    return value;
  }

  private long number() {
    int start = at;
    while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || isUnderscore())) {
      at++;
    }
    String word = text.substring(start, at);
    String value = WordBuilder.isName(word) ? variables.apply(word) : word;
    if (value == null || !NUMBER.matcher(value).matches()) {
      throw unknown();
    }
    return Long.parseLong(value);
  }

  private boolean isUnderscore() {
    return text.charAt(at) == '_';
  }

  /// The next non-blank character; NUL at the end.
  private char next() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    return at == text.length() ? '\0' : text.charAt(at);
  }

  private static ArithmeticException unknown() {
    return new ArithmeticException("no expression of this kind");
  }
}
