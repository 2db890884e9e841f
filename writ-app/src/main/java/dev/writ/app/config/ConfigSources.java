// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.UsageException;
import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.SourcePosition;
import dev.writ.base.value.FailureReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads all sources, lowest first, each strictly: an unknown key, a wrong type or text that can't
/// be parsed is an error with file, line and column.
public final class ConfigSources {
  private static final long MAX_BYTES = 1024 * 1024;
  private static final String TOOLS = "tools.builtin";
  private static final Path SYSTEM = Path.of("/etc/writ");

  private final Map<String, String> environment;
  private final Path home;
  private final Path workspace;
  private final ProjectTrust trust;
  private final Configuration configuration = new Configuration();

  private ConfigSources(
      Map<String, String> environment, Path home, Path workspace, ProjectTrust trust) {
    this.trust = trust;
    this.environment = environment;
    this.home = home;
    this.workspace = workspace;
  }

  /// The source of a value, which decides its rights.
  private enum Authority {
    PERSON,
    PROJECT,
    /// A project's file that a person confirmed.
    TRUSTED
  }

  /// The project's place, and its confirmed files.
  public record ProjectSource(Path root, ProjectTrust trust) {}

  /// Reads the configuration in force.
  ///
  /// @param extra `--config`'s file
  /// @param commandLine keys that options of the command line set
  /// @throws UsageException where a source is wrong
  public static Configuration read(
      Map<String, String> environment,
      Path home,
      ProjectSource project,
      Optional<Path> extra,
      Map<String, Json> commandLine)
      throws UsageException {
    ConfigSources sources = new ConfigSources(environment, home, project.root(), project.trust());
    sources.files();
    if (extra.isPresent()) {
      if (!Files.isRegularFile(extra.get())) {
        throw new UsageException("--config: there is no file " + extra.get());
      }
      sources.file(extra.get(), Authority.PERSON);
    }
    sources.variables();
    for (Map.Entry<String, Json> entry : commandLine.entrySet()) {
      sources.set(entry.getKey(), entry.getValue(), "command line", Authority.PERSON);
    }
    sources.managed();
    return sources.configuration;
  }

  private void files() throws UsageException {
    either(SYSTEM.resolve("config.json"), SYSTEM.resolve("config.yaml"), Authority.PERSON);
    Path own = directory(environment, home);
    either(own.resolve("config.json"), own.resolve("config.yaml"), Authority.PERSON);
    Path dot = home.resolve(".writ.json");
    if (isThere(dot)) {
      file(dot, Authority.PERSON);
    }
    if (!workspace.equals(home)) {
      either(
          workspace.resolve(".writ.json"),
          workspace.resolve(".writ/config.yaml"),
          Authority.PROJECT);
    }
  }

  /// The person's own configuration directory. A variable with a relative path is ignored, as the
  /// XDG Base Directory Specification demands: it would be a directory of the project.
  public static Path directory(Map<String, String> environment, Path home) {
    String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
    return (xdg.startsWith("/") ? Path.of(xdg) : home.resolve(".config")).resolve("writ");
  }

  /// A data file of the person's own in that directory.
  public record DataFile(Path path, String text) {}

  /// The data file of that name, as JSON or YAML; empty where there is none.
  ///
  /// @throws UsageException where it can't be read, or where both are there
  public static Optional<DataFile> dataFile(Map<String, String> environment, Path home, String name)
      throws UsageException {
    Path json = directory(environment, home).resolve(name + ".json");
    Path yaml = json.resolveSibling(name + ".yaml");
    boolean hasJson = isThere(json);
    boolean hasYaml = isThere(yaml);
    if (hasJson && hasYaml) {
      throw new UsageException("both " + json + " and " + yaml + " exist; keep one of them");
    }
    Path file = hasYaml ? yaml : json;
    return hasJson || hasYaml ? Optional.of(new DataFile(file, text(file))) : Optional.empty();
  }

  /// Whether a configuration file is there.
  ///
  /// @throws UsageException where something else has its name: it would be passed over in silence
  static boolean isThere(Path file) throws UsageException {
    if (Files.isRegularFile(file)) {
      return true;
    }
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new UsageException(file + " is not a file: make it one, or remove it");
    }
    return false;
  }

  private void either(Path first, Path second, Authority authority) throws UsageException {
    boolean hasFirst = isThere(first);
    boolean hasSecond = isThere(second);
    if (hasFirst && hasSecond) {
      throw new UsageException("both " + first + " and " + second + " exist; keep one of them");
    }
    if (hasFirst) {
      file(first, authority);
    } else if (hasSecond) {
      file(second, authority);
    }
  }

  /// An organisation's rules stand above everything; only root may have written them.
  private void managed() throws UsageException {
    Path file = SYSTEM.resolve("managed.yaml");
    if (!Files.exists(file)) {
      return;
    }
    try {
      if (!Files.getAttribute(file, "unix:uid").equals(0)
          || ((int) Files.getAttribute(file, "unix:mode") & 0022) != 0) {
        throw new UsageException(file + " must belong to root and be writable by root only");
      }
    } catch (IOException e) {
      throw new UsageException(file + " cannot be checked: " + e.getMessage());
    }
    file(file, Authority.PERSON);
  }

  private void file(Path file, Authority authority) throws UsageException {
    String text = text(file);
    try {
      ConfigDocument document =
          file.toString().endsWith(".json") ? ConfigDocument.json(text) : ConfigDocument.yaml(text);
      if (!(document.root() instanceof Json.Obj root)) {
        throw document.error(document.root(), "a mapping of keys was expected");
      }
      demandOnce(document, "", root, new HashSet<>());
      walk(document, file, "", root, confirmed(file, text, root, authority));
    } catch (JsonException e) {
      throw new UsageException(file + ":" + e.line() + ":" + e.column() + ": " + e.getMessage());
    }
  }

  /// A project's file that sets what a stranger's may not is asked about; any other needs no trust.
  private Authority confirmed(Path file, String text, Json.Obj root, Authority authority) {
    if (authority != Authority.PROJECT || isFree(root, "")) {
      return authority;
    }
    return switch (trust.of(file, text)) {
      case TRUSTED -> Authority.TRUSTED;
      case NEVER -> Authority.PROJECT;
      case CHANGED -> {
        configuration.warn(
            file + " changed since it was confirmed; writ trust config shows the changes");
        yield Authority.PROJECT;
      }
    };
  }

  private static boolean isFree(Json.Obj object, String prefix) {
    return object.members().entrySet().stream()
        .allMatch(
            member ->
                ConfigKeyTable.of(prefix + member.getKey())
                    .map(
                        key ->
                            key.project() == ConfigKey.ProjectRights.FREE
                                && !key.name().startsWith("llm."))
                    .orElseGet(
                        () ->
                            member.getValue() instanceof Json.Obj nested
                                && isFree(nested, prefix + member.getKey() + ".")));
  }

  static String text(Path file) throws UsageException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new UsageException(file + " is larger than 1 MiB");
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (CharacterCodingException _) {
      throw new UsageException(file + " is not valid UTF-8");
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read: " + new FailureReason(e).words());
    }
  }

  /// Reads a file alone, as its source would be read.
  ///
  /// @param project whether it is a project's
  /// @throws UsageException where it is wrong
  static void check(Path file, boolean project) throws UsageException {
    new ConfigSources(Map.of(), file, file, ProjectTrust.NONE)
        .file(file, project ? Authority.PROJECT : Authority.PERSON);
  }

  /// A name with dots and nested names can say the same key twice, which the parser does not see.
  private static void demandOnce(
      ConfigDocument document, String prefix, Json.Obj object, Set<String> seen)
      throws JsonException {
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      String name = prefix + member.getKey();
      if (member.getValue() instanceof Json.Obj nested && isSection(name)) {
        demandOnce(document, name + ".", nested, seen);
      } else if (!seen.add(name)) {
        throw document.keyError(
            object, member.getKey(), "the key '" + name + "' occurs twice in this file");
      }
    }
  }

  private void walk(
      ConfigDocument document, Path file, String prefix, Json.Obj object, Authority authority)
      throws JsonException, UsageException {
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      String name = prefix + member.getKey();
      Json value = member.getValue();
      if (name.equals("$schema") && value instanceof Json.Text) {
        continue; // for editors
      }
      if (value instanceof Json.Obj nested && isSection(name)) {
        walk(document, file, name + ".", nested, authority);
        continue;
      }
      if (value instanceof Json.Null && isSection(name) && !isOfTools(name)) {
        continue; // as if it were not there
      }
      if (ConfigKeyTable.of(name).isEmpty() && isSection(name) && !isOfTools(name)) {
        throw document.error(
            value, name + ": a mapping of keys was expected, not " + ConfigKey.shown(value));
      }
      if (ConfigKeyTable.of(name).isEmpty() && !isOfTools(name)) {
        throw document.keyError(
            object,
            member.getKey(),
            "unknown key '"
                + ConfigKey.begin(name)
                + "'"
                + NearestWord.hint(ConfigKey.begin(name), ConfigKeyTable.namesAndSections()));
      }
      SourcePosition position = document.place(value);
      String origin = file + ":" + position.line() + ":" + position.column();
      if (isOfTools(name)) {
        set(TOOLS, ofTools(name, value), origin, authority);
      } else {
        set(name, value, origin, authority);
      }
      configuration.place(ValuePlaces.of(document, file, name, value));
    }
  }

  /// Whether it is the key of the built-in tools or in it, and no alias of another key.
  private static boolean isOfTools(String name) {
    return name.equals(TOOLS)
        || (name.startsWith(TOOLS + ".") && ConfigKeyTable.of(name).isEmpty());
  }

  /// Whether the mapping at that name contains keys and is not a value itself. Some names are both:
  /// the sources' `provider: NAME` and `provider: {type: NAME}`.
  private static boolean isSection(String name) {
    return isOfTools(name)
        || (ConfigKeyTable.names().stream().anyMatch(known -> known.startsWith(name + "."))
            && ConfigKeyTable.of(name)
                .filter(key -> key.kind() == ConfigKey.ConfigType.OBJECT)
                .isEmpty());
  }

  /// A value with the names that lead to it, over what is there.
  private Json ofTools(String name, Json value) {
    String[] names = name.substring(TOOLS.length()).split("\\.", 3);
    if (names.length < 2) {
      return value;
    }
    Map<String, Json> tools = new LinkedHashMap<>(configuration.object(TOOLS).members());
    Map<String, Json> settings = new LinkedHashMap<>();
    if (tools.get(names[1]) instanceof Json.Obj present) {
      settings.putAll(present.members());
    }
    if (names.length == 2) {
      tools.put(names[1], value);
    } else {
      settings.put(names[2], value);
      tools.put(names[1], new Json.Obj(settings));
    }
    return new Json.Obj(tools);
  }

  private void set(String name, Json value, String origin, Authority authority)
      throws UsageException {
    Optional<ConfigKey> key = ConfigKeyTable.of(name);
    if (key.isEmpty() || value instanceof Json.Null) {
      return;
    }
    if (name.equals("safety.sandbox_enabled") && value instanceof Json.Bool(boolean enabled)) {
      set("safety.sandbox", Json.of(enabled ? "auto" : "none"), origin, authority);
      return;
    }
    if (name.equals("version") && value instanceof Json.Num(String digits)) {
      set(name, Json.of(digits), origin, authority); // YAML reads 1.0 as a number
      return;
    }
    Optional<String> problem = key.get().problem(value);
    if (problem.isPresent()) {
      throw new UsageException(origin + ": " + name + ": " + problem.get());
    }
    reportUnused(key.get(), value, origin, authority);
    switch (authority) {
      case PERSON -> configuration.set(key.get(), value, origin);
      case TRUSTED, PROJECT -> {
        if (key.get().project() == ConfigKey.ProjectRights.REFUSED) {
          throw new UsageException(
              origin
                  + ": "
                  + name
                  + " must not be in a project's file; use your own, or the environment");
        }
        if (authority == Authority.TRUSTED) {
          configuration.set(key.get(), value, origin);
        } else {
          configuration.setByProject(key.get(), value, origin);
        }
      }
    }
  }

  /// A key that nothing reads is never silently without effect.
  private void reportUnused(ConfigKey key, Json value, String origin, Authority authority)
      throws UsageException {
    if (ConfigKeyTable.inUse(key) || value.equals(key.fallback())) {
      return;
    }
    Optional<String> refusal = ConfigKeyTable.refusal(key);
    if (refusal.isPresent() && authority == Authority.PERSON) {
      throw new UsageException(origin + ": " + key.name() + ": " + refusal.get() + "; remove it");
    }
    configuration.warn(origin + ": " + key.name() + " has no effect in this version");
  }

  private void variables() throws UsageException {
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      if (!KeyVariables.isOurs(name)) {
        continue;
      }
      Optional<ConfigKey> key = KeyVariables.key(name);
      if (key.isEmpty()) {
        configuration.warn("the variable " + name + " does not name a key and is ignored");
        continue;
      }
      Json value = KeyText.value(key.get(), variable.getValue());
      set(key.get().name(), value, "environment variable " + name, Authority.PERSON);
    }
  }
}
