// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the secret values in the text of a secret file: values assigned to a name that indicates a
/// secret, values with the form of a key, and the lines of key blocks.
public final class SecretValues {
  /// `NAME=value`, `name: value`, `"name":"value"`, `//host/:_name=value`.
  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          "(?:export\\s+|\\S*:(?=_))?[\"']?([A-Za-z_][\\w./-]*)"
              + "(?:[\"']?\\s*=\\s*|[\"']\\s*:\\s*|\\s*:\\s+)(.*)");

  private static final Pattern SPEAKING =
      Pattern.compile(
          "key|token|secret|pass|pwd|cred|auth|private|dsn|salt|webhook|signing|cookie");

  /// `scheme://user:password@host`
  private static final Pattern IN_ADDRESS = Pattern.compile("://[^/\\s:@]*:([^/\\s@]+)@");

  private static final Pattern KEY_LINE = Pattern.compile("[A-Za-z0-9+/]{32,}={0,2}");

  /// `password WORD` of netrc(5).
  private static final Pattern WORD = Pattern.compile("password\\s+(\\S+)");

  private static final int MIN_UNNAMED_CHARS = 12;
  private static final int MOST_VALUES = 2_000;

  /// Placeholders, and values that occur in many texts.
  private static final Set<String> ORDINARY =
      Set.of(
          "postgres",
          "password",
          "changeme",
          "secret",
          "example",
          "default",
          "undefined",
          "localhost",
          "development",
          "production",
          "staging",
          "disabled",
          "enabled");

  /// Words that, as part of a name, mark its value as a secret.
  private static final Set<String> TELLING =
      Set.of(
          "password",
          "passwd",
          "passphrase",
          "pass",
          "pwd",
          "token",
          "secret",
          "apikey",
          "auth",
          "authorization",
          "credential",
          "credentials",
          "key",
          "dsn",
          "webhook",
          "cookie",
          "bearer",
          "pat");

  /// Words that also occur in names of other values: there the value decides, too.
  private static final Set<String> AMBIGUOUS = Set.of("key", "auth", "pass", "pat", "cookie");

  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

  private SecretValues() {}

  /// Whether a value that a command line assigns to a name is a secret.
  ///
  /// @param name of a variable or an option
  public static boolean isGivenTo(String name, String value) {
    if (isOrdinary(value)) {
      return false;
    }
    boolean ambiguous = false;
    for (String word : BETWEEN_WORDS.split(name, -1)) {
      String plain = word.toLowerCase(Locale.ROOT);
      if (TELLING.contains(plain) && !AMBIGUOUS.contains(plain)) {
        return true;
      }
      ambiguous |= AMBIGUOUS.contains(plain);
    }
    return ambiguous && looksLikeKey(value);
  }

  /// The values of files' contents.
  public static List<String> of(List<String> contents) {
    Set<String> values = new LinkedHashSet<>();
    for (String content : contents) {
      content.lines().limit(MOST_VALUES).forEach(line -> add(line.strip(), values));
    }
    return values.stream().limit(MOST_VALUES).toList();
  }

  private static void add(String line, Set<String> values) {
    if (line.startsWith("#") || line.startsWith(";") || line.startsWith("-----")) {
      return;
    }
    if (KEY_LINE.matcher(line).matches()) {
      values.add(line);
      return;
    }
    group(IN_ADDRESS, line, values);
    group(WORD, line, values);
    Matcher assignment = ASSIGNMENT.matcher(line);
    if (assignment.matches()) {
      String name = assignment.group(1).toLowerCase(Locale.ROOT);
      String value = unquoted(assignment.group(2));
      boolean speaking = SPEAKING.matcher(name).find();
      if (!isOrdinary(value) && (speaking || looksLikeKey(value))) {
        values.add(value);
      }
    } else if (line.indexOf(' ') < 0) { // pgpass and kin: the last field
      String field = line.substring(line.lastIndexOf(':') + 1);
      if (looksLikeKey(field)) {
        values.add(field);
      }
    }
  }

  private static void group(Pattern pattern, String line, Set<String> values) {
    Matcher matcher = pattern.matcher(line);
    while (matcher.find()) {
      if (!isOrdinary(matcher.group(1))) {
        values.add(matcher.group(1));
      }
    }
  }

  /// Whether a value is a placeholder or occurs in many texts.
  static boolean isOrdinary(String value) {
    return value.length() < SecretMasker.MIN_SECRET_CHARS
        || ORDINARY.contains(value.toLowerCase(Locale.ROOT))
        || value.startsWith("${")
        || value.startsWith("/")
        || value.chars().distinct().count() == 1;
  }

  private static boolean looksLikeKey(String value) {
    return value.length() >= MIN_UNNAMED_CHARS
        && value.indexOf(' ') < 0
        && !value.contains("://")
        && value.chars().anyMatch(Character::isDigit)
        && value.chars().anyMatch(Character::isLetter);
  }

  private static String unquoted(String text) {
    String value = text.strip();
    if (value.endsWith(",")) {
      value = value.substring(0, value.length() - 1);
    }
    for (String quote : List.of("\"", "'")) {
      int end = value.indexOf(quote, 1);
      if (value.startsWith(quote) && end > 0) {
        return value.substring(1, end);
      }
    }
    int comment = value.indexOf(" #");
    return comment < 0 ? value : value.substring(0, comment).strip();
  }
}
