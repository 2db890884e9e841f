// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The one text of a pack file's content, whether it was written as YAML or JSON and in whatever
/// order its keys stand: JSON without blanks, keys sorted by their UTF-16 units.
final class CanonicalForm {
  private CanonicalForm() {}

  /// SHA-256 over the form, as `sha256:` and 64 hex digits.
  static String hash(Json value) {
    return ContentHash.of(sorted(value).write());
  }

  private static Json sorted(Json value) {
    return switch (value) {
      case Json.Obj(Map<String, Json> members) -> {
        Map<String, Json> sorted = new TreeMap<>();
        members.forEach((name, member) -> sorted.put(name, sorted(member)));
        yield new Json.Obj(sorted);
      }
      case Json.Arr(List<Json> items) -> {
        List<Json> sorted = new ArrayList<>(items.size());
        items.forEach(item -> sorted.add(sorted(item)));
        yield new Json.Arr(sorted);
      }
      default -> value;
    };
  }
}
