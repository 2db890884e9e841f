// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import dev.writ.base.json.Json;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.kernel.approval.Approver;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Notes the questions that a run would meet. It agrees to none of them.
public final class SimulatedApprover implements Approver {
  private final List<Question> questions = new ArrayList<>();

  @Override
  public synchronized Answer ask(Question question) {
    questions.add(question);
    return new Answer.Unavailable();
  }

  /// Prints the recorded questions, with their unattended answers.
  ///
  /// @param agreed whether the configuration agrees to concerns where no person can be asked
  public synchronized void print(PrintStream out, Predicate<List<ApprovalConcern>> agreed) {
    out.println(
        questions.isEmpty()
            ? "This run would ask no question."
            : "Questions that this run would ask: " + questions.size());
    for (Question question : questions) {
      question.what().forEach(line -> out.println("? " + line));
      out.println("    why it asks: " + String.join("; ", question.reasons()));
      out.println("    unattended: " + answer(question, agreed));
    }
  }

  /// The same as data.
  public synchronized Json json(Predicate<List<ApprovalConcern>> agreed) {
    List<Json> all = new ArrayList<>();
    for (Question question : questions) {
      List<Json> concerns = new ArrayList<>();
      for (ApprovalConcern concern : question.concerns()) {
        concerns.add(
            Json.object().put("kind", concern.kind().word()).put("words", concern.words()).build());
      }
      all.add(
          Json.object()
              .put("what", Json.texts(question.what()))
              .put("concerns", new Json.Arr(concerns))
              .put("intent", question.intent())
              .put("unattended", answer(question, agreed))
              .build());
    }
    return new Json.Arr(all);
  }

  private static String answer(Question question, Predicate<List<ApprovalConcern>> agreed) {
    return agreed.test(question.concerns()) ? "allow" : "deny";
  }
}
