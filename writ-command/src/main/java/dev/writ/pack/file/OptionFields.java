// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.base.json.JsonException;
import dev.writ.pack.schema.CommandConsequence;
import dev.writ.pack.schema.OptionArity;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackOption;
import dev.writ.pack.schema.PathAccess;
import dev.writ.pack.schema.PositionalArgument;
import dev.writ.pack.schema.RiskLevel;
import dev.writ.pack.schema.ValueRule;
import dev.writ.pack.schema.WordCount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Reads the parts of a pack file that say what options and positionals are.
final class OptionFields {
  static final Set<String> OPTION =
      Set.of(
          "names",
          "type",
          "value",
          "access",
          "values",
          "pattern",
          "min",
          "max",
          "required",
          "repeatable",
          "conflicts",
          "effect",
          "risk",
          "why");
  static final Set<String> POSITIONAL =
      Set.of("name", "type", "access", "values", "pattern", "min", "max", "count", "unless");

  /// The values of `type`.
  enum Type {
    FLAG,
    STRING,
    INTEGER,
    ENUM,
    PATH,
    GLOB,
    URL,
    REVISION,
    SED_SCRIPT,
    AWK_PROGRAM
  }

  private static final Map<String, Set<Type>> ONLY_FOR =
      new TreeMap<>(
          Map.of(
              "access", Set.of(Type.PATH, Type.GLOB),
              "values", Set.of(Type.ENUM),
              "pattern", Set.of(Type.STRING, Type.PATH, Type.GLOB, Type.URL),
              "min", Set.of(Type.INTEGER),
              "max", Set.of(Type.INTEGER)));

  private final Map<String, List<PackOption>> groups = new HashMap<>();

  /// @param groups options that several commands have, by name
  OptionFields(Map<String, PackFields> groups) throws JsonException {
    for (Map.Entry<String, PackFields> group : groups.entrySet()) {
      this.groups.put(group.getKey(), own(group.getValue()));
    }
  }

  /// The options of a command or of a set of globals: its own first, then those that it uses.
  List<PackOption> all(PackFields fields) throws JsonException {
    List<PackOption> all = new ArrayList<>(own(fields));
    for (String name : fields.words("uses")) {
      List<PackOption> group = groups.get(name);
      if (group == null) {
        throw fields.error("uses", "uses: there is no group '" + name + "'");
      }
      all.addAll(group);
    }
    return all;
  }

  private static List<PackOption> own(PackFields fields) throws JsonException {
    List<PackOption> own = new ArrayList<>();
    for (PackFields option : fields.list("options", OPTION)) {
      own.add(option(option));
    }
    for (String flag : fields.words("flags")) {
      own.add(
          new PackOption(
              List.of(flag),
              OptionArity.NONE,
              new ValueRule.NoValue(),
              PackOption.Usage.FREE,
              CommandConsequence.NONE));
    }
    return own;
  }

  private static PackOption option(PackFields fields) throws JsonException {
    fields.require("names");
    List<String> names = fields.words("names");
    ValueRule value = value(fields, Type.FLAG);
    boolean flag = value instanceof ValueRule.NoValue;
    OptionArity arity =
        fields.choice("value", OptionArity.values(), flag ? OptionArity.NONE : OptionArity.ANY);
    if (flag != (arity == OptionArity.NONE)) {
      throw fields.error("value", "value: only a flag takes none");
    }
    return new PackOption(
        names,
        arity,
        value,
        new PackOption.Usage(
            fields.flag("required", false),
            fields.flag("repeatable", true),
            fields.words("conflicts")),
        consequence(fields));
  }

  static List<PositionalArgument> positionals(PackFields fields, String key) throws JsonException {
    List<PositionalArgument> positionals = new ArrayList<>();
    for (PackFields positional : fields.list(key, POSITIONAL)) {
      ValueRule value = value(positional, Type.STRING);
      if (value instanceof ValueRule.NoValue) {
        throw positional.error("type", "type: a positional is not a flag");
      }
      WordCount count = positional.choice("count", WordCount.values(), WordCount.ANY);
      positionals.add(
          new PositionalArgument(
              positional.text("name"), value, count, positional.words("unless")));
    }
    return positionals;
  }

  private static ValueRule value(PackFields fields, Type otherwise) throws JsonException {
    Type type = fields.choice("type", Type.values(), otherwise);
    check(fields, type);
    Optional<Pattern> pattern =
        fields.has("pattern") ? Optional.of(fields.pattern("pattern")) : Optional.empty();
    return switch (type) {
      case FLAG -> new ValueRule.NoValue();
      case STRING -> new ValueRule.Words(pattern);
      case INTEGER ->
          new ValueRule.WholeNumber(
              fields.number("min", Long.MIN_VALUE), fields.number("max", Long.MAX_VALUE));
      case ENUM -> oneOf(fields);
      case PATH, GLOB ->
          new ValueRule.PathName(
              fields.choice("access", PathAccess.values(), PathAccess.READ), pattern);
      case URL -> new ValueRule.Address(pattern);
      case REVISION -> new ValueRule.GitRevision();
      case SED_SCRIPT -> new ValueRule.ScriptValue(ValueRule.Language.SED);
      case AWK_PROGRAM -> new ValueRule.ScriptValue(ValueRule.Language.AWK);
    };
  }

  /// A key that means nothing for the type is a mistake.
  private static void check(PackFields fields, Type type) throws JsonException {
    for (Map.Entry<String, Set<Type>> only : ONLY_FOR.entrySet()) {
      if (fields.has(only.getKey()) && !only.getValue().contains(type)) {
        throw fields.error(
            only.getKey(), only.getKey() + ": a " + PackFields.word(type) + " value has none");
      }
    }
  }

  private static ValueRule oneOf(PackFields fields) throws JsonException {
    Set<String> values = Set.copyOf(fields.words("values"));
    if (values.isEmpty()) {
      throw fields.error("values", "values: an enum has at least one");
    }
    return new ValueRule.OneOf(values);
  }

  static CommandConsequence consequence(PackFields fields) throws JsonException {
    return new CommandConsequence(
        fields.choices("effect", PackEffect.values()),
        fields.choice("risk", RiskLevel.values(), RiskLevel.SAFE),
        fields.textOr("why", ""));
  }
}
