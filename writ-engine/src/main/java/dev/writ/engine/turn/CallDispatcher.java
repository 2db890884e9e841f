// Implements: docs/spec/06-tools.md §6.3 (Parallelism and limits)
package dev.writ.engine.turn;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.ModelReply;
import dev.writ.kernel.call.SessionControl.PlanStep;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.door.Gate;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.session.PersonQuestion;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Takes the calls of a response through the gate: reads that stand together side by side,
/// everything else alone and in order; results go back in the order of the calls.
public final class CallDispatcher {
  /// Answers that a person can choose when the circuit opens.
  static final String GO_ON = "continue";

  static final String STOP = "stop";

  private final Gate gate;
  private final SessionState state;
  private final JournaledConversation journal;
  private final Supplier<String> contributor;
  private final TurnLimits.CallRules rules;
  private final Set<String> begun = ConcurrentHashMap.newKeySet();

  /// @param contributor the model that is asked now, as the ledger names it
  public CallDispatcher(
      Gate gate,
      SessionState state,
      JournaledConversation journal,
      Supplier<String> contributor,
      TurnLimits.CallRules rules) {
    this.rules = rules;
    this.gate = gate;
    this.state = state;
    this.journal = journal;
    this.contributor = contributor;
  }

  /// Calls that are part of the conversation now, ready for the gate.
  record Prepared(List<ReadyCall> calls) {
    Prepared {
      calls = List.copyOf(calls);
    }

    boolean none() {
      return calls.isEmpty();
    }
  }

  /// One call.
  ///
  /// @param event its number in the session
  /// @param refusal why it never comes to the gate; empty if it does
  record ReadyCall(ToolCall call, long event, Optional<ToolResult> refusal) {}

  /// Records the calls of a complete response, with ids made unique and broken arguments mended.
  Prepared prepare(ModelReply.Complete reply) throws IOException {
    List<ToolCall> calls = reply.message().calls();
    Set<String> ids = new HashSet<>();
    List<ReadyCall> ready = new ArrayList<>();
    begun.clear();
    for (int i = 0; i < calls.size(); i++) {
      ToolCall call = calls.get(i);
      String id = call.id();
      for (int n = 2; id.isBlank() || !ids.add(id); n++) {
        id = (call.id().isBlank() ? "call" : call.id()) + "_" + (i + 1) + (n > 2 ? "_" + n : "");
      }
      ready.add(ready(new ToolCall(id, call.tool(), call.arguments()), refusal(reply, i)));
    }
    return new Prepared(ready);
  }

  private ReadyCall ready(ToolCall call, Optional<ToolResult> refusal) throws IOException {
    ArgumentRepair.Repaired repaired;
    String shown;
    Optional<ToolResult> why = refusal;
    try {
      repaired = ArgumentRepair.of(call.arguments());
      shown = journal.masked(repaired.text());
    } catch (RuntimeException | Error e) {
      repaired = new ArgumentRepair.Repaired("{}", false);
      shown = repaired.text();
      why =
          Optional.of(
              ToolResult.failed(
                  ErrorCode.INTERNAL_ERROR,
                  "A defect of Writ kept the arguments from being read, so this call was not"
                      + " executed: "
                      + e.getClass().getName()));
    }
    ToolCall unique = new ToolCall(call.id(), call.tool(), shown);
    long event = journal.add(SessionEvents.call(unique, repaired.changed()));
    journal.tell(new SessionEvent.Calling(gate.catalogue().canonical(unique)));
    return new ReadyCall(new ToolCall(call.id(), call.tool(), repaired.text()), event, why);
  }

  private Optional<ToolResult> refusal(ModelReply.Complete reply, int index) {
    boolean last = index == reply.message().calls().size() - 1;
    Optional<String> why =
        switch (reply.finish()) {
          case REFUSED ->
              Optional.of("The provider refused to continue, so this call was not executed");
          case LENGTH ->
              last
                  ? Optional.of(
                      "The response reached the output limit, so this call may be cut and was not"
                          + " executed")
                  : Optional.empty();
          case STOP, CALLS -> Optional.empty();
        };
    return why.or(
            () ->
                index < rules.maxPerResponse()
                    ? Optional.empty()
                    : Optional.of(
                        "A response may have at most %d calls (tools.max_calls_per_response)"
                            .formatted(rules.maxPerResponse())))
        .map(message -> ToolResult.failed(ErrorCode.CALL_NOT_EXECUTED, message));
  }

  /// Performs them, and records each result.
  ///
  /// @return why the turn must end, if it must; every call has a result then too
  Optional<TurnEnd.Stopped> perform(Prepared prepared, TurnBudget budget)
      throws IOException, InterruptedException {
    List<ReadyCall> calls = prepared.calls();
    Optional<TurnEnd.Stopped> broken = Optional.empty();
    int i = 0;
    while (i < calls.size() && broken.isEmpty()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      int end = i + 1;
      while (end < calls.size() && reads(calls.get(i)) && reads(calls.get(end))) {
        end++;
      }
      List<ReadyCall> together = calls.subList(i, end);
      List<CallAnswer> answers =
          ParallelTasks.all(together.stream().map(this::work).toList(), rules.maxParallel());
      for (int k = 0; k < together.size(); k++) {
        boolean last = k == together.size() - 1;
        Optional<TurnEnd.Stopped> stop = record(together.get(k), answers.get(k), last, budget);
        broken = broken.isPresent() ? broken : stop;
      }
      Optional<TurnEnd.Stopped> circuit = budget.stepped();
      broken = broken.isPresent() ? broken : circuit;
      i = end;
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (broken.isPresent()) {
      answerRest("Not executed, because of the calls before it");
      return broken;
    }
    return loops(budget);
  }

  private boolean reads(ReadyCall ready) {
    return gate.catalogue().reads(ready.call().tool());
  }

  private ParallelTasks.ParallelTask<CallAnswer> work(ReadyCall ready) {
    return () -> {
      if (ready.refusal().isPresent()) {
        return CallAnswer.unjudged(ready.refusal().get(), ready.call());
      }
      ActOrigin origin =
          new ActOrigin(
              state.session(),
              ready.event(),
              state.turn(),
              new ActOrigin.Contributor.Ai(contributor.get()));
      begun.add(ready.call().id());
      return gate.call(ready.call(), state, origin, live(ready.call()));
    };
  }

  private LiveOutput live(ToolCall call) {
    return new LiveOutput() {
      @Override
      public void stdout(String lines) {
        journal.tell(new SessionEvent.Output(call, SessionEvent.Output.StreamName.STDOUT, lines));
      }

      @Override
      public void stderr(String lines) {
        journal.tell(new SessionEvent.Output(call, SessionEvent.Output.StreamName.STDERR, lines));
      }
    };
  }

  /// @param last whether it is the last of calls side by side, with which the files are recorded
  ///     that they saw: a file whose content is not recorded yet does not count as seen
  private Optional<TurnEnd.Stopped> record(
      ReadyCall ready, CallAnswer answer, boolean last, TurnBudget budget) throws IOException {
    ToolCall call = ready.call();
    for (String approval : answer.approvals()) {
      journal.add(SessionEvents.approval(call, approval));
    }
    OutputCut kept = OutputCut.of(answer.result(), rules.maxOutputChars());
    journal.add(SessionEvents.result(call, kept.result(), kept.text(), changes(last)));
    ToolCall judged = gate.catalogue().canonical(answer.call());
    if (judged.tool().equals("select_active_intent")
        && answer.result() instanceof ToolResult.Success
        && state.declaration() instanceof SessionDeclaration.Under under) {
      journal.add(
          SessionEvents.intent(under.intent().id(), under.intent().name(), under.kind().name()));
    }
    if (judged.tool().equals("update_plan")) {
      journal.add(SessionEvents.plan(state.plan().stream().map(this::masked).toList()));
    }
    journal.tell(new SessionEvent.Called(judged, answer.result(), answer));
    return ready.refusal().isPresent() ? budget.refused() : budget.answered(call, answer);
  }

  /// The changes of the state at the gate since the last result.
  private Json.Obj changes(boolean files) {
    Json.Obj changes = state.takeChanges(files);
    Optional<Json.Obj> uses = gate.catalogue().takeUses();
    if (uses.isEmpty()) {
      return changes;
    }
    Json.Builder more = Json.object();
    changes.members().forEach(more::put);
    return more.put("tools", uses.get()).build();
  }

  private PlanStep masked(PlanStep step) {
    return new PlanStep(journal.masked(step.text()), step.progress());
  }

  private Optional<TurnEnd.Stopped> loops(TurnBudget budget) throws IOException {
    return switch (budget.loops().finding()) {
      case NONE -> Optional.empty();
      case TELL -> {
        journal.add(
            SessionEvents.system(
                "[The same calls gave the same results three times. Try something else, or state"
                    + " what is missing.]"));
        yield Optional.empty();
      }
      case END ->
          Optional.of(
              budget.stopped(
                  ErrorCode.LOOP_DETECTED,
                  "The model repeats the same calls with the same results"));
    };
  }

  /// The person's answer, if a person can be asked, to a turn that would end.
  ///
  /// @param why it would end
  Optional<String> advice(String why) throws InterruptedException {
    String question = DisplayText.text(why) + "\nHow should it continue?";
    return gate.ask(new PersonQuestion(question, List.of(GO_ON, STOP)), state).map(String::strip);
  }

  /// Gives every call that has no result one that says why.
  void abortUnanswered() throws IOException {
    answerRest("aborted");
  }

  /// The same after a defect, which may be one of the client's.
  void endUnanswered() throws IOException {
    for (ToolCall call : journal.conversation().unanswered()) {
      ToolResult result =
          begun.contains(call.id())
              ? ToolResult.failed(
                  ErrorCode.INTERNAL_ERROR,
                  "A defect of Writ ended the turn before this result was recorded. The call may"
                      + " have been performed: check before you send it again")
              : ToolResult.failed(
                  ErrorCode.CALL_NOT_EXECUTED, "A defect of Writ ended the turn before this call");
      journal.addRegardless(
          SessionEvents.result(call, result, result.content(), changes(/* files= */ true)));
    }
  }

  private void answerRest(String why) throws IOException {
    for (ToolCall call : journal.conversation().unanswered()) {
      ToolResult result = ToolResult.failed(ErrorCode.CALL_NOT_EXECUTED, why);
      journal.add(SessionEvents.result(call, result, result.content(), changes(/* files= */ true)));
    }
  }
}
