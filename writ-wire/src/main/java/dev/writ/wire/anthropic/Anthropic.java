// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.anthropic;

import dev.writ.engine.model.Ability;
import dev.writ.engine.model.Capabilities;
import dev.writ.engine.model.Listener;
import dev.writ.engine.model.Listing;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.Reply;
import dev.writ.engine.model.TokenCount;
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
import java.util.Set;

/// A model behind Anthropic's Messages API.
public final class Anthropic implements Model {
  /// How the API wants to be asked.
  public static final KeyHeader KEY =
      KeyHeader.named("x-api-key").with("anthropic-version", "2023-06-01");

  private final ModelId id;
  private final String base;
  private final URI messages;
  private final Transport transport;
  private final AnthropicRequest request;
  private final Remedy remedy;
  private final CallIds ids = new CallIds();

  /// @param address of the API, with or without `/v1`
  /// @param transport with [#KEY] as its header; closed together with the model
  public Anthropic(ModelId id, String address, Transport transport, Tuning tuning, Remedy remedy) {
    this.id = id;
    String trimmed = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    this.base = trimmed.endsWith("/v1") ? trimmed : trimmed + "/v1";
    this.messages = Transport.below(base, "/messages");
    this.transport = transport;
    this.request = new AnthropicRequest(id.provider(), id.model(), tuning);
    this.remedy = remedy;
  }

  @Override
  public ModelId id() {
    return id;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        0,
        0,
        Set.of(
            Ability.TOOLS,
            Ability.PARALLEL_CALLS,
            Ability.STREAMING,
            Ability.CACHING,
            Ability.VISION),
        Set.of());
  }

  @Override
  public Listing models() throws InterruptedException {
    return ModelList.of(
        transport, Transport.below(base, "/models?limit=1000"), remedy, "data", "id");
  }

  @Override
  public TokenCount countTokens(Prompt prompt) throws InterruptedException {
    URI address = Transport.below(base, "/messages/count_tokens");
    return TokenQuery.count(transport, address, request.countBody(prompt), "input_tokens", prompt);
  }

  @Override
  public boolean isAuthenticated() {
    return transport.hasKey();
  }

  @Override
  public Reply reply(Prompt prompt, Listener listener) throws InterruptedException {
    try (Exchange exchange =
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
