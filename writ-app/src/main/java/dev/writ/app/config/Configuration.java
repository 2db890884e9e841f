// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.cli.UsageException;
import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The configuration in force: for each key its value and where it came from.
public final class Configuration {
  private final Map<String, Setting> settings = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private final Set<String> byProject = new LinkedHashSet<>();
  private final Map<String, Json> narrowed = new LinkedHashMap<>();

  /// The positions of values' parts.
  private final Map<String, String> places = new LinkedHashMap<>();

  /// A value and its origin.
  public record Setting(Json value, String origin) {}

  /// The defaults.
  public Configuration() {
    for (ConfigKey key : ConfigKeyTable.all()) {
      settings.put(key.name(), new Setting(key.fallback(), "default"));
    }
  }

  /// The defaults but for one value.
  public static Configuration only(ConfigKey key, Json value, String origin) {
    Configuration configuration = new Configuration();
    configuration.set(key, value, origin);
    return configuration;
  }

  /// Lays a value over what is there.
  void set(ConfigKey key, Json value, String origin) {
    byProject.remove(key.name());
    settings.put(key.name(), new Setting(value, origin));
  }

  /// Lays a value of a project's own file over what is there, as far as it may before trust.
  void setByProject(ConfigKey key, Json value, String origin) {
    switch (key.project()) {
      case FREE -> {
        set(key, value, origin);
        byProject.add(key.name());
      }
      case LOWER -> {
        boolean allowed =
            isDefault(key.name())
                || KeyValues.extent(key, value) <= KeyValues.extent(key, value(key.name()));
        setIf(allowed, key, value, origin);
        if (allowed) {
          byProject.add(key.name());
        }
      }
      case ADD -> set(key, union(value(key.name()), value), origin);
      case ONLY_TRUE -> setIf(value instanceof Json.Bool(boolean flag) && flag, key, value, origin);
      case ONLY_STRICT ->
          setIf(
              value instanceof Json.Text(String text) && text.equals("strict"), key, value, origin);
      case NARROW -> narrowed.put(key.name(), value);
      case NEVER, REFUSED -> setIf(false, key, value, origin);
    }
  }

  private void setIf(boolean allowed, ConfigKey key, Json value, String origin) {
    if (allowed) {
      set(key, value, origin);
    } else if (!value(key.name()).equals(value)) {
      warnings.add(
          origin
              + ": "
              + key.name()
              + " is ignored: a project's file cannot loosen it before writ trust config");
    }
  }

  private static Json union(Json first, Json second) {
    Set<Json> all = new LinkedHashSet<>();
    for (Json list : List.of(first, second)) {
      if (list instanceof Json.Arr(List<Json> items)) {
        all.addAll(items);
      }
    }
    return new Json.Arr(List.copyOf(all));
  }

  void place(Map<String, String> parts) {
    places.putAll(parts);
  }

  /// That a value can't be meant, with where it stands.
  ///
  /// @param message begins with its key, or with the names that lead to a part of it, and a colon
  public UsageException error(String message) {
    int end = message.indexOf(": ");
    String name = end < 0 ? message : message.substring(0, end);
    String part = "";
    while (!settings.containsKey(name)) {
      part = part.isEmpty() ? places.getOrDefault(name, "") : part;
      int cut = Math.max(name.lastIndexOf('.'), name.lastIndexOf('['));
      if (cut < 0) {
        return new UsageException(message);
      }
      name = name.substring(0, cut);
    }
    String origin = Objects.requireNonNull(settings.get(name)).origin();
    if (origin.equals("default")) {
      return new UsageException(message);
    }
    String file = origin.replaceFirst(":[0-9]+:[0-9]+$", ":"); // another source may stand above
    return new UsageException((part.startsWith(file) ? part : origin) + ": " + message);
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  /// Warnings for a person.
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /// All settings by name.
  public Map<String, Setting> settings() {
    return Map.copyOf(settings);
  }

  /// Whether the value is a project's own, which no person has confirmed.
  public boolean isByProject(String name) {
    return byProject.contains(name);
  }

  /// Whether nothing set the key.
  public boolean isDefault(String name) {
    Setting setting = settings.get(name);
    return setting != null && setting.origin().equals("default");
  }

  private Json value(String name) {
    Setting setting = settings.get(name);
    if (setting == null) {
      throw new IllegalStateException("there is no key " + name);
    }
    return setting.value();
  }

  /// A text, if one is set.
  public Optional<String> text(String name) {
    return value(name) instanceof Json.Text(String text) && !text.isEmpty()
        ? Optional.of(text)
        : Optional.empty();
  }

  /// A whole number, if one is set.
  public OptionalLong whole(String name) {
    return value(name) instanceof Json.Num number ? number.whole() : OptionalLong.empty();
  }

  /// A number, if one is set.
  public Optional<Double> number(String name) {
    return value(name) instanceof Json.Num(String literal)
        ? Optional.of(Double.valueOf(literal))
        : Optional.empty();
  }

  /// A flag.
  public boolean flag(String name) {
    return value(name) instanceof Json.Bool(boolean flag) && flag;
  }

  /// An object; empty where nothing is set.
  public Json.Obj object(String name) {
    return value(name) instanceof Json.Obj object ? object : Json.Obj.EMPTY;
  }

  /// A project file's additional narrowing of a key; empty if there is none.
  public Json.Obj narrowing(String name) {
    return narrowed.get(name) instanceof Json.Obj object ? object : Json.Obj.EMPTY;
  }

  /// A list's elements; none where nothing is set.
  public List<Json> items(String name) {
    return value(name) instanceof Json.Arr(List<Json> items) ? items : List.of();
  }

  /// A list of texts; empty where none is set.
  public List<String> texts(String name) {
    return value(name) instanceof Json.Arr(List<Json> items)
        ? items.stream()
            .filter(Json.Text.class::isInstance)
            .map(item -> ((Json.Text) item).value())
            .toList()
        : List.of();
  }
}
