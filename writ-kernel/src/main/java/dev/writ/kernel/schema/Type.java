// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.kernel.schema;

import dev.writ.kernel.json.Json;
import java.util.List;
import java.util.Optional;

/// The type of a value that a tool takes.
public sealed interface Type {
  /// A text of at most so many characters.
  record Text(int maxChars) implements Type {}

  /// A whole number within bounds, both included.
  record Whole(long min, long max) implements Type {}

  /// `true` or `false`.
  record Flag() implements Type {}

  /// One of some words.
  record Choice(List<String> words) implements Type {
    public Choice {
      words = List.copyOf(words);
    }
  }

  /// A list of at most so many items.
  record ListOf(Type item, int maxItems) implements Type {}

  /// An object with these members.
  record Struct(List<Parameter> members) implements Type {
    public Struct {
      members = List.copyOf(members);
    }
  }

  /// The type as JSON Schema. Bounds are left out where only a mistake would meet them: a model
  /// pays for every byte, and the check is made anyway.
  default Json.Builder schema() {
    return switch (this) {
      case Text _ -> Json.object().put("type", "string");
      case Whole _ -> Json.object().put("type", "integer");
      case Flag _ -> Json.object().put("type", "boolean");
      case Choice(List<String> words) ->
          Json.object().put("type", "string").put("enum", Json.texts(words));
      case ListOf list ->
          Json.object().put("type", "array").put("items", list.item().schema().build());
      case Struct(List<Parameter> members) -> Parameter.schema(members);
    };
  }

  /// What is wrong with a value at `where`, if anything.
  default Optional<String> problem(String where, Json value) {
    return switch (this) {
      case Text(int max) ->
          !(value instanceof Json.Text(String text))
              ? mismatch(where, "a string", value)
              : text.length() > max
                  ? Optional.of(where + ": longer than " + max + " characters")
                  : Optional.empty();
      case Whole(long min, long max) ->
          !(value instanceof Json.Num number) || number.whole().isEmpty()
              ? mismatch(where, "a whole number", value)
              : number.whole().getAsLong() < min || number.whole().getAsLong() > max
                  ? Optional.of(where + ": must be from " + min + " to " + max)
                  : Optional.empty();
      case Flag _ ->
          value instanceof Json.Bool ? Optional.empty() : mismatch(where, "true or false", value);
      case Choice(List<String> words) ->
          value instanceof Json.Text(String word) && words.contains(word)
              ? Optional.empty()
              : Optional.of(where + ": must be one of " + String.join(", ", words));
      case ListOf list -> problemOfList(where, list, value);
      case Struct(List<Parameter> members) ->
          value instanceof Json.Obj object
              ? Parameter.problem(where + ".", members, object)
              : mismatch(where, "an object", value);
    };
  }

  private static Optional<String> problemOfList(String where, ListOf list, Json value) {
    if (!(value instanceof Json.Arr(List<Json> items))) {
      return mismatch(where, "an array", value);
    }
    if (items.size() > list.maxItems()) {
      return Optional.of(where + ": more than " + list.maxItems() + " items");
    }
    for (int i = 0; i < items.size(); i++) {
      Optional<String> problem = list.item().problem(where + "[" + i + "]", items.get(i));
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> mismatch(String where, String expected, Json value) {
    return Optional.of(where + ": " + expected + " was expected, not a " + value.typeName());
  }
}
