// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.run;

import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.code.WorkspacePrograms;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Remembers with which content programs of the workspace were run: a grant was for that one.
public record ProgramMemory(
    WorkspacePrograms programs, TrustStore trust, String projectId, InstantSource clock) {
  /// The reasons why a person must agree again.
  List<String> changed(Effect.RunCommand run) {
    List<String> reasons = new ArrayList<>();
    for (Map.Entry<String, String> program : programs.of(run).entrySet()) {
      try {
        String last = trust.lastRun(projectId, program.getKey());
        if (!last.isEmpty() && !last.equals(program.getValue())) {
          reasons.add(program.getKey() + " changed since it was last run");
        }
      } catch (IOException _) {
        reasons.add("what " + program.getKey() + " was when it was last run cannot be read");
      }
    }
    return reasons;
  }

  /// A line is about to be run.
  ///
  /// @throws IOException if that can't be remembered; then it must not be
  public void remember(Effect.RunCommand run) throws IOException {
    for (Map.Entry<String, String> program : programs.of(run).entrySet()) {
      trust.ran(projectId, program.getKey(), program.getValue(), clock.instant());
    }
  }
}
