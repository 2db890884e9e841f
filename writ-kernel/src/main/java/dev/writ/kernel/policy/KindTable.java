// Implements: docs/spec/09-intents-and-hooks.md §9.3 (Kind and tool compatibility)
package dev.writ.kernel.policy;

import dev.writ.base.json.Json;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.intent.IntentKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The tools that each kind of intent allows.
///
/// @param name the profile's name in the configuration
/// @param rows what each kind allows; one without a row allows nothing
/// @param readingNeedsIntent whether even reading must be declared, and every tool must be named
public record KindTable(String name, Map<IntentKind, Row> rows, boolean readingNeedsIntent) {

  /// The default profile, by effect class.
  public static final KindTable STANDARD =
      new KindTable(
          "standard",
          Map.of(
              IntentKind.CODE,
              Row.of(EffectClass.READ, EffectClass.WRITE, EffectClass.EXECUTE, EffectClass.NETWORK),
              IntentKind.DEBUG,
              Row.of(EffectClass.READ, EffectClass.EXECUTE),
              IntentKind.ANALYZE,
              Row.of(EffectClass.READ),
              IntentKind.PLAN,
              Row.of(EffectClass.READ),
              IntentKind.WRITE_FILE,
              Row.of(EffectClass.READ, EffectClass.WRITE),
              IntentKind.READ_FILE,
              Row.of(EffectClass.READ),
              IntentKind.EXECUTE,
              Row.of(EffectClass.READ, EffectClass.EXECUTE)),
          /* readingNeedsIntent= */ false);

  /// The strict profile, tool by tool.
  public static final KindTable STRICT =
      new KindTable(
          "strict",
          Map.of(
              IntentKind.ANALYZE, Row.of("read_file"),
              IntentKind.DEBUG, Row.of("read_file"),
              IntentKind.READ_FILE, Row.of("read_file"),
              IntentKind.CODE, Row.of("write_file", "apply_patch"),
              IntentKind.WRITE_FILE, Row.of("write_file"),
              IntentKind.EXECUTE, Row.of("run_command")),
          /* readingNeedsIntent= */ true);

  public KindTable {
    rows = rows.isEmpty() ? Map.of() : new EnumMap<>(rows);
  }

  /// The tools of one kind.
  ///
  /// @param classes every tool of these effect classes
  /// @param tools these tools by name
  /// @param within nothing that this one doesn't allow too
  public record Row(Set<EffectClass> classes, Set<String> tools, Optional<Row> within) {
    /// Allows no tool.
    static final Row NONE = new Row(Set.of(), Set.of(), Optional.empty());

    public Row {
      classes = Set.copyOf(classes);
      tools = Set.copyOf(tools);
    }

    private static Row of(EffectClass... classes) {
      return new Row(Set.of(classes), Set.of(), Optional.empty());
    }

    private static Row of(String... tools) {
      return new Row(Set.of(), Set.of(tools), Optional.empty());
    }

    boolean allows(String tool, EffectClass effectClass) {
      return (tools.contains(tool) || classes.contains(effectClass))
          && (within.isEmpty() || within.get().allows(tool, effectClass));
    }

    private Json json() {
      Set<String> words = new TreeSet<>(tools);
      classes.forEach(effectClass -> words.add(effectClass.word()));
      Json own = Json.texts(List.copyOf(words));
      return within.isEmpty()
          ? own
          : Json.object().put("of", own).put("within", within.get().json()).build();
    }
  }

  /// Rows as the configuration writes them: a kind, and words that are effect classes or tools.
  ///
  /// @throws IllegalArgumentException if a kind is unknown or a row is not a list of words
  public static Map<IntentKind, Row> rows(Json.Obj object) {
    Map<IntentKind, Row> rows = new EnumMap<>(IntentKind.class);
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      if (!(member.getValue() instanceof Json.Arr(List<Json> items))) {
        throw new IllegalArgumentException(member.getKey() + ": a list was expected");
      }
      Set<EffectClass> classes = new TreeSet<>();
      Set<String> tools = new TreeSet<>();
      for (Json item : items) {
        if (!(item instanceof Json.Text(String word)) || word.isBlank()) {
          throw new IllegalArgumentException(
              member.getKey() + ": effect classes or names of tools were expected");
        }
        effectClass(word).ifPresentOrElse(classes::add, () -> tools.add(word));
      }
      rows.put(kind(member.getKey()), new Row(classes, tools, Optional.empty()));
    }
    return rows;
  }

  private static IntentKind kind(String word) {
    for (IntentKind kind : IntentKind.values()) {
      if (kind.name().equals(word.toUpperCase(Locale.ROOT))) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "there is no kind '" + word + "'; there are " + List.of(IntentKind.values()));
  }

  private static Optional<EffectClass> effectClass(String word) {
    for (EffectClass effectClass : EffectClass.values()) {
      if (effectClass.word().equals(word)) {
        return Optional.of(effectClass);
      }
    }
    return Optional.empty();
  }

  /// The same with other rows for some kinds: a person's own table.
  public KindTable with(Map<IntentKind, Row> others) {
    Map<IntentKind, Row> all = new EnumMap<>(IntentKind.class);
    all.putAll(rows);
    all.putAll(others);
    return new KindTable(name, all, readingNeedsIntent);
  }

  /// The same table, in which some kinds are narrowed to these rows: the part that a project may
  /// set.
  public KindTable within(Map<IntentKind, Row> limits) {
    Map<IntentKind, Row> all = new EnumMap<>(IntentKind.class);
    all.putAll(rows);
    limits.forEach((kind, limit) -> all.computeIfPresent(kind, (_, row) -> narrowed(row, limit)));
    return new KindTable(name, all, readingNeedsIntent);
  }

  private static Row narrowed(Row row, Row limit) {
    return new Row(
        row.classes(),
        row.tools(),
        Optional.of(row.within().isEmpty() ? limit : narrowed(row.within().get(), limit)));
  }

  /// Whether a tool may be used under a kind. Control tools change nothing outside the session and
  /// are free, but in a profile that names every tool.
  public boolean allows(IntentKind kind, String tool, EffectClass effectClass) {
    if (effectClass == EffectClass.CONTROL && !readingNeedsIntent) {
      return true;
    }
    Row row = rows.get(kind);
    return row != null && row.allows(tool, effectClass);
  }

  /// The kinds that would allow a tool.
  public List<IntentKind> allowing(String tool, EffectClass effectClass) {
    List<IntentKind> kinds = new ArrayList<>();
    for (IntentKind kind : IntentKind.values()) {
      if (allows(kind, tool, effectClass)) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  /// The table as data: its name alone where it is a shipped one.
  public Json json() {
    if (equals(STANDARD) || equals(STRICT)) {
      return Json.of(name);
    }
    Json.Builder json = Json.object().put("profile", name);
    rows.forEach((kind, row) -> json.put(kind.name(), row.json()));
    return json.build();
  }
}
