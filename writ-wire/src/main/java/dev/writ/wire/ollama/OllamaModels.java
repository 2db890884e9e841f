// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.ollama;

import dev.writ.engine.model.Ability;
import dev.writ.engine.model.Capabilities;
import dev.writ.engine.model.Listing;
import dev.writ.engine.model.Reply.Trouble;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.json.JsonException;
import dev.writ.kernel.json.JsonReader;
import dev.writ.wire.http.Exchange;
import dev.writ.wire.http.Transport;
import dev.writ.wire.http.WireException;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The models that an Ollama server has installed (`/api/tags`), and what it tells of one
/// (`/api/show`).
final class OllamaModels {
  private static final int MOST_MODELS = 1000;

  private final URI tags;
  private final URI show;
  private final Transport transport;

  OllamaModels(String address, Transport transport) {
    this.tags = Transport.below(address, "/api/tags");
    this.show = Transport.below(address, "/api/show");
    this.transport = transport;
  }

  Listing list() throws InterruptedException {
    try (Exchange exchange = transport.get(tags)) {
      List<Listing.Entry> entries = new ArrayList<>();
      for (Json item : JsonReader.readObject(exchange.text()).items("models")) {
        if (item instanceof Json.Obj model && entries.size() < MOST_MODELS) {
          model
              .text("name")
              .filter(name -> !name.isBlank())
              .ifPresent(name -> entries.add(new Listing.Entry(name, stated(model))));
        }
      }
      return new Listing.Models(entries);
    } catch (WireException e) {
      return new Listing.Failed(e.trouble());
    } catch (JsonException _) {
      return new Listing.Failed(
          new Trouble(Trouble.Kind.MALFORMED, "the list of models at " + tags + " is not JSON"));
    }
  }

  /// What the server tells of a model; nothing where it doesn't.
  Capabilities of(String name) throws InterruptedException {
    String body = Json.object().put("model", name).build().write();
    try (Exchange exchange = transport.post(show, body, "application/json", () -> {})) {
      return stated(JsonReader.readObject(exchange.text()));
    } catch (WireException | JsonException _) {
      return Capabilities.UNKNOWN;
    }
  }

  private static Capabilities stated(Json.Obj model) {
    Json.Obj information = model.object("model_info");
    String architecture = information.text("general.architecture").orElse("");
    long window = Math.max(0, information.number(architecture + ".context_length").orElse(0));
    List<Json> words = model.items("capabilities");
    if (words.isEmpty()) {
      return new Capabilities(window, 0, Set.of(), Set.of());
    }
    Set<Ability> present = EnumSet.of(Ability.STREAMING);
    Set<Ability> absent = EnumSet.noneOf(Ability.class);
    note(words, "tools", Ability.TOOLS, present, absent);
    note(words, "vision", Ability.VISION, present, absent);
    note(words, "thinking", Ability.REASONING, present, absent);
    return new Capabilities(window, 0, present, absent);
  }

  private static void note(
      List<Json> words, String word, Ability ability, Set<Ability> present, Set<Ability> absent) {
    (words.contains(Json.of(word)) ? present : absent).add(ability);
  }
}
