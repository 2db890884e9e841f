// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.replay;

import dev.writ.base.json.JsonException;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.kernel.call.ToolCall;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.AnswerMask;
import dev.writ.wire.adapter.CallIds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Plays the turns of a script, one per request, whatever is asked. Offline and always the same.
public final class ReplayModel implements Model {
  /// The most characters of a text in one delta.
  private static final int PIECE_CHARS = 24;

  private final ModelId id;
  private final List<ScriptedReply> turns;
  private final AtomicInteger next = new AtomicInteger();
  private final CallIds ids = new CallIds();

  private ReplayModel(ModelId id, List<ScriptedReply> turns) {
    this.id = id;
    this.turns = List.copyOf(turns);
  }

  /// A model that plays this script.
  ///
  /// @param script the JSON text of a script
  /// @throws JsonException if it is not a script; the message states the reason
  public static ReplayModel of(ModelId id, String script) throws JsonException {
    return new ReplayModel(id, ScriptFile.read(script));
  }

  @Override
  public ModelId id() {
    return id;
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    int turn = next.getAndIncrement();
    if (turn >= turns.size()) {
      return AnswerDraft.failed(
          ProviderErrorKind.REJECTED,
          "the script has ended: it has "
              + turns.size()
              + " turns and this is request "
              + (turn + 1));
    }
    return switch (turns.get(turn)) {
      case ScriptedReply.Fails(ProviderError trouble) -> new ModelReply.FailedReply(trouble);
      case ScriptedReply.Says says ->
          say(says, prompt, new AnswerDraft(id.provider(), new AnswerMask(null), listener::delta));
    };
  }

  private ModelReply say(ScriptedReply.Says says, Prompt prompt, AnswerDraft draft)
      throws InterruptedException {
    pieces(says.reasoning(), draft::reasoning);
    pieces(says.text(), draft::text);
    CallIds.AnswerIds answer = ids.answering(prompt);
    List<ToolCall> calls = new ArrayList<>();
    for (ToolCall call : says.calls()) {
      draft.callBegun(call.tool());
      calls.add(new ToolCall(answer.claim(call.id()), call.tool(), call.arguments()));
    }
    return draft.complete(calls, says.usage(), says.finish());
  }

  private static void pieces(String text, Consumer<String> sink) throws InterruptedException {
    for (int from = 0; from < text.length(); ) {
      if (Thread.interrupted()) {
        throw new InterruptedException("the replay was cancelled");
      }
      int to = Math.min(text.length(), from + PIECE_CHARS);
      if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
        to++;
      }
      sink.accept(text.substring(from, to));
      from = to;
    }
  }
}
