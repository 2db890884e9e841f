// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.base.json.Json;
import java.util.List;
import java.util.Optional;

/// A key of the configuration.
///
/// @param name with dots
/// @param kind what its value is
/// @param fallback the value where nothing sets it; JSON null where there is none
/// @param project what a project's own files may do with it before a person trusted them
/// @param aliases other names it is read under
public record ConfigKey(
    String name, ConfigType kind, Json fallback, ProjectRights project, List<String> aliases) {
  private static final int MAX_SHOWN_CHARS = 100;

  public ConfigKey {
    aliases = List.copyOf(aliases);
  }

  /// The type of a value.
  public enum ConfigType {
    /// A text.
    TEXT,
    /// A whole number.
    WHOLE,
    /// A number.
    NUMBER,
    /// `true` or `false`.
    FLAG,
    /// A list of texts.
    TEXTS,
    /// A list of anything; its elements belong to the part that uses them.
    LIST,
    /// An object of anything, likewise.
    OBJECT
  }

  /// The rights of a project's files on a key before they are trusted (INV-13).
  public enum ProjectRights {
    /// Set it: it does not affect safety.
    FREE,
    /// Add to the list, which makes it stricter.
    ADD,
    /// Set it to `true` only, which makes it stricter.
    ONLY_TRUE,
    /// Set it, but not to more than a person set (`KeyValues.extent`).
    LOWER,
    /// Narrow it: what it says holds beside what a person says.
    NARROW,
    /// Set it to `strict` only.
    ONLY_STRICT,
    /// Nothing: it would be ignored, with a word.
    NEVER,
    /// Nothing, even in a confirmed file: it is an error there, as a secret in a committed file,
    /// or a program that every chat runs outside of the sandbox.
    REFUSED
  }

  /// The fault of a value, if any.
  public Optional<String> problem(Json value) {
    boolean fits =
        switch (kind) {
          case TEXT -> value instanceof Json.Text;
          case WHOLE -> value instanceof Json.Num number && isWhole(number);
          case NUMBER -> value instanceof Json.Num;
          case FLAG -> value instanceof Json.Bool;
          case TEXTS ->
              value instanceof Json.Arr(List<Json> items)
                  && items.stream().allMatch(Json.Text.class::isInstance);
          case LIST -> value instanceof Json.Arr;
          case OBJECT -> value instanceof Json.Obj;
        };
    if (fits) {
      return KeyValues.problem(this, value);
    }
    String expected =
        switch (kind) {
          case TEXT -> "a text";
          case WHOLE -> "a whole number";
          case NUMBER -> "a number";
          case FLAG -> "true or false";
          case TEXTS -> "a list of texts";
          case LIST -> "a list";
          case OBJECT -> "a mapping";
        };
    return Optional.of(expected + " was expected, not " + shown(value));
  }

  /// Whether there is nothing behind the decimal point, however large the number is.
  private static boolean isWhole(Json.Num number) {
    return number.whole().isPresent() || number.literal().matches("-?[0-9]+");
  }

  /// A value as a message names it.
  static String shown(Json value) {
    return value instanceof Json.Text(String text)
        ? "the text '" + begin(text) + "'"
        : begin(value.write());
  }

  /// A text as far as a message names it.
  static String begin(String text) {
    int end = Math.min(text.length(), MAX_SHOWN_CHARS);
    return end == text.length()
        ? text
        : text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
