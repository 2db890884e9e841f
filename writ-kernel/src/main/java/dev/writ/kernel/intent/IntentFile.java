// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.kernel.json.Document;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.json.JsonException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads `.orchestration/active_intents.yaml` strictly: an unknown key, a duplicate id, a bad glob
/// or a wrong type is an error at its line and column.
public final class IntentFile {
  /// Where the file is, relative to the workspace.
  public static final String PATH = ".orchestration/active_intents.yaml";

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Set<String> KEYS =
      Set.of(
          "id",
          "name",
          "status",
          "owned_scope",
          "constraints",
          "acceptance_criteria",
          "related",
          "budget",
          "checks");

  private final Document document;

  private IntentFile(Document document) {
    this.document = document;
  }

  /// The intents that a file's text declares, in its order.
  ///
  /// @throws JsonException where the text is not a strict intents file
  public static List<Intent> parse(String text) throws JsonException {
    return new IntentFile(Document.yaml(text)).intents();
  }

  private List<Intent> intents() throws JsonException {
    if (!(document.root() instanceof Json.Obj root)) {
      throw document.error(document.root(), "a mapping with 'active_intents' was expected");
    }
    for (String key : root.members().keySet()) {
      if (!key.equals("active_intents")) {
        throw unknown(root, key, Set.of("active_intents"));
      }
    }
    Json list = root.get("active_intents").orElse(new Json.Null());
    if (list instanceof Json.Null) {
      return List.of();
    }
    if (!(list instanceof Json.Arr(List<Json> items))) {
      throw document.error(list, "active_intents: a list was expected, not a " + list.typeName());
    }
    List<Intent> intents = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Json item : items) {
      Intent intent = intent(item);
      if (!ids.add(intent.id())) {
        throw document.error(item, "the intent id '" + intent.id() + "' stands here a second time");
      }
      intents.add(intent);
    }
    return intents;
  }

  private JsonException unknown(Json.Obj in, String key, Set<String> known) {
    Json at = in.get(key).orElse(in);
    return document.error(
        at, "unknown key '" + key + "'; known are " + known.stream().sorted().toList());
  }

  private Intent intent(Json item) throws JsonException {
    if (!(item instanceof Json.Obj object)) {
      throw document.error(item, "an intent must be a mapping, not a " + item.typeName());
    }
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      if (!KEYS.contains(member.getKey())) {
        throw unknown(object, member.getKey(), KEYS);
      }
    }
    String id = text(object, "id");
    if (!ID.matcher(id).matches()) {
      throw document.error(
          object.get("id").orElse(object),
          "the intent id '" + id + "' may have letters, digits, '.', '_' and '-', at most 64");
    }
    return new Intent(
        id,
        text(object, "name"),
        status(object),
        scope(object),
        texts(object, "constraints"),
        texts(object, "acceptance_criteria"));
  }

  private Intent.Status status(Json.Obj object) throws JsonException {
    String word = text(object, "status");
    Optional<Intent.Status> status = Intent.Status.of(word);
    if (status.isEmpty()) {
      throw document.error(
          object.get("status").orElse(object),
          "unknown status '" + word + "'; known are draft, active, paused, done, abandoned");
    }
    return status.get();
  }

  private Scope scope(Json.Obj object) throws JsonException {
    Json at = object.get("owned_scope").orElse(object);
    List<String> patterns = texts(object, "owned_scope");
    if (patterns.isEmpty()) {
      throw document.error(at, "owned_scope is missing or empty; '**' owns the whole workspace");
    }
    try {
      return Scope.of(patterns);
    } catch (IllegalArgumentException e) {
      throw document.error(at, "owned_scope: " + e.getMessage());
    }
  }

  private String text(Json.Obj object, String key) throws JsonException {
    Json value = object.get(key).orElse(new Json.Null());
    if (value instanceof Json.Text(String text) && !text.isBlank()) {
      return text;
    }
    boolean missing = object.get(key).isEmpty();
    throw document.error(
        missing ? object : value,
        missing
            ? "the key '" + key + "' is missing"
            : key + ": a text was expected, not a " + value.typeName());
  }

  private List<String> texts(Json.Obj object, String key) throws JsonException {
    Json value = object.get(key).orElse(new Json.Arr(List.of()));
    if (value instanceof Json.Null) {
      return List.of();
    }
    if (value instanceof Json.Text(String single)) {
      return List.of(single);
    }
    if (!(value instanceof Json.Arr(List<Json> items))) {
      throw document.error(value, key + ": a list was expected, not a " + value.typeName());
    }
    List<String> texts = new ArrayList<>();
    for (Json item : items) {
      if (!(item instanceof Json.Text(String text))) {
        throw document.error(item, key + ": a text was expected, not a " + item.typeName());
      }
      texts.add(text);
    }
    return texts;
  }
}
