// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.JsonException;
import dev.writ.pack.reading.PackGrammar;
import dev.writ.pack.schema.OptionDialect;
import dev.writ.pack.schema.OptionsEnd;
import dev.writ.pack.schema.Pack;
import dev.writ.pack.schema.PackCommand;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackExample;
import dev.writ.pack.schema.PackOption;
import dev.writ.pack.schema.PackVersion;
import dev.writ.pack.schema.RiskLevel;
import dev.writ.pack.schema.ToolNeeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads a pack file, YAML or JSON, strictly: an unknown key, a wrong type, a missing key, a bad
/// version, a duplicate id is an error at its line and column. `packs/pack.schema.json` says the
/// same to editors.
public final class PackFile {
  static final Set<String> PACK =
      Set.of(
          "tool",
          "version",
          "binary",
          "sha256",
          "summary",
          "dialect",
          "groups",
          "globals",
          "commands",
          "caches",
          "stores",
          "outputs",
          "proxy",
          "hosts",
          "takes",
          "examples");
  static final Set<String> GROUP = Set.of("flags", "options");
  static final Set<String> GLOBALS = Set.of("after", "anywhere", "flags", "options", "uses");
  static final Set<String> COMMAND =
      Set.of(
          "id",
          "words",
          "effect",
          "risk",
          "why",
          "uses",
          "flags",
          "options",
          "positionals",
          "behind_dashes",
          "options_end");
  static final Set<String> EXAMPLES = Set.of("match", "not_match");
  static final Set<String> MATCH = Set.of("line", "id", "risk", "effect");
  static final Set<String> NOT_MATCH = Set.of("line");

  private static final Pattern TOOL = Pattern.compile("[a-z0-9][a-z0-9._+-]{0,39}");
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9._+-]{0,99}");
  private static final Pattern HOST = Pattern.compile("[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63}){1,9}");
  private static final Pattern TAKEN =
      Pattern.compile("\\*?[A-Za-z0-9._-]{1,40}(/[A-Za-z0-9._-]{1,40}){0,9}");
  private static final Pattern BINARY =
      Pattern.compile("(\\./)?[A-Za-z0-9\\[][A-Za-z0-9._+-]{0,39}");

  private final PackFields root;
  private final OptionFields options;

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  private PackFile(ConfigDocument document) throws JsonException {
    root = PackFields.of(document, document.root(), PACK);
    options = new OptionFields(root.objects("groups", GROUP));
  }

  /// Reads a pack.
  ///
  /// @param name the file's name, for messages; `.json` makes it JSON, all else is YAML
  /// @throws PackException where the text is not exactly a pack
  public static Pack read(String name, String text) throws PackException {
    try {
      return of(document(name, text));
    } catch (JsonException e) {
      throw new PackException(name, e);
    }
  }

  /// Whether a tool could have that name; none contains a slash.
  public static boolean isTool(String name) {
    return TOOL.matcher(name).matches();
  }

  static ConfigDocument document(String name, String text) throws JsonException {
    return name.endsWith(".json") ? ConfigDocument.json(text) : ConfigDocument.yaml(text);
  }

  static Pack of(ConfigDocument document) throws JsonException {
    return new PackFile(document).pack();
  }

  private Pack pack() throws JsonException {
    String tool = root.matching("tool", TOOL);
    List<Pack.Globals> globals = globals();
    return new Pack(
        title(tool),
        root.choice("dialect", OptionDialect.values(), OptionDialect.GNU),
        globals,
        commands(tool, globals),
        new ToolNeeds(
            root.words("caches"),
            root.words("stores"),
            root.words("outputs"),
            root.texts("proxy"),
            words("hosts", HOST, "a host name"),
            words("takes", TAKEN, "a file's name")),
        examples());
  }

  private List<String> words(String key, Pattern shape, String what) throws JsonException {
    List<String> words = root.words(key);
    for (String word : words) {
      if (!shape.matcher(word).matches()) {
        throw root.error(key, key + ": '" + word + "' is not " + what);
      }
    }
    return words;
  }

  private Pack.Title title(String tool) throws JsonException {
    Optional<PackVersion> version = PackVersion.of(root.text("version"));
    if (version.isEmpty()) {
      throw root.error("version", "version: three numbers were expected, such as 1.0.0");
    }
    root.require("binary");
    List<String> binaries = root.words("binary");
    for (String binary : binaries) {
      if (!BINARY.matcher(binary).matches()) {
        throw root.error("binary", "binary: '" + binary + "' is not the name of a program");
      }
    }
    Set<String> digests = new HashSet<>(root.words("sha256"));
    for (String digest : digests) {
      if (!DIGEST.matcher(digest).matches()) {
        throw root.error("sha256", "sha256: 64 hexadecimal digits were expected, not " + digest);
      }
    }
    return new Pack.Title(tool, version.get(), binaries, digests, root.text("summary"));
  }

  private List<Pack.Globals> globals() throws JsonException {
    List<Pack.Globals> globals = new ArrayList<>();
    for (PackFields fields : root.list("globals", GLOBALS)) {
      globals.add(
          new Pack.Globals(
              fields.words("after"), fields.flag("anywhere", false), options.all(fields)));
    }
    return globals;
  }

  private List<PackCommand> commands(String tool, List<Pack.Globals> globals) throws JsonException {
    List<PackCommand> commands = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (PackFields fields : root.list("commands", COMMAND)) {
      PackCommand command = command(fields, globals);
      if (!command.id().equals(tool) && !command.id().startsWith(tool + ".")) {
        throw fields.error("id", "the command id '" + command.id() + "' must begin with " + tool);
      }
      if (!ids.add(command.id())) {
        throw fields.error("id", "the command id '" + command.id() + "' is a duplicate");
      }
      commands.add(command);
    }
    if (commands.isEmpty()) {
      throw root.error("commands", "commands: at least one was expected");
    }
    return commands;
  }

  private PackCommand command(PackFields fields, List<Pack.Globals> globals) throws JsonException {
    String id = fields.matching("id", ID);
    List<String> words = fields.words("words");
    List<PackOption> all = new ArrayList<>(options.all(fields));
    for (Pack.Globals group : globals) {
      if (group.anywhere() && PackGrammar.startsWith(words, group.after())) {
        all.addAll(group.options());
      }
    }
    fields.require("effect");
    return new PackCommand(
        id,
        words,
        OptionFields.consequence(fields),
        new PackCommand.Syntax(
            all,
            OptionFields.positionals(fields, "positionals"),
            OptionFields.positionals(fields, "behind_dashes"),
            fields.choice("options_end", OptionsEnd.values(), OptionsEnd.NEVER)));
  }

  private List<PackExample> examples() throws JsonException {
    PackFields fields = root.object("examples", EXAMPLES);
    List<PackExample> examples = new ArrayList<>();
    for (PackFields match : fields.list("match", MATCH)) {
      examples.add(
          new PackExample.MatchingExample(
              line(match),
              match.text("id"),
              match.choice("risk", RiskLevel.values(), RiskLevel.SAFE),
              match.has("effect")
                  ? Optional.of(match.choices("effect", PackEffect.values()))
                  : Optional.empty()));
    }
    for (PackFields notMatch : fields.list("not_match", NOT_MATCH)) {
      examples.add(new PackExample.NotMatch(line(notMatch)));
    }
    return examples;
  }

  private static List<String> line(PackFields fields) throws JsonException {
    fields.require("line");
    return fields.words("line");
  }
}
