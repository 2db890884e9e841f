// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.policy;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the secrets in a command line by the names of variables and options that they are assigned
/// to, whatever their form. The command receives them; its records do not.
public final class LineSecrets {
  /// Options whose value is `name:password`, of curl and many like it.
  private static final Set<String> ACCOUNTS = Set.of("-u", "--user", "-U", "--proxy-user");

  /// The same in one word.
  private static final Pattern ACCOUNT =
      Pattern.compile("^(?:-u|-U|--user=|--proxy-user=)[^:]+:(.+)");

  /// A password within a word: in a connection's text, a form, a JSON object.
  private static final Pattern WITHIN =
      Pattern.compile("(?i)(?:password|passwd)(?:=|[\"']\\s*:\\s*[\"'])([^\"'\\s&;,]+)");

  /// Names that end in a word which says it, without anything between (`PGPASSWORD`).
  private static final Pattern ENDING = Pattern.compile("(?i)(?:password|passwd)$");

  /// A setting of npm's, whose value is the next word.
  private static final Pattern SETTING = Pattern.compile(".*:_(?:authToken|auth|password)");

  /// Short options of programs that mean something else in most.
  private static final Map<String, String> SHORT =
      Map.of("sshpass", "-p", "redis-cli", "-a", "mysql", "-p", "mysqldump", "-p", "mariadb", "-p");

  private static final Set<String> REGISTRIES = Set.of("docker", "podman", "helm");

  private LineSecrets() {}

  /// The secrets of a line.
  public static List<String> of(CommandLine line) {
    Set<String> found = new LinkedHashSet<>();
    for (Command command : line.commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        inner.command().environment().forEach((name, value) -> add(name, value, found));
        words(inner.command().argv(), found);
      }
      command.environment().forEach((name, value) -> add(name, value, found));
      words(command.argv(), found);
    }
    return List.copyOf(found);
  }

  /// The secrets of one command's words, the program first.
  public static List<String> in(List<String> argv) {
    Set<String> found = new LinkedHashSet<>();
    words(argv, found);
    return List.copyOf(found);
  }

  /// Whether a value is a secret because of the name of the variable or option that it is for.
  public static boolean isSecret(String name, String value) {
    return SecretValues.isGivenTo(ENDING.matcher(name).find() ? "password" : name, value);
  }

  /// The text of a line as records have it.
  public static String recorded(CommandLine line) {
    return new SecretMasker(of(line)).mask(line.text());
  }

  private static void words(List<String> argv, Set<String> found) {
    String program = argv.getFirst().substring(argv.getFirst().lastIndexOf('/') + 1);
    boolean registry = REGISTRIES.contains(program) && argv.contains("login");
    String option = registry ? "-p" : SHORT.getOrDefault(program, "");
    for (int i = 0; i < argv.size(); i++) {
      String word = argv.get(i);
      String next = i + 1 < argv.size() ? argv.get(i + 1) : "";
      int equals = word.indexOf('=');
      if (equals > 0) {
        add(word.substring(0, equals), word.substring(equals + 1), found);
      } else if (word.startsWith("--") && !next.startsWith("-")) {
        add(word, next, found);
      }
      if (!option.isEmpty() && word.startsWith(option)) {
        add("password", word.equals(option) ? next : word.substring(option.length()), found);
      }
      if (SETTING.matcher(word).matches()) {
        add("password", next, found);
      }
      group(ACCOUNT.matcher(word), found);
      group(WITHIN.matcher(word), found);
      if (ACCOUNTS.contains(word) && next.indexOf(':') >= 0) {
        add("password", next.substring(next.indexOf(':') + 1), found);
      }
    }
  }

  private static void group(Matcher matcher, Set<String> found) {
    while (matcher.find()) {
      add("password", matcher.group(1), found);
    }
  }

  private static void add(String name, String value, Set<String> found) {
    if (isSecret(name, value)) {
      found.add(value);
    }
  }
}
