// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.ollama;

import dev.writ.base.json.Json;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelListing;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.AnswerMask;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.WireException;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The models that an Ollama server has installed (`/api/tags`), and its facts about one
/// (`/api/show`).
final class OllamaModels {
  private static final int MOST_MODELS = 1000;

  private final URI tags;
  private final URI show;
  private final HttpTransport transport;

  OllamaModels(String address, HttpTransport transport) {
    this.tags = HttpTransport.below(address, "/api/tags");
    this.show = HttpTransport.below(address, "/api/show");
    this.transport = transport;
  }

  ModelListing list() throws InterruptedException {
    try (HttpExchange exchange = transport.get(tags)) {
      AnswerMask mask = new AnswerMask(exchange.key());
      List<ModelListing.Entry> entries = new ArrayList<>();
      for (Json item : exchange.document().items("models")) {
        if (item instanceof Json.Obj model && entries.size() < MOST_MODELS) {
          model
              .text("name")
              .filter(name -> !name.isBlank())
              .ifPresent(
                  name -> entries.add(new ModelListing.Entry(mask.whole(name), stated(model))));
        }
      }
      return new ModelListing.ListedModels(entries);
    } catch (WireException e) {
      return new ModelListing.FailedListing(e.trouble());
    }
  }

  /// The server's facts about a model; empty if it has none.
  ModelCapabilities of(String name) throws InterruptedException {
    String body = Json.object().put("model", name).build().write();
    try (HttpExchange exchange = transport.post(show, body, "application/json", () -> {})) {
      return stated(exchange.document());
    } catch (WireException _) {
      return ModelCapabilities.UNKNOWN;
    }
  }

  private static ModelCapabilities stated(Json.Obj model) {
    Json.Obj information = model.object("model_info");
    String architecture = information.text("general.architecture").orElse("");
    long window = AnswerDraft.tokens(information.number(architecture + ".context_length"));
    List<Json> words = model.items("capabilities");
    if (words.isEmpty()) {
      return new ModelCapabilities(window, 0, Set.of(), Set.of());
    }
    Set<ModelAbility> present = EnumSet.of(ModelAbility.STREAMING);
    Set<ModelAbility> absent = EnumSet.noneOf(ModelAbility.class);
    note(words, "tools", ModelAbility.TOOLS, present, absent);
    note(words, "vision", ModelAbility.VISION, present, absent);
    note(words, "thinking", ModelAbility.REASONING, present, absent);
    return new ModelCapabilities(window, 0, present, absent);
  }

  private static void note(
      List<Json> words,
      String word,
      ModelAbility ability,
      Set<ModelAbility> present,
      Set<ModelAbility> absent) {
    (words.contains(Json.of(word)) ? present : absent).add(ability);
  }
}
