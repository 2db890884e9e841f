// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// As much of JSON Schema as the packs' schema uses.
final class SchemaCheck {
  private final Json.Obj root;

  SchemaCheck(Json.Obj root) {
    this.root = root;
  }

  /// The keys that an object of that definition may have.
  Set<String> keys(String definition) {
    Json.Obj schema = definition.isEmpty() ? root : root.object("$defs").object(definition);
    return schema.object("properties").members().keySet();
  }

  List<String> faults(Json value) {
    List<String> faults = new ArrayList<>();
    check(root, value, "", faults);
    return faults;
  }

  private void check(Json.Obj schema, Json value, String at, List<String> faults) {
    String reference = schema.text("$ref").orElse("");
    if (!reference.isEmpty()) {
      check(
          root.object("$defs").object(reference.substring("#/$defs/".length())), value, at, faults);
      return;
    }
    if (!schema.items("anyOf").isEmpty()
        && schema.items("anyOf").stream().noneMatch(one -> fits(one, value))) {
      faults.add(at + ": none of anyOf");
    }
    String type = schema.text("type").orElse("");
    boolean whole = type.equals("integer") && value instanceof Json.Num;
    if (!type.isEmpty() && !whole && !type.equals(value.typeName())) {
      faults.add(at + ": " + value.typeName() + " instead of " + type);
      return;
    }
    if (!schema.items("enum").isEmpty() && !schema.items("enum").contains(value)) {
      faults.add(at + ": not in enum");
    }
    if (value instanceof Json.Text(String text)
        && schema
            .text("pattern")
            .map(p -> !Pattern.compile(p).matcher(text).find())
            .orElse(false)) {
      faults.add(at + ": pattern");
    }
    if (value instanceof Json.Arr(List<Json> items)) {
      items.forEach(item -> check(schema.object("items"), item, at + "[]", faults));
    }
    if (value instanceof Json.Obj object) {
      object(schema, object, at, faults);
    }
  }

  private boolean fits(Json schema, Json value) {
    List<String> faults = new ArrayList<>();
    check((Json.Obj) schema, value, "", faults);
    return faults.isEmpty();
  }

  private void object(Json.Obj schema, Json.Obj object, String at, List<String> faults) {
    for (Json key : schema.items("required")) {
      if (!object.members().containsKey(((Json.Text) key).value())) {
        faults.add(at + ": lacks " + key);
      }
    }
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      Json property = schema.object("properties").members().get(member.getKey());
      Json other = schema.members().get("additionalProperties");
      if (property instanceof Json.Obj known) {
        check(known, member.getValue(), at + "." + member.getKey(), faults);
      } else if (other instanceof Json.Obj known) {
        check(known, member.getValue(), at + "." + member.getKey(), faults);
      } else if (other instanceof Json.Bool(boolean free) && !free) {
        faults.add(at + ": unknown key " + member.getKey());
      }
    }
  }
}
