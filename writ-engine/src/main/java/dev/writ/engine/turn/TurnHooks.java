// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.engine.turn;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.kernel.hooks.SessionHooks;
import dev.writ.kernel.session.SessionState;
import java.io.IOException;
import java.util.Optional;

/// Runs a person's hooks at the events of a session and writes their answers to the session.
public final class TurnHooks {
  private final SessionHooks hooks;
  private final SessionState state;
  private final JournaledConversation journal;
  private final String source;
  private boolean begun;

  /// @param hooks may hold none
  /// @param source how the session came about: `startup` or `resume`
  public TurnHooks(
      SessionHooks hooks, SessionState state, JournaledConversation journal, String source) {
    this.source = source;
    this.hooks = hooks;
    this.state = state;
    this.journal = journal;
  }

  /// The session begins, unless it has.
  public void begin() throws IOException, InterruptedException {
    if (!begun) {
      begun = true;
      publish(hooks.sessionStarted(state, source));
    }
  }

  /// The objection to a person's message reaching the model.
  ///
  /// @param message masked
  public Optional<ToolError> objection(String message) throws IOException, InterruptedException {
    SessionHooks.HookAnswer said = hooks.promptSubmitted(state, message);
    publish(said);
    Optional<String> halt = hooks.takeHalt();
    return said.objection().or(() -> halt).map(why -> error(said, why));
  }

  /// The objection to condensing the conversation.
  ///
  /// @param trigger `manual` or `auto`
  /// @param focus what the summary should keep
  public Optional<ToolError> compacts(String trigger, String focus)
      throws IOException, InterruptedException {
    SessionHooks.HookAnswer said = hooks.condenses(state, trigger, focus);
    publish(said);
    return said.objection().map(why -> error(said, why));
  }

  private static ToolError error(SessionHooks.HookAnswer said, String why) {
    return new ToolError(said.failed() ? ErrorCode.HOOK_FAILED : ErrorCode.HOOK_DENIED, why);
  }

  /// The reason for the model to continue after its end of turn.
  ///
  /// @param again whether the model already continued for such a reason in this turn
  Optional<String> goOn(boolean again, String answer) throws IOException, InterruptedException {
    SessionHooks.HookAnswer said = hooks.stops(state, again, answer);
    publish(said);
    return said.objection();
  }

  /// Why the turn is to end.
  Optional<String> halt() throws IOException {
    messages();
    return hooks.takeHalt();
  }

  /// The session ends.
  public void end(String reason) throws IOException, InterruptedException {
    publish(hooks.ends(state, reason));
  }

  private void publish(SessionHooks.HookAnswer said) throws IOException {
    messages();
    if (!said.context().isEmpty()) {
      journal.add(SessionEvents.system("[Message from a hook of the person:]\n" + said.context()));
    }
  }

  private void messages() throws IOException {
    for (String message : hooks.takeMessages()) {
      journal.add(SessionEvents.notice(journal.masked(message)));
    }
  }
}
