// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.openai;

import dev.writ.engine.model.Ability;
import dev.writ.engine.model.Capabilities;
import dev.writ.engine.model.Listener;
import dev.writ.engine.model.Listing;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.Reply;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.ModelList;
import dev.writ.wire.adapter.Remedy;
import dev.writ.wire.adapter.Tuning;
import dev.writ.wire.http.Exchange;
import dev.writ.wire.http.Transport;
import dev.writ.wire.http.WireException;
import java.net.URI;
import java.util.Set;

/// A model behind the Responses API. Nothing is stored at the provider: every request carries the
/// whole conversation, reasoning encrypted.
public final class Responses implements Model {
  private final ModelId id;
  private final String base;
  private final URI address;
  private final Transport transport;
  private final ResponsesRequest request;
  private final Remedy remedy;
  private final CallIds ids = new CallIds();

  /// @param address of the API, without `/responses`
  /// @param transport closed together with the model
  public Responses(ModelId id, String address, Transport transport, Tuning tuning, Remedy remedy) {
    this.id = id;
    this.base = address;
    this.address = Transport.below(address, "/responses");
    this.transport = transport;
    this.request = new ResponsesRequest(id.provider(), id.model(), tuning);
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
        Set.of(Ability.TOOLS, Ability.PARALLEL_CALLS, Ability.STREAMING, Ability.CACHING),
        Set.of());
  }

  @Override
  public Listing models() throws InterruptedException {
    return ModelList.of(transport, Transport.below(base, "/models"), remedy, "data", "id");
  }

  @Override
  public boolean isAuthenticated() {
    return transport.hasKey();
  }

  @Override
  public Reply reply(Prompt prompt, Listener listener) throws InterruptedException {
    try (Exchange exchange =
        transport.post(address, request.body(prompt), "text/event-stream", listener::sent)) {
      return new ResponsesReader(id.provider(), exchange, listener::delta, ids.answering(prompt))
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
