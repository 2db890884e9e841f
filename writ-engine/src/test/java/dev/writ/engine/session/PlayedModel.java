// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.engine.session;

import dev.writ.engine.model.Capabilities;
import dev.writ.engine.model.Delta;
import dev.writ.engine.model.Listener;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.Reply;
import dev.writ.engine.model.Reply.Finish;
import dev.writ.engine.model.Reply.Trouble;
import dev.writ.engine.model.Usage;
import dev.writ.kernel.call.ToolCall;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/// A model that plays steps and keeps the prompts it got. After the last step it says `(end)`.
final class PlayedModel implements Model {
  /// What every answer is said to cost.
  static final Usage COST = new Usage(100, 20, 0, 0, 0);

  /// What the model says of itself.
  Capabilities capabilities = Capabilities.UNKNOWN;

  private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
  private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

  /// What the model does with one request.
  @FunctionalInterface
  interface Step {
    Reply reply(Prompt prompt, Listener listener) throws InterruptedException;
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
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public Reply reply(Prompt prompt, Listener listener) throws InterruptedException {
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
      listener.delta(new Delta.Text(text));
      return complete(text, Finish.STOP);
    };
  }

  /// Calls.
  static Step calls(ToolCall... calls) {
    return (_, _) -> complete("", Finish.CALLS, calls);
  }

  /// A text that ends for another reason.
  static Step say(Finish finish, String text) {
    return (_, listener) -> {
      listener.delta(new Delta.Text(text));
      return complete(text, finish);
    };
  }

  /// Calls that end for another reason.
  static Step calls(Finish finish, ToolCall... calls) {
    return (_, _) -> complete("", finish, calls);
  }

  /// A request that fails after text and a call were seen.
  static Step fail(Trouble trouble) {
    return (_, listener) -> {
      listener.delta(new Delta.Text("half a thought"));
      listener.delta(new Delta.CallBegun("write_file"));
      return new Reply.Failed(trouble);
    };
  }

  /// A failure of that kind.
  static Step fail(Trouble.Kind kind) {
    return fail(new Trouble(kind, kind + " on purpose"));
  }

  static Reply complete(String text, Finish finish, ToolCall... calls) {
    return new Reply.Complete(new Message.Assistant(text, List.of(), List.of(calls)), COST, finish);
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
}
