// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.ledger;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a mutation puts into the ledger; the ledger adds id, time and chain.
///
/// @param intentId under which intent
/// @param undoes the ids of records that this one takes back
public record Entry(
    Change change, Origin origin, String intentId, Revision revision, List<String> undoes) {
  public Entry {
    undoes = List.copyOf(undoes);
  }

  /// What the repository was at.
  ///
  /// @param known whether there is a repository with a commit
  /// @param id the commit, empty where there is none
  public record Revision(boolean known, String id) {
    /// No repository, or one without a commit.
    public static final Revision NONE = new Revision(false, "");
  }

  Json.Builder json(String id, String timestamp) {
    return Json.object()
        .put("version", Ledger.VERSION)
        .put("id", id)
        .put("timestamp", timestamp)
        .put("vcs", vcs())
        .put("files", new Json.Arr(List.of(file())))
        .put("intent_id", intentId)
        .put("turn", origin.turn())
        .put("mutation_class", change.mutationClass());
  }

  private Json vcs() {
    // A record is written for a change that no commit contains yet: the tree is dirty by it.
    return Json.object()
        .put("type", "git")
        .put("revision_id", revision.known() ? Json.of(revision.id()) : new Json.Null())
        .put("dirty", true)
        .build();
  }

  private Json file() {
    return Json.object()
        .put("relative_path", change.path().toString())
        .put("change", change.kind().word())
        .put("before_hash", hash(change.before()).<Json>map(Json::of).orElse(new Json.Null()))
        .put("after_hash", hash(change.after()).<Json>map(Json::of).orElse(new Json.Null()))
        .put("conversations", new Json.Arr(List.of(conversation())))
        .build();
  }

  private Json conversation() {
    Json.Builder contributor = Json.object();
    switch (origin.contributor()) {
      case Origin.Contributor.Ai(String model) ->
          contributor.put("entity_type", "ai").put("model_identifier", model);
      case Origin.Contributor.Human() -> contributor.put("entity_type", "human");
    }
    List<Json> related = new ArrayList<>();
    related.add(Json.object().put("type", "intent").put("value", intentId).build());
    undoes.forEach(id -> related.add(Json.object().put("type", "undoes").put("value", id).build()));
    return Json.object()
        .put("url", origin.url())
        .put("contributor", contributor.build())
        .put("ranges", new Json.Arr(change.ranges().stream().map(Range::json).toList()))
        .put("related", new Json.Arr(related))
        .build();
  }

  static Optional<String> hash(FileState state) {
    return state instanceof FileState.Present(Content content)
        ? Optional.of(content.hash())
        : Optional.empty();
  }
}
