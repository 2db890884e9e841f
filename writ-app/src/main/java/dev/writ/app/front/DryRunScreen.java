// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.app.front;

import dev.writ.base.value.DisplayText;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.audit.GateAnswer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Shows under each call of a dry run what every gate said of it.
///
/// @param screen shows everything else
/// @param notes for the verdicts
public record DryRunScreen(Consumer<SessionEvent> screen, PrintStream notes)
    implements Consumer<SessionEvent> {
  @Override
  public void accept(SessionEvent event) {
    screen.accept(event);
    if (event instanceof SessionEvent.Called called) {
      verdicts(called.answer()).forEach(line -> notes.println("    " + DisplayText.line(line)));
    }
  }

  private static List<String> verdicts(CallAnswer callAnswer) {
    List<String> lines = new ArrayList<>();
    List<String> passed = new ArrayList<>();
    for (GateAnswer answer : callAnswer.gates()) {
      if (answer.kind() == GateAnswer.AnswerKind.PASS) {
        passed.add(answer.gate());
      } else {
        lines.add(answer.gate() + ": " + answer.text());
      }
    }
    if (!passed.isEmpty()) {
      lines.addFirst("pass: " + String.join(", ", passed));
    }
    lines.add(callAnswer.denied() ? "denied" : "dry run: nothing was done");
    return lines;
  }
}
