// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.replay;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.SignInResult;
import dev.writ.engine.model.TokenCount;
import dev.writ.kernel.call.ToolCall;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Sends requests to another model and writes the script of its answers. The file is a complete
/// script after the recorder is closed.
public final class ScriptRecorder implements Model {
  private final Model model;
  private final Consumer<String> sink;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean begun;
  private boolean closed;

  /// @param model closed together with the recorder
  /// @param sink gets the script's text piece by piece, to be put together as it comes
  public ScriptRecorder(Model model, Consumer<String> sink) {
    this.model = model;
    this.sink = sink;
  }

  @Override
  public ModelId id() {
    return model.id();
  }

  @Override
  public ModelCapabilities capabilities() throws InterruptedException {
    return model.capabilities();
  }

  @Override
  public ModelListing models() throws InterruptedException {
    return model.models();
  }

  @Override
  public TokenCount countTokens(Prompt prompt) throws InterruptedException {
    return model.countTokens(prompt);
  }

  @Override
  public SignInResult authenticate(SignInResult.Screen screen) throws InterruptedException {
    return model.authenticate(screen);
  }

  @Override
  public boolean isAuthenticated() {
    return model.isAuthenticated();
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    ModelReply reply = model.reply(prompt, listener);
    lock.lock();
    try {
      sink.accept((begun ? ",\n" : "{\"turns\":[\n") + turn(reply).write());
      begun = true;
    } finally {
      lock.unlock();
    }
    return reply;
  }

  private static Json.Obj turn(ModelReply reply) {
    return switch (reply) {
      case ModelReply.Complete complete -> answer(complete);
      case ModelReply.FailedReply(ProviderError trouble) -> failed(trouble);
    };
  }

  private static Json.Obj answer(ModelReply.Complete complete) {
    Message.Assistant message = complete.message();
    Json.Builder turn = Json.object();
    if (!message.reasoningText().isEmpty()) {
      turn.put("reasoning", message.reasoningText());
    }
    if (!message.text().isEmpty()) {
      turn.put("text", message.text());
    }
    if (!message.calls().isEmpty()) {
      List<Json> calls = message.calls().stream().map(ScriptRecorder::call).toList();
      turn.put("calls", new Json.Arr(calls));
    }
    if (complete.finish() == FinishReason.LENGTH || complete.finish() == FinishReason.REFUSED) {
      turn.put("finish", complete.finish() == FinishReason.LENGTH ? "length" : "content_filter");
    }
    return turn.put(
            "usage",
            Json.object()
                .put("input", complete.usage().input())
                .put("output", complete.usage().output())
                .build())
        .build();
  }

  private static Json call(ToolCall call) {
    Json arguments;
    try {
      arguments = JsonReader.readObject(call.arguments());
    } catch (JsonException _) {
      arguments = Json.of(call.arguments());
    }
    return Json.object().put("tool", call.tool()).put("arguments", arguments).build();
  }

  private static Json.Obj failed(ProviderError trouble) {
    return switch (trouble.kind()) {
      case UNREACHABLE, CUT -> misbehaviour("cut_fin");
      case TIMEOUT -> misbehaviour("stall");
      case MALFORMED -> misbehaviour("garbage");
      case CONTEXT_TOO_LONG -> misbehaviour("context_too_long");
      case RATE_LIMITED -> status(429, trouble);
      case SERVER_ERROR -> status(500, trouble);
      case UNAUTHORISED -> status(401, trouble);
      case REJECTED -> status(400, trouble);
    };
  }

  private static Json.Obj misbehaviour(String how) {
    return Json.object().put("misbehave", how).build();
  }

  private static Json.Obj status(int code, ProviderError trouble) {
    Json.Builder turn = Json.object().put("status", code).put("message", trouble.message());
    if (trouble.retryAfter().isPositive()) {
      turn.put("retry_after", trouble.retryAfter().toSeconds());
    }
    return turn.build();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        sink.accept(begun ? "\n]}\n" : "{\"turns\":[]}\n");
      }
    } finally {
      lock.unlock();
    }
    model.close();
  }
}
