// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The origin of a recorded change's lines: an element of its `conversations`.
public record RecordedConversation(Json.Obj json) {
  /// The event behind the change, as [ActOrigin#url()] names it.
  public Optional<String> url() {
    return json.text("url");
  }

  /// The contributor: `ai`, `human` or `mixed`.
  public Optional<String> contributor() {
    return json.object("contributor").text("entity_type");
  }

  /// The contributor's model, as `provider/model`; empty for a person.
  public Optional<String> model() {
    return json.object("contributor").text("model_identifier");
  }

  /// The written lines, as [dev.writ.records.change.LineRange] writes them.
  public List<Json.Obj> ranges() {
    return objects(json, "ranges");
  }

  /// The related things, each with `type` and `value`.
  public List<Json.Obj> related() {
    return objects(json, "related");
  }

  /// The values of the related things of a type.
  public Stream<String> related(String type) {
    return related().stream()
        .filter(pair -> pair.text("type").filter(type::equals).isPresent())
        .map(pair -> pair.text("value").orElse(""));
  }

  /// The objects among the items of a member.
  static List<Json.Obj> objects(Json.Obj of, String member) {
    return of.items(member).stream()
        .filter(Json.Obj.class::isInstance)
        .map(Json.Obj.class::cast)
        .toList();
  }
}
