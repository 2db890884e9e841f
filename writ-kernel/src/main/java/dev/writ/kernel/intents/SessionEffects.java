// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.kernel.intents;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.SessionControl;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.session.PersonQuestion;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.UnsettledRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Performs what concerns the session and its intents.
///
/// @param askDefault the answer to a question in an unattended run; empty for a failure
public record SessionEffects(
    IntentSelection selection,
    IntentDeclaration declaration,
    IntentClosing closing,
    ToolCatalogue catalogue,
    Approver approver,
    String askDefault) {

  /// Performs a change.
  ///
  /// @param records receives the records that the change adds to the ledger
  /// @throws UnsettledRecordException where a record stands that isn't so
  /// @throws InterruptedException when aborted
  public ToolResult change(
      SessionControl control,
      SessionState state,
      ActOrigin origin,
      Consumer<AppendedRecord> records)
      throws UnsettledRecordException, InterruptedException {
    return switch (control) {
      case SessionControl.SelectIntent select -> selection.select(select, state);
      case SessionControl.UpdatePlan(List<SessionControl.PlanStep> steps) -> {
        state.plan(steps);
        long done =
            steps.stream().filter(s -> s.progress() == SessionControl.StepProgress.DONE).count();
        yield new ToolResult.Success("Plan updated: %d/%d done".formatted(done, steps.size()));
      }
      case SessionControl.ProposeIntent(var draft) -> declaration.proposed(draft, origin, records);
      case SessionControl.CloseIntent(String id) -> closing.requested(id, state, origin, records);
      case SessionControl.AskUser(String question, List<String> options) ->
          asked(question, options);
      case SessionControl.OfferTools(String query) -> offered(query, state);
    };
  }

  private ToolResult asked(String question, List<String> options) throws InterruptedException {
    List<String> shown = new ArrayList<>();
    options.forEach(option -> shown.add(DisplayText.line(option)));
    Optional<String> answer =
        approver.present()
            ? approver.reply(new PersonQuestion(DisplayText.text(question), shown))
            : Optional.empty();
    if (answer.isPresent()) {
      return new ToolResult.Success("The person answers: " + chosen(answer.get(), options));
    }
    return askDefault.isEmpty()
        ? ToolResult.failed(ErrorCode.QUESTION_UNANSWERED, "No person can answer")
        : new ToolResult.Success(
            "No person can answer; the configuration's answer for this case: " + askDefault);
  }

  /// A number selects the option at that position.
  private static String chosen(String answer, List<String> options) {
    for (int i = 0; i < options.size(); i++) {
      if (answer.strip().equals(Integer.toString(i + 1))) {
        return options.get(i);
      }
    }
    return answer.isBlank() ? "(nothing)" : answer;
  }

  private ToolResult offered(String query, SessionState state) {
    List<ToolDefinition> found = catalogue.offer(query, state.mode());
    if (found.isEmpty()) {
      return new ToolResult.Success("No tool fits; call more_tools without a query to see all");
    }
    List<String> lines = new ArrayList<>(List.of("You can now call:"));
    for (ToolDefinition definition : found) {
      Json.Obj parameters = definition.schema().object("properties");
      lines.add(
          "- %s(%s): %s"
              .formatted(
                  definition.name(),
                  String.join(", ", parameters.members().keySet()),
                  definition.description()));
    }
    return new ToolResult.Success(String.join("\n", lines));
  }
}
