// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.workflow;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What a line came to.
///
/// @param end `done`, `failed`, or the code of the error with which Writ refused it
/// @param picture what the repository is like afterwards
record LineOutcome(String end, String told, Set<String> picture) {
  LineOutcome {
    picture = Set.copyOf(picture);
  }

  static LineOutcome of(WorkflowRepository.Ended ended, WorkflowRepository repository)
      throws IOException, InterruptedException {
    return new LineOutcome(end(ended.exit() == 0), ended.told(), repository.picture());
  }

  static LineOutcome of(CallAnswer answer, WorkflowRepository repository)
      throws IOException, InterruptedException {
    String told = answer.result().content();
    String code = Door.code(answer);
    return new LineOutcome(
        code.equals("ok") ? end(!told.startsWith("exit code ")) : code, told, repository.picture());
  }

  /// That of a line which nobody ran.
  static LineOutcome refused(String code, WorkflowRepository repository)
      throws IOException, InterruptedException {
    return new LineOutcome(code, "not run", repository.picture());
  }

  private static String end(boolean done) {
    return done ? "done" : "failed";
  }

  /// Where it isn't like another one.
  ///
  /// @param partly whether only the end counts, and what Git obeys
  List<String> differences(LineOutcome other, boolean partly) {
    List<String> differences = new ArrayList<>();
    picture.stream().filter(line -> !other.picture.contains(line)).forEach(differences::add);
    other.picture.stream()
        .filter(line -> !picture.contains(line))
        .forEach(line -> differences.add("without Writ " + line));
    if (partly) {
      differences.removeIf(line -> !line.matches("(without Writ )?\\.git/config.*"));
    }
    if (!end.equals(other.end)) {
      differences.add(end + " instead of " + other.end);
    }
    return differences;
  }
}
