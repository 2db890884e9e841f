// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.openai;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.ModelList;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.WireException;
import java.net.URI;
import java.util.Set;

/// A model behind the Responses API. Nothing is stored at the provider: every request carries the
/// whole conversation, reasoning encrypted.
public final class ResponsesModel implements Model {
  private final ModelId id;
  private final String base;
  private final URI address;
  private final HttpTransport transport;
  private final ResponsesRequest request;
  private final KeyRemedy remedy;
  private final CallIds ids = new CallIds();

  /// @param address of the API, without `/responses`
  /// @param transport closed together with the model
  public ResponsesModel(
      ModelId id, String address, HttpTransport transport, RequestTuning tuning, KeyRemedy remedy) {
    this.id = id;
    this.base = address;
    this.address = HttpTransport.below(address, "/responses");
    this.transport = transport;
    this.request = new ResponsesRequest(id.provider(), id.model(), tuning);
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
            ModelAbility.CACHING),
        Set.of());
  }

  @Override
  public ModelListing models() throws InterruptedException {
    return ModelList.of(transport, HttpTransport.below(base, "/models"), remedy, "data", "id");
  }

  @Override
  public boolean isAuthenticated() {
    return transport.hasKey();
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    try (HttpExchange exchange =
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
