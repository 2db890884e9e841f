// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Reads `.orchestration/active_intents.yaml` strictly: an unknown key, a duplicate id, a bad glob,
/// a wrong type or a check that is not a command line is an error with its line and column.
public final class IntentFile {
  /// The file's path, relative to the workspace.
  public static final String PATH = ".orchestration/active_intents.yaml";

  /// The largest file that is read, in bytes.
  public static final int MAX_BYTES = ConfigDocument.MAX_CHARS;

  /// The most intents of a file.
  public static final int MAX_INTENTS = 1000;

  /// The file's only key.
  static final String LIST = "active_intents";

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

  private final ConfigDocument document;
  private final IntentFields fields;

  private IntentFile(ConfigDocument document) {
    this.document = document;
    this.fields = new IntentFields(document);
  }

  /// The intents that a file's text declares, in its order.
  ///
  /// @throws JsonException if the text is not a strict intents file
  public static List<Intent> parse(String text) throws JsonException {
    return of(ConfigDocument.yaml(text));
  }

  /// The intents of a file that was read already.
  static List<Intent> of(ConfigDocument document) throws JsonException {
    return new IntentFile(document).intents();
  }

  private List<Intent> intents() throws JsonException {
    if (!(document.root() instanceof Json.Obj root)) {
      throw document.error(document.root(), "a mapping with 'active_intents' was expected");
    }
    fields.known(root, "", Set.of(LIST));
    Json list = root.get(LIST).orElse(new Json.Null());
    if (list instanceof Json.Null) {
      return List.of();
    }
    if (!(list instanceof Json.Arr(List<Json> items))) {
      throw document.error(list, "active_intents: a list was expected, not a " + list.typeName());
    }
    if (items.size() > MAX_INTENTS) {
      throw document.error(
          items.get(MAX_INTENTS),
          "more than %d intents; move those that are over to another file".formatted(MAX_INTENTS));
    }
    List<Intent> intents = new ArrayList<>();
    Map<String, String> ids = new HashMap<>();
    for (Json item : items) {
      Intent intent = intent(item);
      String same = ids.put(intent.id().toLowerCase(Locale.ROOT), intent.id());
      if (same != null) {
        throw document.error(
            item,
            same.equals(intent.id())
                ? "the intent id '" + intent.id() + "' is a duplicate"
                : "the intent ids '%s' and '%s' differ by case only".formatted(same, intent.id()));
      }
      intents.add(intent);
    }
    return intents;
  }

  private Intent intent(Json item) throws JsonException {
    if (!(item instanceof Json.Obj object)) {
      throw document.error(item, "an intent must be a mapping, not a " + item.typeName());
    }
    fields.known(object, "", KEYS);
    String id = fields.text(object, "id");
    String problem = IntentId.problem(id);
    if (!problem.isEmpty()) {
      throw document.error(object.get("id").orElse(object), problem);
    }
    return new Intent(
        id,
        fields.text(object, "name"),
        fields.status(object),
        fields.scope(object),
        new IntentTerms(
            fields.texts(object, "constraints"),
            fields.texts(object, "acceptance_criteria"),
            fields.related(object),
            fields.budget(object),
            fields.checks(object)));
  }
}
