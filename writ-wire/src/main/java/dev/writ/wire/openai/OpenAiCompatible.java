// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.openai;

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
import dev.writ.wire.fenced.FencedTools;
import dev.writ.wire.http.Exchange;
import dev.writ.wire.http.Transport;
import dev.writ.wire.http.WireException;
import java.net.URI;

/// A model behind a server that speaks Chat Completions.
public final class OpenAiCompatible implements Model {
  private final ModelId id;
  private final String base;
  private final URI address;
  private final Transport transport;
  private final ChatRequest request;
  private final Remedy remedy;
  private final CallIds ids = new CallIds();
  private final FencedTools tools = new FencedTools();

  /// What servers differ in.
  ///
  /// @param usageOption whether usage has to be asked for and may be
  /// @param limitField the name of the member that limits an answer's tokens
  /// @param echoed whether reasoning goes back until the person's next message
  /// @param shortIds whether ids of calls have to have nine letters and digits
  public record Variant(boolean usageOption, String limitField, boolean echoed, boolean shortIds) {
    /// As OpenAI itself has it.
    public static final Variant OPENAI = new Variant(true, "max_completion_tokens", false, false);

    /// As most others have it.
    public static final Variant USUAL = new Variant(true, "max_tokens", false, false);

    /// For servers whose models want their reasoning back while they call tools.
    public static final Variant ECHOED_REASONING = new Variant(true, "max_tokens", true, false);

    /// Mistral's: it refuses to be asked for usage and tells it anyway, and wants ids of its own
    /// form.
    public static final Variant UNASKED_USAGE = new Variant(false, "max_tokens", false, true);
  }

  /// @param address of the API, without `/chat/completions`
  /// @param transport closed together with the model
  public OpenAiCompatible(
      ModelId id,
      String address,
      Transport transport,
      Tuning tuning,
      Variant variant,
      Remedy remedy) {
    this.id = id;
    this.base = address;
    this.address = Transport.below(address, "/chat/completions");
    this.transport = transport;
    this.request = new ChatRequest(id, tuning, variant);
    this.remedy = remedy;
  }

  @Override
  public ModelId id() {
    return id;
  }

  @Override
  public Listing models() throws InterruptedException {
    return ModelList.of(transport, Transport.below(base, "/models"), remedy, "data", "id");
  }

  @Override
  public boolean isAuthenticated() {
    return transport.hasKey() || !remedy.demandsKey();
  }

  @Override
  public Reply reply(Prompt prompt, Listener listener) throws InterruptedException {
    return tools.reply(prompt, listener, ids, this::ask);
  }

  private Reply ask(Prompt prompt, Listener listener) throws InterruptedException {
    try (Exchange exchange =
        transport.post(address, request.body(prompt), "text/event-stream", listener::sent)) {
      return new ChatReader(id.provider(), exchange, listener::delta, ids.answering(prompt)).read();
    } catch (WireException e) {
      return remedy.failed(e);
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
