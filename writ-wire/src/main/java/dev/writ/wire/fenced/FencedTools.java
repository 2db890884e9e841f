// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire.fenced;

import dev.writ.engine.model.Capabilities;
import dev.writ.engine.model.Listener;
import dev.writ.engine.model.Listing;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.Reply;
import dev.writ.engine.model.Reply.Trouble;
import dev.writ.engine.model.Reply.Trouble.Kind;
import dev.writ.engine.model.SignIn;
import dev.writ.engine.model.TokenCount;
import dev.writ.wire.adapter.CallIds;
import java.util.Locale;

/// A model that gets its tools natively, until its server says that it can't take them; from then
/// on they go into the prompt. The server refuses such a request as a whole, so it is sent once
/// more in the other form.
public final class FencedTools implements Model {
  private final Model model;
  private final CallIds ids = new CallIds();
  private volatile boolean fenced;

  /// @param model closed together with this one
  public FencedTools(Model model) {
    this.model = model;
  }

  @Override
  public ModelId id() {
    return model.id();
  }

  @Override
  public Reply reply(Prompt prompt, Listener listener) throws InterruptedException {
    if (prompt.tools().isEmpty()) {
      return model.reply(prompt, listener);
    }
    if (!fenced) {
      Reply reply = model.reply(prompt, listener);
      if (!(reply instanceof Reply.Failed(Trouble trouble)) || !lacksTools(trouble)) {
        return reply;
      }
      fenced = true;
    }
    FencedListener shown = new FencedListener(listener);
    Reply reply = model.reply(FencedPrompt.of(prompt), shown);
    return reply instanceof Reply.Complete complete
        ? shown.complete(complete, ids.answering(prompt))
        : reply;
  }

  /// How Ollama, vLLM and llama.cpp say it.
  private static boolean lacksTools(Trouble trouble) {
    if (trouble.kind() != Kind.REJECTED && trouble.kind() != Kind.SERVER_ERROR) {
      return false;
    }
    String said = trouble.message().toLowerCase(Locale.ROOT);
    return said.contains("does not support tools")
        || said.contains("tool choice requires")
        || said.contains("tools param requires");
  }

  @Override
  public Capabilities capabilities() throws InterruptedException {
    return model.capabilities();
  }

  @Override
  public Listing models() throws InterruptedException {
    return model.models();
  }

  @Override
  public TokenCount countTokens(Prompt prompt) throws InterruptedException {
    return model.countTokens(fenced ? FencedPrompt.of(prompt) : prompt);
  }

  @Override
  public SignIn authenticate(SignIn.Screen screen) throws InterruptedException {
    return model.authenticate(screen);
  }

  @Override
  public boolean isAuthenticated() {
    return model.isAuthenticated();
  }

  @Override
  public void close() {
    model.close();
  }
}
