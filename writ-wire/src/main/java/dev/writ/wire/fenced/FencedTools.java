// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire.fenced;

import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.wire.adapter.CallIds;
import java.util.Locale;

/// How one model gets its tools: natively, until its server says that it can't take them; from then
/// on in the prompt. The server refuses such a request as a whole, so it is sent once more in the
/// other form.
public final class FencedTools {
  private volatile boolean fenced;

  /// Natively, at first.
  public FencedTools() {}

  /// The model.
  @FunctionalInterface
  public interface Asker {
    /// Makes one request.
    ModelReply ask(Prompt prompt, ReplyListener listener) throws InterruptedException;
  }

  /// Asks a model in the form that it takes.
  public ModelReply reply(Prompt prompt, ReplyListener listener, CallIds ids, Asker model)
      throws InterruptedException {
    if (prompt.tools().isEmpty()) {
      return model.ask(prompt, listener);
    }
    if (!fenced) {
      ModelReply reply = model.ask(prompt, listener);
      if (!(reply instanceof ModelReply.FailedReply(ProviderError trouble))
          || !lacksTools(trouble)) {
        return reply;
      }
      fenced = true;
    }
    FencedListener shown = new FencedListener(listener);
    ModelReply reply = model.ask(FencedPrompt.of(prompt), shown);
    return reply instanceof ModelReply.Complete complete
        ? shown.complete(complete, ids.answering(prompt))
        : reply;
  }

  /// How Ollama, vLLM and llama.cpp say it.
  private static boolean lacksTools(ProviderError trouble) {
    if (trouble.kind() != ProviderErrorKind.REJECTED
        && trouble.kind() != ProviderErrorKind.SERVER_ERROR) {
      return false;
    }
    String said = trouble.message().toLowerCase(Locale.ROOT);
    return said.contains("does not support tools")
        || said.contains("tool choice requires")
        || said.contains("tools param requires");
  }
}
