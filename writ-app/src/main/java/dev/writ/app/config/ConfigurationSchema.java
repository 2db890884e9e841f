// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.base.json.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The configuration as a JSON Schema (draft 2020-12), for editors that check a file while it is
/// written. Names with dots are accepted besides nested ones, as the sources are.
public final class ConfigurationSchema {
  private static final Map<String, String> MEANINGS = KeyMeanings.all();

  private ConfigurationSchema() {}

  /// A section: keys and sections by name.
  private record Section(Map<String, Section> sections, Map<String, Json.Builder> keys) {
    Section() {
      this(new TreeMap<>(), new TreeMap<>());
    }

    void add(String name, Json.Builder key) {
      int dot = name.indexOf('.');
      if (dot < 0) {
        keys.put(name, key);
      } else {
        sections
            .computeIfAbsent(name.substring(0, dot), _ -> new Section())
            .add(name.substring(dot + 1), key);
      }
    }

    Json.Obj members(Json.Builder first) {
      Json.Builder all = first;
      for (Map.Entry<String, Json.Builder> key : keys.entrySet()) {
        Section section = sections.get(key.getKey());
        Json own = key.getValue().build();
        all =
            all.put(
                key.getKey(),
                section == null ? own : either(own, section.schema(Json.object(), Json.object())));
      }
      for (Map.Entry<String, Section> section : sections.entrySet()) {
        if (!keys.containsKey(section.getKey())) {
          Json.Obj nested = section.getValue().schema(Json.object(), Json.object());
          all = all.put(section.getKey(), nested);
        }
      }
      return all.build();
    }

    Json.Obj schema(Json.Builder head, Json.Builder first) {
      return head.put("type", "object")
          .put("properties", members(first))
          .put("additionalProperties", false)
          .build();
    }
  }

  private static Json either(Json one, Json other) {
    return Json.object().put("anyOf", new Json.Arr(List.of(one, other))).build();
  }

  /// The schema.
  public static Json.Obj schema() {
    Section root = new Section();
    Json.Builder dotted = Json.object();
    for (ConfigKey key : ConfigKeyTable.all()) {
      if (key.name().equals("tools.builtin")) {
        root.add(key.name(), tools(key));
      } else {
        root.add(key.name(), property(key, ""));
      }
      for (String alias : key.aliases()) {
        if (!alias.startsWith("tools.builtin.")) {
          root.add(alias, property(key, alias));
        }
      }
    }
    for (String name : ConfigKeyTable.names()) {
      if (name.contains(".") && !name.startsWith("tools.builtin")) {
        ConfigKey key = ConfigKeyTable.of(name).orElseThrow();
        dotted = dotted.put(name, property(key, name.equals(key.name()) ? "" : name).build());
      }
    }
    Json.Builder first = dotted.put("$schema", type("string").build());
    Json.Builder head =
        Json.object()
            .put("$schema", "https://json-schema.org/draft/2020-12/schema")
            .put("title", "Configuration of Writ")
            .put(
                "patternProperties",
                Json.object().put("^tools\\.builtin(\\.[a-z_]+)*$", Json.Obj.EMPTY).build());
    return root.schema(head, first);
  }

  private static Json.Builder type(String type) {
    return Json.object().put("type", type);
  }

  private static Json.Builder tools(ConfigKey key) {
    Json.Obj settings =
        type("object")
            .put(
                "properties",
                Json.object()
                    .put("enabled", type("boolean").build())
                    .put(
                        "timeout_seconds",
                        type("integer").put("minimum", 1).put("maximum", 3600).build())
                    .build())
            .put("additionalProperties", false)
            .build();
    return Json.object()
        .put("type", types("object"))
        .put("description", MEANINGS.getOrDefault(key.name(), ""))
        .put("additionalProperties", settings);
  }

  /// @param alias under which it is read; empty for its own name
  private static Json.Builder property(ConfigKey key, String alias) {
    if (alias.endsWith("sandbox_enabled")) {
      return type("boolean").put("deprecated", true).put("description", "use " + key.name());
    }
    Json.Builder property = Json.object();
    property =
        switch (key.kind()) {
          case TEXT -> property.put("type", types("string"));
          case WHOLE -> property.put("type", types("integer"));
          case NUMBER -> property.put("type", types("number"));
          case FLAG -> property.put("type", types("boolean"));
          case TEXTS -> property.put("type", types("array")).put("items", type("string").build());
          case LIST -> property.put("type", types("array"));
          case OBJECT -> property.put("type", types("object"));
        };
    if (KeyValues.range(key).isPresent()) {
      KeyValues.Range range = KeyValues.range(key).get();
      property = property.put("minimum", range.least()).put("maximum", range.most());
    }
    List<String> words = KeyValues.words(key);
    if (!words.isEmpty()) {
      property = property.put("enum", Json.texts(words));
    }
    if (!(key.fallback() instanceof Json.Null)) {
      property = property.put("default", key.fallback());
    }
    String meaning = MEANINGS.getOrDefault(key.name(), "");
    return alias.isEmpty()
        ? property.put(
            "description", ConfigKeyTable.inUse(key) ? meaning : meaning + " (not used yet)")
        : property.put("deprecated", true).put("description", "use " + key.name());
  }

  /// A null key counts as absent.
  private static Json types(String type) {
    return Json.texts(List.of(type, "null"));
  }
}
