// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.UnsupportedText;
import dev.writ.command.parser.CommandParser;
import dev.writ.records.ledger.RelatedSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Reads the members of an intent; every error names its place.
final class IntentFields {
  /// The most elements of a list.
  private static final int MAX_ITEMS = 500;

  private static final long MAX_AMOUNT = 1_000_000_000L;
  private static final long MICRO = 1_000_000;

  private final ConfigDocument document;

  IntentFields(ConfigDocument document) {
    this.document = document;
  }

  /// @param of the name of the object, as a prefix of the keys; may be empty
  void known(Json.Obj object, String of, Set<String> keys) throws JsonException {
    for (String key : object.members().keySet()) {
      if (!keys.contains(key)) {
        throw document.keyError(
            object,
            key,
            "%sunknown key '%s'; known are %s".formatted(of, key, keys.stream().sorted().toList()));
      }
    }
  }

  String text(Json.Obj object, String key) throws JsonException {
    Json value = object.get(key).orElse(new Json.Null());
    if (value instanceof Json.Text(String text) && !text.isBlank()) {
      return text;
    }
    boolean missing = object.get(key).isEmpty();
    throw document.error(
        missing ? object : value,
        missing
            ? "the key '" + key + "' is missing"
            : key + ": a text was expected, not " + what(value));
  }

  private static String what(Json value) {
    return value instanceof Json.Text ? "an empty one" : "a " + value.typeName();
  }

  Intent.IntentStatus status(Json.Obj object) throws JsonException {
    String word = text(object, "status");
    Optional<Intent.IntentStatus> status = Intent.IntentStatus.of(word);
    if (status.isEmpty()) {
      throw document.error(
          object.get("status").orElse(object),
          "unknown status '" + word + "'; known are draft, active, paused, done, abandoned");
    }
    return status.get();
  }

  IntentScope scope(Json.Obj object) throws JsonException {
    Json at = object.get("owned_scope").orElse(object);
    List<Json> patterns = items(object, "owned_scope");
    if (patterns.isEmpty()) {
      throw document.error(at, "owned_scope is missing or empty; '**' owns the whole workspace");
    }
    List<String> texts = new ArrayList<>();
    for (Json pattern : patterns) {
      texts.add(text("owned_scope", pattern));
      try {
        IntentScope _ = IntentScope.of(List.of(texts.getLast()));
      } catch (IllegalArgumentException e) {
        throw document.error(pattern, "owned_scope: " + e.getMessage());
      }
    }
    return IntentScope.of(texts);
  }

  List<String> texts(Json.Obj object, String key) throws JsonException {
    List<String> texts = new ArrayList<>();
    for (Json item : items(object, key)) {
      texts.add(text(key, item));
    }
    return texts;
  }

  private String text(String key, Json item) throws JsonException {
    if (!(item instanceof Json.Text(String text))) {
      throw document.error(item, key + ": a text was expected, not a " + item.typeName());
    }
    return text;
  }

  /// The elements of a list; a single value is a list of one, and nothing an empty one.
  private List<Json> items(Json.Obj object, String key) throws JsonException {
    Json value = object.get(key).orElse(new Json.Null());
    if (value instanceof Json.Null) {
      return List.of();
    }
    if (value instanceof Json.Text single) {
      return List.of(single);
    }
    if (!(value instanceof Json.Arr(List<Json> items))) {
      throw document.error(value, key + ": a list was expected, not a " + value.typeName());
    }
    if (items.size() > MAX_ITEMS) {
      throw document.error(items.get(MAX_ITEMS), key + ": more than " + MAX_ITEMS + " elements");
    }
    return items;
  }

  /// Pairs such as `requirement: REQ-7`.
  List<RelatedSource> related(Json.Obj object) throws JsonException {
    List<RelatedSource> related = new ArrayList<>();
    for (Json item : items(object, "related")) {
      if (!(item instanceof Json.Obj pair) || pair.members().size() != 1) {
        throw document.error(
            item, "related: state the kind: 'requirement: ID', 'issue: ID' or 'spec: ID'");
      }
      known(pair, "related: ", Set.of("requirement", "issue", "spec"));
      String key = pair.members().keySet().iterator().next();
      RelatedSource.SourceType type =
          RelatedSource.SourceType.valueOf(key.toUpperCase(Locale.ROOT));
      String value = pair.get(key).orElse(item) instanceof Json.Num(String n) ? n : text(pair, key);
      related.add(new RelatedSource(type, value));
    }
    return related;
  }

  IntentBudget budget(Json.Obj object) throws JsonException {
    Json value = object.get("budget").orElse(new Json.Null());
    if (value instanceof Json.Null) {
      return IntentBudget.NONE;
    }
    if (!(value instanceof Json.Obj budget)) {
      throw document.error(value, "budget: a mapping was expected, not a " + value.typeName());
    }
    known(budget, "budget: ", Set.of("iterations", "cost", "changed_lines"));
    return new IntentBudget(
        amount(budget, "iterations"), cost(budget), amount(budget, "changed_lines"));
  }

  private OptionalLong amount(Json.Obj budget, String key) throws JsonException {
    Optional<Json> value = budget.get(key);
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    OptionalLong whole = value.get() instanceof Json.Num n ? n.whole() : OptionalLong.empty();
    if (whole.isEmpty() || whole.getAsLong() < 0 || whole.getAsLong() > MAX_AMOUNT) {
      throw document.error(
          value.get(), "budget: %s: a whole number from 0 to %d".formatted(key, MAX_AMOUNT));
    }
    return whole;
  }

  private OptionalLong cost(Json.Obj budget) throws JsonException {
    Optional<Json> value = budget.get("cost");
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    OptionalLong micro =
        value.get() instanceof Json.Num number ? number.millionths() : OptionalLong.empty();
    if (micro.orElse(-1) >= 0 && micro.getAsLong() <= MAX_AMOUNT * MICRO) {
      return micro;
    }
    throw document.error(
        value.get(), "budget: cost: US dollars from 0 to %d, such as 2.50".formatted(MAX_AMOUNT));
  }

  /// Every check is in the command language, or the file is refused with what to write instead.
  List<String> checks(Json.Obj object) throws JsonException {
    List<String> checks = new ArrayList<>();
    for (Json item : items(object, "checks")) {
      String check = text("checks", item);
      if (CommandParser.parse(check)
          instanceof ParsedCommand.RefusedLine(UnsupportedText unsupported)) {
        throw document.error(item, "checks: " + unsupported.message());
      }
      checks.add(check);
    }
    return checks;
  }
}
