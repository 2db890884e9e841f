// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.anthropic;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.TokenCount;
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
import java.util.Set;

/// A model behind Anthropic's Messages API.
public final class AnthropicModel implements Model {
  /// How the API wants to be asked.
  public static final KeyHeader KEY =
      KeyHeader.named("x-api-key").with("anthropic-version", "2023-06-01");

  private final ModelId id;
  private final String base;
  private final URI messages;
  private final HttpTransport transport;
  private final AnthropicRequest request;
  private final KeyRemedy remedy;
  private final CallIds ids = new CallIds();

  /// @param address of the API, with or without `/v1`
  /// @param transport with [#KEY] as its header; closed together with the model
  public AnthropicModel(
      ModelId id, String address, HttpTransport transport, RequestTuning tuning, KeyRemedy remedy) {
    this.id = id;
    String trimmed = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    this.base = trimmed.endsWith("/v1") ? trimmed : trimmed + "/v1";
    this.messages = HttpTransport.below(base, "/messages");
    this.transport = transport;
    this.request = new AnthropicRequest(id.provider(), id.model(), tuning);
    this.remedy = remedy;
  }

  @Override
  public ModelId id() {
    return id;
  }

  @Override
  public ModelCapabilities capabilities() {
    return new ModelCapabilities(
        0,
        0,
        Set.of(
            ModelAbility.TOOLS,
            ModelAbility.PARALLEL_CALLS,
            ModelAbility.STREAMING,
            ModelAbility.CACHING,
            ModelAbility.VISION),
        Set.of());
  }

  @Override
  public ModelListing models() throws InterruptedException {
    return ModelList.of(
        transport, HttpTransport.below(base, "/models?limit=1000"), remedy, "data", "id");
  }

  @Override
  public TokenCount countTokens(Prompt prompt) throws InterruptedException {
    URI address = HttpTransport.below(base, "/messages/count_tokens");
    return TokenQuery.count(transport, address, request.countBody(prompt), "input_tokens", prompt);
  }

  @Override
  public boolean isAuthenticated() {
    return transport.hasKey();
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    try (HttpExchange exchange =
        transport.post(messages, request.body(prompt), "text/event-stream", listener::sent)) {
      return new AnthropicReader(id.provider(), exchange, listener::delta, ids.answering(prompt))
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
