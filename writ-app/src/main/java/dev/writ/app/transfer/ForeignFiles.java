// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.transfer;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.command.parser.CommandPattern;
import dev.writ.kernel.policy.LineSecrets;
import dev.writ.kernel.policy.SecretMasker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reads the files that other agents have in a project: rules, permissions, servers and commands.
/// Links are not followed: a repository could name any file of the person's by one.
public final class ForeignFiles {
  private static final int MAX_BYTES = 256 * 1024;
  private static final String ALLOWLIST = "agent.terminal.allowlist";
  private static final String BLOCKED = "safety.blocked_commands";
  private static final String SERVERS = "mcpServers";

  /// Files of rules in words. Those that Writ reads where they are (`AGENTS.md`, `CLAUDE.md`) are
  /// none of them.
  private static final List<String> RULES =
      List.of(
          ".cursorrules",
          ".windsurfrules",
          ".clinerules",
          ".github/copilot-instructions.md",
          "GEMINI.md",
          "CONVENTIONS.md");

  private static final List<String> RULE_DIRECTORIES =
      List.of(".cursor/rules", ".windsurf/rules", ".clinerules", ".github/instructions");

  /// Files with servers, and the member that holds them.
  private static final Map<String, String> SERVER_FILES =
      Map.of(
          ".mcp.json", SERVERS,
          ".cursor/mcp.json", SERVERS,
          ".gemini/settings.json", SERVERS,
          ".vscode/mcp.json", "servers");

  private static final List<String> COMMAND_DIRECTORIES =
      List.of(".claude/commands", ".cursor/commands", ".gemini/commands", ".opencode/command");

  private static final List<String> PERMISSION_FILES =
      List.of(".claude/settings.json", ".claude/settings.local.json");

  private static final String SECRET =
      "it contains a secret, which must not stand in a file that is committed";

  private final Path root;
  private final SecretMasker masker = new SecretMasker(List.of());
  private final List<SettingsTransfer> found = new ArrayList<>();

  private ForeignFiles(Path root) {
    this.root = root;
  }

  /// Everything that is found in a project.
  ///
  /// @throws IOException where a directory can't be read
  public static List<SettingsTransfer> in(Path root) throws IOException {
    ForeignFiles files = new ForeignFiles(root.toRealPath());
    for (String name : RULES) {
      files.plain(name).ifPresent(text -> files.found.add(new SettingsTransfer.Rules(name, text)));
    }
    for (String directory : RULE_DIRECTORIES) {
      for (String name : files.below(directory)) {
        files
            .plain(name)
            .ifPresent(text -> files.found.add(new SettingsTransfer.Rules(name, text)));
      }
    }
    for (String name : PERMISSION_FILES) {
      files.object(name).ifPresent(json -> files.permissions(name, json));
    }
    SERVER_FILES.keySet().stream()
        .sorted()
        .forEach(name -> files.object(name).ifPresent(json -> files.servers(name, json)));
    for (String directory : COMMAND_DIRECTORIES) {
      for (String name : files.below(directory)) {
        String to = ".writ/commands/" + Path.of(name).getFileName();
        files
            .plain(name)
            .ifPresent(text -> files.found.add(new SettingsTransfer.Copy(name, to, text)));
      }
    }
    return List.copyOf(files.found);
  }

  /// The files of a directory, by name.
  private List<String> below(String directory) throws IOException {
    List<String> names = new ArrayList<>();
    Path place = root.resolve(directory);
    if (!Files.isDirectory(place) || !place.toRealPath().equals(place)) {
      return names;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(place, "*.{md,mdc,toml}")) {
      for (Path entry : entries) {
        names.add(directory + "/" + entry.getFileName());
      }
    }
    names.sort(String::compareTo);
    return names;
  }

  private boolean holdsSecret(String text) {
    return !masker.mask(text).equals(text);
  }

  /// A text that may be copied.
  private Optional<String> plain(String name) {
    Optional<String> text = text(name);
    if (text.filter(this::holdsSecret).isPresent()) {
      found.add(new SettingsTransfer.OmittedSetting(name, "the file", SECRET));
      return Optional.empty();
    }
    return text;
  }

  private Optional<String> text(String name) {
    Path file = root.resolve(name);
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          || !file.toRealPath().equals(file)) {
        return Optional.empty();
      }
      if (Files.size(file) > MAX_BYTES) {
        found.add(
            new SettingsTransfer.OmittedSetting(name, "the file", "it is larger than 256 KiB"));
        return Optional.empty();
      }
      return Optional.of(Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      found.add(
          new SettingsTransfer.OmittedSetting(
              name, "the file", "it cannot be read: " + e.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<Json.Obj> object(String name) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return ConfigDocument.json(text.get()).root() instanceof Json.Obj object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JsonException e) {
      String place = "line " + e.line() + ", column " + e.column();
      found.add(
          new SettingsTransfer.OmittedSetting(name, "the file", place + ": " + e.getMessage()));
      return Optional.empty();
    }
  }

  private void servers(String name, Json.Obj json) {
    Json.Obj servers = json.object(SERVER_FILES.getOrDefault(name, SERVERS));
    Map<String, Json> taken = new LinkedHashMap<>(servers.members());
    servers
        .members()
        .forEach(
            (server, settings) -> {
              List<String> secrets = ServerSecrets.in(settings, masker);
              if (!secrets.isEmpty()) {
                taken.remove(server);
                found.add(
                    new SettingsTransfer.OmittedSetting(name, server, SECRET + remedy(secrets)));
              }
            });
    if (!taken.isEmpty()) {
      found.add(new SettingsTransfer.ImportedSetting(name, SERVERS, new Json.Obj(taken)));
    }
  }

  /// How a person imports a server without its secrets.
  private static String remedy(List<String> settings) {
    return (": %s; write the name of a variable there, such as ${%s}, set that variable,"
            + " and import again")
        .formatted(String.join(", ", settings), variable(settings.getFirst()));
  }

  /// The name of the variable that a setting such as `env.DB_PASSWORD` is about.
  private static String variable(String setting) {
    String name = setting.substring(setting.lastIndexOf('.') + 1);
    return setting.startsWith("env.") ? name : name.toUpperCase(Locale.ROOT) + "_SECRET";
  }

  private void permissions(String name, Json.Obj json) {
    Json.Obj permissions = json.object("permissions");
    rules(name, permissions.items("allow"), ALLOWLIST);
    rules(name, permissions.items("deny"), BLOCKED);
    for (Json rule : permissions.items("ask")) {
      found.add(new SettingsTransfer.OmittedSetting(name, shown(rule), "Writ asks by default"));
    }
    if (!json.object("hooks").members().isEmpty()) {
      found.add(
          new SettingsTransfer.OmittedSetting(
              name, "hooks", "Writ reads them in place; writ trust hooks confirms them"));
    }
  }

  private void rules(String name, List<Json> rules, String key) {
    List<String> patterns = new ArrayList<>();
    for (Json rule : rules) {
      Optional<String> words = command(rule);
      String masked = masked(shown(rule), words.orElse(""));
      if (!masked.equals(shown(rule))) {
        found.add(new SettingsTransfer.OmittedSetting(name, masked, SECRET));
      } else if (words.isEmpty()) {
        found.add(
            new SettingsTransfer.OmittedSetting(
                name, shown(rule), "it is not a rule about one command"));
      } else if (!isReadable(key, words.get())) {
        found.add(
            new SettingsTransfer.OmittedSetting(
                name, shown(rule), "it is not in the command language"));
      } else {
        patterns.add(words.get());
      }
    }
    if (!patterns.isEmpty()) {
      found.add(new SettingsTransfer.ImportedSetting(name, key, Json.texts(patterns)));
    }
  }

  /// A rule without what its words give away.
  private String masked(String rule, String words) {
    List<String> secrets =
        CommandParser.parse(words) instanceof ParsedCommand.ParsedLine parsed
            ? LineSecrets.of(parsed.line())
            : List.of();
    return masker.mask(new SecretMasker(secrets).mask(rule));
  }

  private static boolean isReadable(String key, String words) {
    return key.equals(ALLOWLIST)
        ? CommandPattern.of(words).isPresent()
        : CommandParser.parse(words) instanceof ParsedCommand.ParsedLine;
  }

  private static String shown(Json rule) {
    return rule instanceof Json.Text(String text) ? text : rule.write();
  }

  /// The first words of the commands that a rule such as `Bash(npm test:*)` is about.
  private static Optional<String> command(Json rule) {
    if (!(rule instanceof Json.Text(String text))
        || !text.startsWith("Bash(")
        || !text.endsWith(")")) {
      return Optional.empty();
    }
    String words = text.substring("Bash(".length(), text.length() - 1).strip();
    if (words.endsWith(":*")) {
      words = words.substring(0, words.length() - 2).strip();
    } else if (words.endsWith(" *")) {
      words = words.substring(0, words.length() - 2).strip();
    }
    return words.isEmpty() || words.contains("*") ? Optional.empty() : Optional.of(words);
  }
}
