// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.engine.session;

import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/// A model that plays steps and keeps the prompts it got. After the last step it says `(end)`.
final class PlayedModel implements Model {
  /// The cost reported for every answer.
  static final TokenUsage COST = new TokenUsage(100, 20, 0, 0, 0);

  /// The model's facts about itself.
  ModelCapabilities capabilities = ModelCapabilities.UNKNOWN;

  private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
  private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

  /// The model's behaviour for one request.
  @FunctionalInterface
  interface Step {
    ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException;
  }

  PlayedModel play(Step... more) {
    steps.addAll(List.of(more));
    return this;
  }

  /// Drops the steps that were not played yet.
  void forget() {
    steps.clear();
  }

  @Override
  public ModelId id() {
    return new ModelId("played", "steps");
  }

  @Override
  public ModelCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
    prompts.add(prompt);
    Step step = steps.poll();
    return (step == null ? say("(end)") : step).reply(prompt, listener);
  }

  /// The prompts so far.
  List<Prompt> prompts() {
    return prompts;
  }

  /// The messages of the last prompt.
  List<Message> lastMessages() {
    return prompts.getLast().messages();
  }

  /// An answer.
  static Step say(String text) {
    return (_, listener) -> {
      listener.delta(new AnswerDelta.TextDelta(text));
      return complete(text, FinishReason.STOP);
    };
  }

  /// Calls.
  static Step calls(ToolCall... calls) {
    return (_, _) -> complete("", FinishReason.CALLS, calls);
  }

  /// A text that ends for another reason.
  static Step say(FinishReason finish, String text) {
    return (_, listener) -> {
      listener.delta(new AnswerDelta.TextDelta(text));
      return complete(text, finish);
    };
  }

  /// Calls that end for another reason.
  static Step calls(FinishReason finish, ToolCall... calls) {
    return (_, _) -> complete("", finish, calls);
  }

  /// A request that fails after text and a call were seen.
  static Step fail(ProviderError trouble) {
    return (_, listener) -> {
      listener.delta(new AnswerDelta.TextDelta("half a thought"));
      listener.delta(new AnswerDelta.CallBegun("write_file"));
      return new ModelReply.FailedReply(trouble);
    };
  }

  /// A failure of that kind.
  static Step fail(ProviderError.ProviderErrorKind kind) {
    return fail(new ProviderError(kind, kind + " on purpose"));
  }

  static ModelReply complete(String text, FinishReason finish, ToolCall... calls) {
    return new ModelReply.Complete(
        new Message.Assistant(text, List.of(), List.of(calls)), COST, finish);
  }

  static ToolCall call(String id, String tool, String arguments) {
    return new ToolCall(id, tool, arguments.replace('`', '"'));
  }

  static ToolCall read(String id, String path) {
    return call(id, "read_file", "{`path`:`" + path + "`}");
  }

  static ToolCall write(String id, String path, String content) {
    return call(id, "write_file", "{`path`:`" + path + "`,`content`:`" + content + "`}");
  }

  static ToolCall edit(String id, String path, String from, String to) {
    return call(
        id,
        "edit_file",
        "{`path`:`" + path + "`,`old_text`:`" + from + "`,`new_text`:`" + to + "`}");
  }

  /// The same answer without a word of what it cost.
  static Step untold(Step step) {
    return (prompt, listener) -> {
      ModelReply.Complete told = (ModelReply.Complete) step.reply(prompt, listener);
      return new ModelReply.Complete(told.message(), TokenUsage.NONE, told.finish());
    };
  }
}
