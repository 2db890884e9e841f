// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.door;

import dev.writ.command.language.PartResult;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.RunCommand.RunCourse;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.door.CallEvaluation.EvaluationOutcome;
import dev.writ.kernel.door.GateDecision.Sequel;
import dev.writ.kernel.program.CommandOutcome;
import java.util.List;
import java.util.Optional;

/// The continuation after a performance, as far as known.
final class CallSequel {
  private List<String> wanted = List.of();
  private Optional<PartResult> part = Optional.empty();
  private String line = "";
  private boolean overtaken;

  /// A command has ended.
  void ended(Effect.RunCommand effect, CommandOutcome outcome) {
    RunCourse course = effect.limits().course();
    wanted = outcome.report().wanted();
    if (course.isPart()) {
      String output = course == RunCourse.SUBSTITUTION ? outcome.stdout().text() : "";
      part = Optional.of(new PartResult(outcome.status(), output));
      line = effect.line().text();
    }
  }

  /// Another program changed the file first.
  void overtaken() {
    overtaken = true;
  }

  /// The call again with the hosts that its command needs; or, after another program's change, on
  /// the present content; or the rest of its line.
  ///
  /// @param allowed the judgement before: what a person agreed to is not made anew
  Sequel of(ToolResult result, EvaluationOutcome.AllowedCall allowed) {
    if (!wanted.isEmpty()) {
      return new Sequel.Reaching(wanted);
    }
    if (overtaken && allowed.concerns().isEmpty()) {
      return new Sequel.Again("");
    }
    return part.isPresent() && result instanceof ToolResult.Success
        ? new Sequel.Rest(part.get(), line, allowed.heard())
        : new Sequel.NoSequel();
  }
}
