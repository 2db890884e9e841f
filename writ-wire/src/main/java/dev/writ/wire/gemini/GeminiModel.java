// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.gemini;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.TokenCount;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.ModelList;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.adapter.TokenQuery;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.KeyHeader;
import dev.writ.wire.http.WireException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/// A model behind the Gemini API.
public final class GeminiModel implements Model {
  /// How the API wants to be asked.
  public static final KeyHeader KEY = KeyHeader.named("x-goog-api-key");

  private static final String PREFIX = "models/";
  private static final Set<ModelAbility> ABILITIES =
      Set.of(
          ModelAbility.TOOLS,
          ModelAbility.PARALLEL_CALLS,
          ModelAbility.STREAMING,
          ModelAbility.CACHING,
          ModelAbility.VISION);

  private final ModelId id;
  private final String base;
  private final String model;
  private final HttpTransport transport;
  private final GeminiRequest request;
  private final KeyRemedy remedy;
  private final CallIds ids = new CallIds();

  /// @param address of the API with its version, without `/models`
  /// @param transport with [#KEY] as its header; closed together with the model
  public GeminiModel(
      ModelId id, String address, HttpTransport transport, RequestTuning tuning, KeyRemedy remedy) {
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
  public ModelCapabilities capabilities() {
    return new ModelCapabilities(0, 0, ABILITIES, Set.of());
  }

  @Override
  public ModelListing models() throws InterruptedException {
    URI address = HttpTransport.below(base, "/models?pageSize=1000");
    return ModelList.of(transport, address, remedy, "models", GeminiModel::entry);
  }

  /// Models that don't generate content have no name here.
  private static ModelListing.Entry entry(Json.Obj entry) {
    boolean generates =
        entry.items("supportedGenerationMethods").contains(Json.of("generateContent"));
    return new ModelListing.Entry(
        generates ? unprefixed(entry.text("name").orElse("")) : "",
        new ModelCapabilities(
            AnswerDraft.tokens(entry.number("inputTokenLimit")),
            AnswerDraft.tokens(entry.number("outputTokenLimit")),
            Set.of(),
            Set.of()));
  }

  @Override
  public TokenCount countTokens(Prompt prompt) throws InterruptedException {
    URI address = HttpTransport.below(base, model + ":countTokens");
    return TokenQuery.count(transport, address, request.countBody(prompt), "totalTokens", prompt);
  }

  @Override
  public boolean isAuthenticated() {
    return transport.hasKey();
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    URI address = HttpTransport.below(base, model + ":streamGenerateContent?alt=sse");
    try (HttpExchange exchange =
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
