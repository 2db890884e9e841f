// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.tools;

import dev.writ.kernel.gate.Catalogue;
import dev.writ.kernel.gate.Tool;
import java.util.ArrayList;
import java.util.List;

/// The tools that every session has.
public final class BuiltIn {
  private BuiltIn() {}

  /// All of them, in the order in which models see them. Those that follow `more_tools` are offered
  /// once it was asked for them.
  ///
  /// @param maxOutputChars how much of a file one read delivers, in whole lines
  public static List<Tool<?>> tools(int maxOutputChars) {
    List<Tool<?>> tools =
        new ArrayList<>(
            List.of(
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
                new UpdatePlan(),
                new AskUser(),
                new ProposeIntent(),
                new CloseIntent(),
                new RecordLesson()));
    List<String> rarer = new ArrayList<>();
    for (Tool<?> tool : tools) {
      if (tool.follows().isPresent() && tool.follows().get().equals(Catalogue.MORE_TOOLS)) {
        rarer.add(tool.spec().name());
      }
    }
    tools.add(new MoreTools(rarer));
    return List.copyOf(tools);
  }
}
