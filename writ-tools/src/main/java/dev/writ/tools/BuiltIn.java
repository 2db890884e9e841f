// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.tools;

import dev.writ.kernel.gate.Tool;
import java.util.List;

/// The tools that every session has.
public final class BuiltIn {
  private BuiltIn() {}

  /// All of them, in the order in which models see them.
  public static List<Tool<?>> tools() {
    return List.of(
        new ReadFile(),
        new WriteFile(),
        new EditFile(),
        new ListFiles(),
        new SearchFiles(),
        new RunCommand(),
        new SelectActiveIntent(),
        new UpdatePlan());
  }
}
