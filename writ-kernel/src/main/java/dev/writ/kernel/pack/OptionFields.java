// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.pack;

import dev.writ.kernel.json.JsonException;
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

  /// What `type` may say.
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
  OptionFields(Map<String, Fields> groups) throws JsonException {
    for (Map.Entry<String, Fields> group : groups.entrySet()) {
      this.groups.put(group.getKey(), own(group.getValue()));
    }
  }

  /// The options of a command or of a set of globals: its own first, then those that it uses.
  List<PackOption> all(Fields fields) throws JsonException {
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

  private static List<PackOption> own(Fields fields) throws JsonException {
    List<PackOption> own = new ArrayList<>();
    for (Fields option : fields.list("options", OPTION)) {
      own.add(option(option));
    }
    for (String flag : fields.words("flags")) {
      own.add(
          new PackOption(
              List.of(flag),
              Arity.NONE,
              new Value.Absent(),
              PackOption.Usage.FREE,
              Consequence.NONE));
    }
    return own;
  }

  private static PackOption option(Fields fields) throws JsonException {
    fields.require("names");
    List<String> names = fields.words("names");
    Value value = value(fields, Type.FLAG);
    boolean flag = value instanceof Value.Absent;
    Arity arity = fields.choice("value", Arity.values(), flag ? Arity.NONE : Arity.ANY);
    if (flag != (arity == Arity.NONE)) {
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

  static List<Positional> positionals(Fields fields, String key) throws JsonException {
    List<Positional> positionals = new ArrayList<>();
    for (Fields positional : fields.list(key, POSITIONAL)) {
      Value value = value(positional, Type.STRING);
      if (value instanceof Value.Absent) {
        throw positional.error("type", "type: a positional is no flag");
      }
      Count count = positional.choice("count", Count.values(), Count.ANY);
      positionals.add(
          new Positional(positional.text("name"), value, count, positional.words("unless")));
    }
    return positionals;
  }

  private static Value value(Fields fields, Type otherwise) throws JsonException {
    Type type = fields.choice("type", Type.values(), otherwise);
    check(fields, type);
    Optional<Pattern> pattern =
        fields.has("pattern") ? Optional.of(fields.pattern("pattern")) : Optional.empty();
    return switch (type) {
      case FLAG -> new Value.Absent();
      case STRING -> new Value.Words(pattern);
      case INTEGER ->
          new Value.Whole(
              fields.number("min", Long.MIN_VALUE), fields.number("max", Long.MAX_VALUE));
      case ENUM -> oneOf(fields);
      case PATH, GLOB ->
          new Value.PathName(fields.choice("access", Access.values(), Access.READ), pattern);
      case URL -> new Value.Address(pattern);
      case REVISION -> new Value.Revision();
      case SED_SCRIPT -> new Value.Script(Value.Language.SED);
      case AWK_PROGRAM -> new Value.Script(Value.Language.AWK);
    };
  }

  /// A key that means nothing for the type is a mistake.
  private static void check(Fields fields, Type type) throws JsonException {
    for (Map.Entry<String, Set<Type>> only : ONLY_FOR.entrySet()) {
      if (fields.has(only.getKey()) && !only.getValue().contains(type)) {
        throw fields.error(
            only.getKey(), only.getKey() + ": a " + Fields.word(type) + " value has none");
      }
    }
  }

  private static Value oneOf(Fields fields) throws JsonException {
    Set<String> values = Set.copyOf(fields.words("values"));
    if (values.isEmpty()) {
      throw fields.error("values", "values: an enum has at least one");
    }
    return new Value.OneOf(values);
  }

  static Consequence consequence(Fields fields) throws JsonException {
    return new Consequence(
        fields.choices("effect", PackEffect.values()),
        fields.choice("risk", Risk.values(), Risk.SAFE),
        fields.textOr("why", ""));
  }
}
