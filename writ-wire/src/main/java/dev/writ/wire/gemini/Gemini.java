// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.gemini;

import dev.writ.engine.model.Ability;
import dev.writ.engine.model.Capabilities;
import dev.writ.engine.model.Listener;
import dev.writ.engine.model.Listing;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.Reply;
import dev.writ.engine.model.TokenCount;
import dev.writ.kernel.json.Json;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.ModelList;
import dev.writ.wire.adapter.Remedy;
import dev.writ.wire.adapter.TokenQuery;
import dev.writ.wire.adapter.Tuning;
import dev.writ.wire.http.Exchange;
import dev.writ.wire.http.KeyHeader;
import dev.writ.wire.http.Transport;
import dev.writ.wire.http.WireException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/// A model behind the Gemini API.
public final class Gemini implements Model {
  /// How the API wants to be asked.
  public static final KeyHeader KEY = KeyHeader.named("x-goog-api-key");

  private static final String PREFIX = "models/";
  private static final Set<Ability> ABILITIES =
      Set.of(
          Ability.TOOLS,
          Ability.PARALLEL_CALLS,
          Ability.STREAMING,
          Ability.CACHING,
          Ability.VISION);

  private final ModelId id;
  private final String base;
  private final String model;
  private final Transport transport;
  private final GeminiRequest request;
  private final Remedy remedy;
  private final CallIds ids = new CallIds();

  /// @param address of the API with its version, without `/models`
  /// @param transport with [#KEY] as its header; closed together with the model
  public Gemini(ModelId id, String address, Transport transport, Tuning tuning, Remedy remedy) {
    this.id = id;
    this.base = address;
    String name = unprefixed(id.model());
    this.model = "/models/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    this.transport = transport;
    this.request = new GeminiRequest(id.provider(), name, tuning);
    this.remedy = remedy;
  }

  private static String unprefixed(String name) {
    return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
  }

  @Override
  public ModelId id() {
    return id;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(0, 0, ABILITIES, Set.of());
  }

  @Override
  public Listing models() throws InterruptedException {
    URI address = Transport.below(base, "/models?pageSize=1000");
    return ModelList.of(transport, address, remedy, "models", Gemini::entry);
  }

  /// Models that don't generate content have no name here.
  private static Listing.Entry entry(Json.Obj entry) {
    boolean generates =
        entry.items("supportedGenerationMethods").contains(Json.of("generateContent"));
    return new Listing.Entry(
        generates ? unprefixed(entry.text("name").orElse("")) : "",
        new Capabilities(
            Math.max(0, entry.number("inputTokenLimit").orElse(0)),
            Math.max(0, entry.number("outputTokenLimit").orElse(0)),
            Set.of(),
            Set.of()));
  }

  @Override
  public TokenCount countTokens(Prompt prompt) throws InterruptedException {
    URI address = Transport.below(base, model + ":countTokens");
    return TokenQuery.count(transport, address, request.countBody(prompt), "totalTokens", prompt);
  }

  @Override
  public boolean isAuthenticated() {
    return transport.hasKey();
  }

  @Override
  public Reply reply(Prompt prompt, Listener listener) throws InterruptedException {
    URI address = Transport.below(base, model + ":streamGenerateContent?alt=sse");
    try (Exchange exchange =
        transport.post(address, request.body(prompt), "text/event-stream", listener::sent)) {
      return new GeminiReader(id.provider(), exchange, listener::delta, ids.answering(prompt))
          .read();
    } catch (WireException e) {
      return remedy.failed(e);
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
