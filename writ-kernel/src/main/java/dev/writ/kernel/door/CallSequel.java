// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.door;

import dev.writ.command.language.PartResult;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.RunCommand.Course;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.door.GateDecision.Sequel;
import dev.writ.kernel.program.CommandOutcome;
import java.util.List;
import java.util.Optional;

/// What is to follow a performance, as far as it has gone.
final class CallSequel {
  private List<String> wanted = List.of();
  private Optional<Sequel> rest = Optional.empty();
  private boolean overtaken;

  /// A command has ended.
  void ended(Effect.RunCommand effect, CommandOutcome outcome) {
    Course course = effect.limits().course();
    wanted = outcome.report().wanted();
    if (course.isPart()) {
      String output = course == Course.SUBSTITUTION ? outcome.stdout().text() : "";
      PartResult result = new PartResult(outcome.status(), output);
      rest = Optional.of(new Sequel.Rest(result, effect.line().text()));
    }
  }

  /// Somebody else changed first what was to be changed.
  void overtaken() {
    overtaken = true;
  }

  /// The call anew with hosts that its command needs; or, where somebody was faster, on what stands
  /// there now; or the rest of its line.
  ///
  /// @param unasked whether nobody was asked: what a person agreed to is not made anew
  Sequel of(ToolResult result, boolean unasked) {
    if (!wanted.isEmpty()) {
      return new Sequel.Reaching(wanted);
    }
    if (overtaken && unasked) {
      return new Sequel.Again("");
    }
    return rest.filter(_ -> result instanceof ToolResult.Success).orElseGet(Sequel.None::new);
  }
}
