// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.app.front;

import dev.writ.engine.conversation.Event;
import dev.writ.kernel.call.GateAnswer;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.gate.Answered;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Shows under each call of a dry run what every gate said of it.
///
/// @param screen shows everything else
/// @param notes for the verdicts
public record DryRunScreen(Consumer<Event> screen, PrintStream notes) implements Consumer<Event> {
  @Override
  public void accept(Event event) {
    screen.accept(event);
    if (event instanceof Event.Called called) {
      verdicts(called.answered()).forEach(line -> notes.println("    " + Inert.line(line)));
    }
  }

  private static List<String> verdicts(Answered answered) {
    List<String> lines = new ArrayList<>();
    List<String> passed = new ArrayList<>();
    for (GateAnswer answer : answered.gates()) {
      if (answer.kind() == GateAnswer.Kind.PASS) {
        passed.add(answer.gate());
      } else {
        lines.add(answer.gate() + ": " + answer.text());
      }
    }
    if (!passed.isEmpty()) {
      lines.addFirst("pass: " + String.join(", ", passed));
    }
    lines.add(answered.denied() ? "denied" : "dry run: nothing was done");
    return lines;
  }
}
