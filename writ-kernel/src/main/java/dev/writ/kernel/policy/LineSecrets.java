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
  /// Options whose value is `name:password`, of curl and many like it (`name%password` of Samba).
  private static final Set<String> ACCOUNTS = Set.of("-u", "--user", "-U", "--proxy-user");

  /// The same in one word.
  private static final Pattern ACCOUNT =
      Pattern.compile("^(?:-u|-U|--user=|--proxy-user=)[^:%]+[:%](.+)");

  /// The same without its option.
  private static final Pattern NAMED = Pattern.compile("[^:%]+[:%](.+)");

  /// A header of HTTP, also behind its option.
  private static final Pattern HEADER = Pattern.compile("^(?:-H|--header=)?([\\w-]+):\\s*(.+)");

  /// A name behind which its value is the next word, where a program's settings are written.
  private static final Pattern SETTING_NAME = Pattern.compile("(?:[\\w/:-]+\\.)*([\\w-]+)");

  /// A password within a word: in a connection's text, a form, a JSON object, behind OpenSSL's
  /// `pass:`.
  private static final Pattern WITHIN =
      Pattern.compile("(?i)(?:(?:password|passwd)(?:=|[\"']\\s*:\\s*[\"'])|^pass:)([^\"'\\s&;,]+)");

  /// Names that end in a word which says it, without anything between (`PGPASSWORD`), and `_PASS`
  /// of variables.
  private static final Pattern ENDING = Pattern.compile("(?:(?i:password|passwd)|_PASS)$");

  /// A setting of npm's, whose value is the next word.
  private static final Pattern SETTING = Pattern.compile(".*:_(?:authToken|auth|password)");

  /// Short options of programs that mean something else in most.
  private static final Map<String, String> SHORT =
      Map.ofEntries(
          Map.entry("sshpass", "-p"),
          Map.entry("redis-cli", "-a"),
          Map.entry("mysql", "-p"),
          Map.entry("mysqldump", "-p"),
          Map.entry("mariadb", "-p"),
          Map.entry("zip", "-P"),
          Map.entry("7z", "-p"),
          Map.entry("7za", "-p"),
          Map.entry("ldapsearch", "-w"),
          Map.entry("ldapadd", "-w"),
          Map.entry("ldapmodify", "-w"),
          Map.entry("sqlcmd", "-P"),
          Map.entry("bcp", "-P"),
          Map.entry("mosquitto_pub", "-P"),
          Map.entry("mosquitto_sub", "-P"),
          Map.entry("twine", "-p"));

  /// Programs of which `-a` is for `name:password`.
  private static final Set<String> CLIENTS = Set.of("http", "https", "xh");

  /// Programs whose last word is a password, behind this word.
  private static final Map<String, String> LAST = Map.of("vault", "login", "htpasswd", "-b");

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
    boolean configures = argv.contains("config") || argv.contains("configure");
    for (int i = 0; i < argv.size(); i++) {
      String word = argv.get(i);
      String next = i + 1 < argv.size() ? argv.get(i + 1) : "";
      assigned(word, next, configures, found);
      if (!option.isEmpty() && word.startsWith(option)) {
        add("password", word.equals(option) ? next : word.substring(option.length()), found);
      }
      group(ACCOUNT.matcher(word), found);
      group(WITHIN.matcher(word), found);
      if (ACCOUNTS.contains(word) || (word.equals("-a") && CLIENTS.contains(program))) {
        group(NAMED.matcher(next), found);
      }
    }
    String last = argv.getLast();
    if (argv.size() > 2 && argv.get(1).equals(LAST.get(program)) && last.indexOf('=') < 0) {
      add("password", last, found);
    }
  }

  /// What a word says a value is for: itself, or the next one.
  private static void assigned(String word, String next, boolean configures, Set<String> found) {
    int equals = word.indexOf('=');
    if (equals > 0) {
      add(word.substring(0, equals), word.substring(equals + 1), found);
    } else if (word.startsWith("--") && !next.startsWith("-")) {
      add(word, next, found);
    }
    Matcher header = HEADER.matcher(word);
    if (header.matches()) {
      add(header.group(1), header.group(2), found);
    }
    Matcher setting = SETTING_NAME.matcher(word);
    if (configures && setting.matches()) {
      add(setting.group(1), next, found);
    }
    if (SETTING.matcher(word).matches()) {
      add("password", next, found);
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
