// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.ollama;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.fenced.FencedTools;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.WireException;
import java.net.URI;
import java.util.OptionalLong;

/// A model that an Ollama server runs.
public final class OllamaModel implements Model {
  private static final String STREAM = "application/x-ndjson";

  private final ModelId id;
  private final URI chat;
  private final URI show;
  private final HttpTransport transport;
  private final OllamaRequest request;
  private final KeyRemedy remedy;
  private final ContextWindow window;
  private final OllamaModels models;
  private final CallIds ids = new CallIds();
  private final FencedTools tools = new FencedTools();

  /// @param address of the server, without `/api`
  /// @param transport closed together with the model
  public OllamaModel(
      ModelId id, String address, HttpTransport transport, RequestTuning tuning, KeyRemedy remedy) {
    this.id = id;
    this.chat = HttpTransport.below(address, "/api/chat");
    this.show = HttpTransport.below(address, "/api/show");
    this.transport = transport;
    this.request = new OllamaRequest(id.provider(), id.model(), tuning);
    this.remedy = remedy;
    this.window = new ContextWindow(this::contextLength);
    this.models = new OllamaModels(address, transport);
  }

  @Override
  public ModelId id() {
    return id;
  }

  @Override
  public ModelCapabilities capabilities() throws InterruptedException {
    return models.of(id.model());
  }

  @Override
  public ModelListing models() throws InterruptedException {
    return models.list();
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    return tools.reply(prompt, listener, ids, this::ask);
  }

  private ModelReply ask(Prompt prompt, ReplyListener listener) throws InterruptedException {
    Json.Arr messages = request.messages(prompt);
    Json.Arr offered = request.tools(prompt);
    long chars = (long) messages.write().length() + offered.write().length();
    OptionalLong tokens = window.tokensFor(chars);
    if (tokens.isEmpty()) {
      return AnswerDraft.failed(
          ProviderErrorKind.CONTEXT_TOO_LONG,
          "the conversation is longer than the context of " + id.model());
    }
    String body = request.body(messages, offered, tokens.getAsLong(), prompt.effort());
    try (HttpExchange exchange = transport.post(chat, body, STREAM, listener::sent)) {
      ModelReply reply =
          new OllamaReader(id.provider(), exchange, listener::delta, ids.answering(prompt)).read();
      if (reply instanceof ModelReply.Complete complete) {
        window.used(complete.usage());
        window.truncation(chars, tokens.getAsLong(), complete.usage()).ifPresent(listener::notice);
      }
      return reply;
    } catch (WireException e) {
      return remedy.failed(e);
    }
  }

  /// The longest context of the model, as the server reports it; empty if it does not.
  private OptionalLong contextLength() throws InterruptedException {
    String body = Json.object().put("model", id.model()).build().write();
    try (HttpExchange exchange = transport.post(show, body, "application/json", () -> {})) {
      Json.Obj information = exchange.document().object("model_info");
      String architecture = information.text("general.architecture").orElse("");
      return information.number(architecture + ".context_length");
    } catch (WireException _) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
