// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import java.util.List;
import java.util.Set;
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

  /// `https://user:VALUE@host`; the whole account is left out.
  private static final Pattern ACCOUNT =
      Pattern.compile(
          "(?<=://)(?:[^/\\s:@'\"<>]*:(?![0-9]{1,5}/)(?<value>[^\\s@'\"<>]+)@)(?=[A-Za-z0-9\\[])");

  /// `https://VALUE@host`, where the value is no name of a person.
  private static final Pattern KEY_ACCOUNT =
      Pattern.compile("(?<=://)(?<value>[^/\\s:@'\"<>]{12,512})@(?=[A-Za-z0-9\\[])");

  /// Where what stands without quotes is no value.
  private static final Set<SettingsForm> CODE = Set.of(SettingsForm.SCRIPT, SettingsForm.CODE);

  private static final SecretMasker SHAPES = new SecretMasker(List.of());

  public SettingsSecrets {
    values = List.copyOf(values);
  }

  /// Takes the secrets out of a text.
  ///
  /// @param path where a tool keeps it
  public static SettingsSecrets of(String path, String text) {
    return SettingsForm.isOther(path, text)
        ? new SettingsSecrets(text, false, List.of())
        : of(SettingsForm.of(path), text);
  }

  static SettingsSecrets of(SettingsForm form, String text) {
    SecretPlaces places = new SecretPlaces(text);
    form.find(text, places);
    String left = places.left();
    for (Pattern pattern : List.of(ELEMENT, HEADER_ELEMENT, ATTRIBUTE)) {
      left = without(pattern, left, places);
    }
    left = lines(form, left, places);
    left = ACCOUNT.matcher(left).replaceAll(match -> account(match, places));
    left = KEY_ACCOUNT.matcher(left).replaceAll(match -> key(match, places));
    left = SHAPES.mask(left).replace(SecretMasker.MASK + "@", "").replace(SecretMasker.MASK, "");
    return new SettingsSecrets(left, !left.equals(text), places.values());
  }

  private static String without(Pattern pattern, String text, SecretPlaces places) {
    return pattern.matcher(text).replaceAll(match -> emptied(match, "value", places));
  }

  private static String lines(SettingsForm form, String text, SecretPlaces places) {
    return LINE.matcher(text)
        .replaceAll(
            match -> {
              String group =
                  match.group("double") != null
                      ? "double"
                      : match.group("single") != null ? "single" : "plain";
              String name = match.group("name");
              String value = match.group(group).strip();
              boolean code = CODE.contains(form) && group.equals("plain");
              return !code && SecretPlaces.isSecret(name, value)
                  ? emptied(match, group, places)
                  : Matcher.quoteReplacement(match.group());
            });
  }

  private static String key(MatchResult match, SecretPlaces places) {
    return LineSecrets.isSecret("key", match.group("value"))
        ? account(match, places)
        : Matcher.quoteReplacement(match.group());
  }

  private static String account(MatchResult match, SecretPlaces places) {
    String value = match.group("value");
    if (SecretPlaces.isVariable(value)) {
      return Matcher.quoteReplacement(match.group());
    }
    places.look(value);
    return "";
  }

  /// The match with a part of it empty, unless that names a variable or is encrypted.
  private static String emptied(MatchResult match, String group, SecretPlaces places) {
    String value = match.group(group);
    if (value.isBlank() || SecretPlaces.isVariable(value)) {
      return Matcher.quoteReplacement(match.group());
    }
    places.look(value.strip());
    int start = match.end(group) - match.start() - value.stripLeading().length();
    int end = start + value.strip().length();
    String whole = match.group();
    return Matcher.quoteReplacement(whole.substring(0, start) + whole.substring(end));
  }
}
