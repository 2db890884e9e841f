// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.openai;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.ModelList;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.fenced.FencedTools;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.WireException;
import java.net.URI;

/// A model behind a server that speaks Chat Completions.
public final class ChatModel implements Model {
  private final ModelId id;
  private final String base;
  private final URI address;
  private final HttpTransport transport;
  private final ChatRequest request;
  private final RefusedMembers refused;
  private final KeyRemedy remedy;
  private final CallIds ids = new CallIds();
  private final FencedTools tools = new FencedTools();

  /// The differences between servers.
  ///
  /// @param usageOption whether usage has to be asked for and may be
  /// @param limitField the name of the member that limits an answer's tokens
  /// @param echoed whether reasoning goes back until the person's next message
  /// @param shortIds whether ids of calls have to have nine letters and digits
  public record ServerVariant(
      boolean usageOption, String limitField, boolean echoed, boolean shortIds) {
    /// As OpenAI itself has it.
    public static final ServerVariant OPENAI =
        new ServerVariant(true, "max_completion_tokens", false, false);

    /// As most others have it.
    public static final ServerVariant USUAL = new ServerVariant(true, "max_tokens", false, false);

    /// For servers whose models want their reasoning back while they call tools.
    public static final ServerVariant ECHOED_REASONING =
        new ServerVariant(true, "max_tokens", true, false);

    /// Mistral's: it refuses requests for usage and reports it anyway, and needs ids of its own
    /// form.
    public static final ServerVariant UNASKED_USAGE =
        new ServerVariant(false, "max_tokens", false, true);
  }

  /// @param address of the API, without `/chat/completions`
  /// @param transport closed together with the model
  public ChatModel(
      ModelId id,
      String address,
      HttpTransport transport,
      RequestTuning tuning,
      ServerVariant variant,
      KeyRemedy remedy) {
    this(id, address, transport, tuning, variant, remedy, new RefusedMembers());
  }

  /// @param address of the API, without `/chat/completions`
  /// @param transport closed together with the model
  /// @param refused what an earlier object for the same model has learnt
  public ChatModel(
      ModelId id,
      String address,
      HttpTransport transport,
      RequestTuning tuning,
      ServerVariant variant,
      KeyRemedy remedy,
      RefusedMembers refused) {
    this.id = id;
    this.base = address;
    this.address = HttpTransport.below(address, "/chat/completions");
    this.transport = transport;
    this.request = new ChatRequest(id, tuning, variant, refused);
    this.refused = refused;
    this.remedy = remedy;
  }

  @Override
  public ModelId id() {
    return id;
  }

  @Override
  public ModelListing models() throws InterruptedException {
    return ModelList.of(transport, HttpTransport.below(base, "/models"), remedy, "data", "id");
  }

  @Override
  public boolean isAuthenticated() {
    return transport.hasKey() || !remedy.demandsKey();
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    return tools.reply(prompt, listener, ids, this::ask);
  }

  private ModelReply ask(Prompt prompt, ReplyListener listener) throws InterruptedException {
    try (HttpExchange exchange = taken(prompt, listener)) {
      return new ChatReader(id.provider(), exchange, listener::delta, ids.answering(prompt)).read();
    } catch (WireException e) {
      return remedy.failed(e);
    }
  }

  /// Sends a request; where the server refuses a member that it can do without, once more without
  /// it. Each round leaves one thing less to refuse.
  private HttpExchange taken(Prompt prompt, ReplyListener listener)
      throws WireException, InterruptedException {
    while (true) {
      String body = request.body(prompt);
      try {
        return transport.post(address, body, "text/event-stream", listener::sent);
      } catch (WireException e) {
        String notice = refused.learn(prompt, body, e.trouble()).orElseThrow(() -> e).notice();
        if (!notice.isEmpty()) {
          listener.notice(id + ": " + notice);
        }
      }
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
