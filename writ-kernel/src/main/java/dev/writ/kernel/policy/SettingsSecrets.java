// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The settings of a tool without their secrets: passwords and tokens become empty, the rest stays
/// as it is, so that the tool works as before where it needs none of them. Forms are those of
/// Maven, Gradle, NuGet, Cargo and Git: elements and attributes of XML, and lines of names and
/// values.
///
/// @param text without secrets
/// @param any whether there were any
/// @param values the secrets to look for in other texts, but for those that [SecretMasker] finds by
///     their shape
public record SettingsSecrets(String text, boolean any, List<String> values) {
  /// `<password>VALUE</password>`
  private static final Pattern ELEMENT =
      Pattern.compile("<((?i:password|passphrase|token|secret|apikey))>(?<value>[^<]*+)</\\1>");

  /// `<name>Private-Token</name> <value>VALUE</value>`, a header that Maven sends.
  private static final Pattern HEADER_ELEMENT =
      Pattern.compile(
          "<name>\\s*(?i:authorization|[a-z-]{0,32}(?:token|key|secret|password))\\s*</name>\\s*"
              + "<value>(?<value>[^<]*+)</value>");

  /// `<add key="ClearTextPassword" value="VALUE" />`
  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "key\\s*=\\s*\"(?=[^\"]*(?i:password|token|apikey|secret))[^\"]*+\"\\s++"
              + "value\\s*=\\s*\"(?<value>[^\"]*)\"");

  /// `name = VALUE`, `name=VALUE`, `name 'VALUE'`, with or without quotes.
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^[ \\t]*(?<name>[\\w.\"-]+)[ \\t]*(?:[=:][ \\t]*|[ \\t](?=[\"']))"
              + "(?:\"(?<double>[^\"\\r\\n]*)\"|'(?<single>[^'\\r\\n]*)'|(?<plain>[^\"'\\r\\n]+))");

  /// A header that Git sends to a server.
  private static final Pattern EXTRA_HEADER = Pattern.compile("(?i)extraheader");

  /// `https://user:VALUE@host`; the whole account is left out.
  private static final Pattern ACCOUNT =
      Pattern.compile("(?<=://)(?:[^/\\s:@'\"<>]*:(?<value>[^/\\s@'\"<>]+)@)(?=[A-Za-z0-9\\[])");

  private static final SecretMasker SHAPES = new SecretMasker(List.of());

  public SettingsSecrets {
    values = List.copyOf(values);
  }

  /// Takes the secrets out of a text.
  public static SettingsSecrets of(String text) {
    List<String> values = new ArrayList<>();
    String left = text;
    for (Pattern pattern : List.of(ELEMENT, HEADER_ELEMENT, ATTRIBUTE)) {
      left = without(pattern, left, values);
    }
    left = lines(left, values);
    left = ACCOUNT.matcher(left).replaceAll(match -> account(match, values));
    left = SHAPES.mask(left).replace(SecretMasker.MASK + "@", "").replace(SecretMasker.MASK, "");
    return new SettingsSecrets(left, !left.equals(text), values);
  }

  private static String without(Pattern pattern, String text, List<String> values) {
    return pattern.matcher(text).replaceAll(match -> emptied(match, "value", values));
  }

  private static String lines(String text, List<String> values) {
    return LINE.matcher(text)
        .replaceAll(
            match -> {
              String group =
                  match.group("double") != null
                      ? "double"
                      : match.group("single") != null ? "single" : "plain";
              String name = match.group("name");
              String value = match.group(group).strip();
              return EXTRA_HEADER.matcher(name).find() || LineSecrets.isSecret(name, value)
                  ? emptied(match, group, values)
                  : Matcher.quoteReplacement(match.group());
            });
  }

  private static String account(MatchResult match, List<String> values) {
    String value = match.group("value");
    if (isVariable(value)) {
      return Matcher.quoteReplacement(match.group());
    }
    add(value, values);
    return "";
  }

  /// The match with a part of it empty, unless that names a variable or is encrypted.
  private static String emptied(MatchResult match, String group, List<String> values) {
    String value = match.group(group);
    if (value.isBlank() || isVariable(value)) {
      return Matcher.quoteReplacement(match.group());
    }
    add(value.strip(), values);
    int start = match.end(group) - match.start() - value.stripLeading().length();
    int end = start + value.strip().length();
    String whole = match.group();
    return Matcher.quoteReplacement(whole.substring(0, start) + whole.substring(end));
  }

  /// A word that many texts have is not looked for in them.
  private static void add(String value, List<String> values) {
    if (!SecretValues.isOrdinary(value)) {
      values.add(value);
    }
  }

  /// `${env.TOKEN}`, `$TOKEN`, `%TOKEN%`, `{encrypted}` (Maven's password encryption).
  private static boolean isVariable(String given) {
    String value = given.strip();
    return value.startsWith("$")
        || (value.startsWith("%") && value.endsWith("%"))
        || (value.startsWith("{") && value.endsWith("}"));
  }
}
