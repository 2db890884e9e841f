// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.base.schema;

import dev.writ.base.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The type of a value that a tool takes.
public sealed interface ValueType {
  /// The type as JSON Schema. Bounds are left out where only a mistake would meet them: a model
  /// pays for every byte, and the check is made anyway.
  Json.Builder schema();

  /// The errors of a value at `where`.
  Optional<String> problem(String where, Json value);

  /// A text of at most so many characters.
  record TextType(int maxChars) implements ValueType {
    @Override
    public Json.Builder schema() {
      return named("string");
    }

    @Override
    public Optional<String> problem(String where, Json value) {
      if (!(value instanceof Json.Text(String text))) {
        return mismatch(where, "a string", value);
      }
      return text.length() > maxChars
          ? Optional.of(where + ": longer than " + maxChars + " characters")
          : Optional.empty();
    }
  }

  /// A whole number within bounds, both included.
  record WholeType(long min, long max) implements ValueType {
    @Override
    public Json.Builder schema() {
      return named("integer");
    }

    @Override
    public Optional<String> problem(String where, Json value) {
      OptionalLong whole = value instanceof Json.Num number ? number.whole() : OptionalLong.empty();
      if (whole.isEmpty()) {
        return mismatch(where, "a whole number", value);
      }
      return whole.getAsLong() < min || whole.getAsLong() > max
          ? Optional.of(where + ": must be from " + min + " to " + max)
          : Optional.empty();
    }
  }

  /// `true` or `false`.
  record Flag() implements ValueType {
    @Override
    public Json.Builder schema() {
      return named("boolean");
    }

    @Override
    public Optional<String> problem(String where, Json value) {
      return value instanceof Json.Bool
          ? Optional.empty()
          : mismatch(where, "true or false", value);
    }
  }

  /// One of some words.
  record ChoiceType(List<String> words) implements ValueType {
    public ChoiceType {
      words = List.copyOf(words);
    }

    @Override
    public Json.Builder schema() {
      return named("string").put("enum", Json.texts(words));
    }

    @Override
    public Optional<String> problem(String where, Json value) {
      return value instanceof Json.Text(String word) && words.contains(word)
          ? Optional.empty()
          : Optional.of(where + ": must be one of " + String.join(", ", words));
    }
  }

  /// A list of at most so many items.
  record ListOf(ValueType item, int maxItems) implements ValueType {
    @Override
    public Json.Builder schema() {
      return named("array").put("items", item.schema().build());
    }

    @Override
    public Optional<String> problem(String where, Json value) {
      if (!(value instanceof Json.Arr(List<Json> items))) {
        return mismatch(where, "an array", value);
      }
      if (items.size() > maxItems) {
        return Optional.of(where + ": more than " + maxItems + " items");
      }
      for (int i = 0; i < items.size(); i++) {
        Optional<String> problem = item.problem(where + "[" + i + "]", items.get(i));
        if (problem.isPresent()) {
          return problem;
        }
      }
      return Optional.empty();
    }
  }

  /// An object with these members.
  record Struct(List<ParameterSpec> members) implements ValueType {
    public Struct {
      members = List.copyOf(members);
    }

    @Override
    public Json.Builder schema() {
      return ParameterSpec.schema(members);
    }

    @Override
    public Optional<String> problem(String where, Json value) {
      return value instanceof Json.Obj object
          ? ParameterSpec.problem(where + ".", members, object)
          : mismatch(where, "an object", value);
    }
  }

  private static Json.Builder named(String type) {
    return Json.object().put("type", type);
  }

  private static Optional<String> mismatch(String where, String expected, Json value) {
    return Optional.of(where + ": " + expected + " was expected, not a " + value.typeName());
  }
}
