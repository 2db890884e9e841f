// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.tools;

import dev.writ.kernel.gate.Tool;
import java.util.List;

/// The tools that every session has.
public final class BuiltIn {
  private BuiltIn() {}

  /// All of them, in the order in which models see them.
  ///
  /// @param maxOutputChars how much of a file one read delivers, in whole lines
  public static List<Tool<?>> tools(int maxOutputChars) {
    return List.of(
        new ReadFile(maxOutputChars),
        new WriteFile(),
        new EditFile(),
        new ApplyPatch(),
        new ListFiles(),
        new SearchFiles(),
        new DiffFiles(maxOutputChars),
        new CreateDirectory(),
        new DeletePath(),
        new MovePath(),
        new RunCommand(),
        new RunBackground(),
        new CommandOutput(),
        new StopCommand(),
        new SelectActiveIntent(),
        new UpdatePlan());
  }
}
