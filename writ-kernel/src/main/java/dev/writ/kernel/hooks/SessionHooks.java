// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hooks;

import dev.writ.base.json.Json;
import dev.writ.kernel.hook.Hook;
import dev.writ.kernel.hook.HookEvent;
import dev.writ.kernel.session.SessionState;
import dev.writ.records.ledger.ActOrigin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The hooks for events of sessions and turns.
public final class SessionHooks {
  private final HookDispatcher dispatcher;

  public SessionHooks(HookDispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /// The answers of an event's hooks.
  ///
  /// @param objection the reason against it; empty if no hook objects
  /// @param failed whether the objection is that a hook gave no answer
  /// @param context text for the model; may be empty
  public record HookAnswer(Optional<String> objection, boolean failed, String context) {
    private static final HookAnswer NOTHING = new HookAnswer(Optional.empty(), false, "");
  }

  /// Whether there are no hooks.
  public boolean none() {
    return dispatcher.registry().nothingThere();
  }

  /// A session begins.
  ///
  /// @param source such as `startup`
  public HookAnswer sessionStarted(SessionState state, String source) throws InterruptedException {
    return fire(
        HookEvent.SESSION_START, state, source, Json.object().put("source", source).build());
  }

  /// A person says something to the model.
  public HookAnswer promptSubmitted(SessionState state, String prompt) throws InterruptedException {
    return fire(
        HookEvent.USER_PROMPT_SUBMIT, state, "", Json.object().put("prompt", prompt).build());
  }

  /// The model ends its turn. An objection is a reason to continue.
  ///
  /// @param again whether it already continues because of a hook
  public HookAnswer stops(SessionState state, boolean again, String lastMessage)
      throws InterruptedException {
    return fire(
        HookEvent.STOP,
        state,
        "",
        Json.object()
            .put("stop_hook_active", again)
            .put("last_assistant_message", lastMessage)
            .build());
  }

  /// Runs the hooks for a condensation of the conversation.
  ///
  /// @param trigger `manual` or `auto`
  /// @param instructions what the summary should keep; may be empty
  public HookAnswer condenses(SessionState state, String trigger, String instructions)
      throws InterruptedException {
    return fire(
        HookEvent.PRE_COMPACT,
        state,
        trigger,
        Json.object().put("trigger", trigger).put("custom_instructions", instructions).build());
  }

  /// A session ends.
  public HookAnswer ends(SessionState state, String reason) throws InterruptedException {
    return fire(HookEvent.SESSION_END, state, reason, Json.object().put("reason", reason).build());
  }

  private HookAnswer fire(HookEvent event, SessionState state, String subject, Json.Obj own)
      throws InterruptedException {
    if (none()) {
      return HookAnswer.NOTHING;
    }
    ActOrigin origin =
        new ActOrigin(state.session(), 0, state.turn(), new ActOrigin.Contributor.Human());
    HookRunner.Occasion occasion = new HookRunner.Occasion(state, origin, "");
    List<HookDispatcher.HookTask> tasks = new ArrayList<>();
    for (Hook hook : dispatcher.hooks(event, List.of(subject))) {
      tasks.add(new HookDispatcher.HookTask(hook, dispatcher.input(event, occasion, own)));
    }
    HookDispatcher.CombinedAnswer heard = dispatcher.ask(tasks, occasion);
    String context = String.join("\n", heard.contexts());
    if (!heard.denials().isEmpty()) {
      return new HookAnswer(Optional.of(String.join("\n", heard.denials())), false, context);
    }
    if (!heard.failures().isEmpty() && event.gates()) {
      return new HookAnswer(Optional.of(String.join("\n", heard.failures())), true, context);
    }
    heard.failures().forEach(dispatcher::tell);
    return new HookAnswer(Optional.empty(), false, context);
  }

  /// The notices for the person since the last call.
  public List<String> takeMessages() {
    return dispatcher.takeMessages();
  }

  /// The reason why a hook ends the turn, returned once.
  public Optional<String> takeHalt() {
    return dispatcher.takeHalt();
  }
}
