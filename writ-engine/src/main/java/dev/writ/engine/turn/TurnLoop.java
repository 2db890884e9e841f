// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.ModelReply;
import java.io.IOException;
import java.util.Optional;

/// The loop: ask, call, repeat, until an answer, a limit, an abort or a broken circuit.
public final class TurnLoop {
  private final JournaledConversation journal;
  private final ModelRequester requester;
  private final CallDispatcher calls;
  private final TurnBudget budget;
  private final MessageQueue queue;
  private final TurnEndings endings;

  /// One turn; not to be run twice.
  ///
  /// @param queue the person's messages during the turn
  /// @param endings further reasons to end or to continue the turn
  public TurnLoop(
      JournaledConversation journal,
      ModelRequester requester,
      CallDispatcher calls,
      TurnBudget budget,
      MessageQueue queue,
      TurnEndings endings) {
    this.endings = endings;
    this.journal = journal;
    this.requester = requester;
    this.calls = calls;
    this.budget = budget;
    this.queue = queue;
  }

  /// Runs to the end. Whatever happens, a defect of Writ too, every call of the conversation has
  /// one result afterwards and the end is recorded.
  ///
  /// @throws IOException if the session can't be written
  public TurnEnd run() throws IOException {
    TurnEnd end;
    try {
      end = rounds();
    } catch (InterruptedException _) {
      calls.abortUnanswered();
      requester.dropDeclaredIntent("The turn was aborted by the person");
      end = new TurnEnd.Aborted(budget.totals());
    } catch (RuntimeException | Error e) {
      calls.endUnanswered();
      end = TurnEnd.Stopped.byDefect(e, budget.totals());
    }
    if (end instanceof TurnEnd.Stopped stopped) {
      journal.addRegardless(SessionEvents.error(stopped.code(), stopped.message()));
    }
    journal.sync();
    journal.tell(new SessionEvent.Ended(end));
    return end;
  }

  private TurnEnd rounds() throws IOException, InterruptedException {
    while (true) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Optional<TurnEnd.Stopped> over = budget.beforeRequest();
      if (over.isPresent()) {
        return over.get();
      }
      ModelRequester.RequestOutcome outcome = requester.ask(budget);
      if (!(outcome
          instanceof
          ModelRequester.RequestOutcome.Answered(ModelReply.Complete complete, var cost))) {
        return budget.unanswered(outcome);
      }
      budget.request(complete.usage(), cost);
      CallDispatcher.Prepared prepared = calls.prepare(complete);
      Optional<TurnEnd> end =
          prepared.none()
              ? endAfterAnswer(complete)
              : calls.perform(prepared, budget).map(stopped -> (TurnEnd) stopped);
      if (complete.finish() == ModelReply.FinishReason.REFUSED) {
        return budget.stopped(ErrorCode.PROVIDER_ERROR, "The provider refused to continue");
      }
      if (end.isPresent() && !askWhetherToContinue(end.get())) {
        return end.get();
      }
      Optional<TurnEnd> halted = halted();
      if (halted.isPresent()) {
        return halted.get();
      }
      for (String message : queue.take()) {
        steered(journal.masked(message));
      }
    }
  }

  /// The end of the turn after a reply without calls; empty if the model is to continue.
  private Optional<TurnEnd> endAfterAnswer(ModelReply.Complete complete)
      throws IOException, InterruptedException {
    return switch (complete.finish()) {
      case REFUSED -> Optional.empty(); // ends the turn whatever the reply says
      case LENGTH -> endOfCutAnswer();
      case STOP, CALLS -> {
        Optional<String> goOn =
            queue.isEmpty() ? endings.goOn(complete.message().text()) : Optional.empty();
        if (goOn.isPresent()) {
          journal.add(SessionEvents.system(goOn.get()));
        } else if (queue.isEmpty()) {
          yield Optional.of(
              halted()
                  .orElseGet(
                      () -> new TurnEnd.FinalAnswer(complete.message().text(), budget.totals())));
        }
        yield Optional.empty();
      }
    };
  }

  /// An incomplete answer is not an answer. Messages that the person typed meanwhile are still
  /// sent.
  private Optional<TurnEnd> endOfCutAnswer() throws IOException {
    String message = "The answer reached the output limit and is not complete";
    if (queue.isEmpty()) {
      return Optional.of(budget.stopped(ErrorCode.OUTPUT_LIMIT, message));
    }
    journal.add(SessionEvents.error(ErrorCode.OUTPUT_LIMIT, message));
    return Optional.empty();
  }

  /// Whether the person, if one can be asked, lets the turn continue although its circuit is open.
  /// Any other answer is a message for the model.
  private boolean askWhetherToContinue(TurnEnd end) throws IOException, InterruptedException {
    if (!(end instanceof TurnEnd.Stopped stopped) || stopped.code() != ErrorCode.CIRCUIT_OPEN) {
      return false;
    }
    String answer = calls.advice(stopped.message()).orElse("");
    if (answer.isEmpty() || answer.equals("2") || answer.equalsIgnoreCase(CallDispatcher.STOP)) {
      return false;
    }
    budget.closeCircuit();
    if (answer.equals("1") || answer.equalsIgnoreCase(CallDispatcher.GO_ON)) {
      journal.add(
          SessionEvents.system(
              "[Many calls in a row failed. The person lets you continue: read the"
                  + " errors first.]"));
    } else {
      steered(journal.masked(answer));
    }
    return true;
  }

  /// A hook ends the turn.
  private Optional<TurnEnd> halted() throws IOException {
    Optional<String> why = endings.halt();
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(budget.stopped(ErrorCode.HOOK_DENIED, why.get()));
  }

  private void steered(String message) throws IOException, InterruptedException {
    Optional<ToolError> objection = endings.objection(message);
    if (objection.isPresent()) {
      journal.add(SessionEvents.error(objection.get().code(), objection.get().message()));
    } else {
      journal.add(SessionEvents.user(message));
    }
  }
}
