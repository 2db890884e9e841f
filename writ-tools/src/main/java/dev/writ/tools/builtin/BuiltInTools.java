// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.tools.builtin;

import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.tools.BoundedTool;
import dev.writ.tools.command.CommandOutputTool;
import dev.writ.tools.command.RunBackground;
import dev.writ.tools.command.RunCommand;
import dev.writ.tools.command.StopCommand;
import dev.writ.tools.file.CreateDirectory;
import dev.writ.tools.file.DeletePath;
import dev.writ.tools.file.DiffFiles;
import dev.writ.tools.file.EditFile;
import dev.writ.tools.file.MovePath;
import dev.writ.tools.file.ReadFile;
import dev.writ.tools.file.WriteFile;
import dev.writ.tools.patch.ApplyPatch;
import dev.writ.tools.search.ListFiles;
import dev.writ.tools.search.SearchFiles;
import dev.writ.tools.session.AskUser;
import dev.writ.tools.session.CloseIntent;
import dev.writ.tools.session.MoreTools;
import dev.writ.tools.session.ProposeIntent;
import dev.writ.tools.session.RecordLesson;
import dev.writ.tools.session.SelectActiveIntent;
import dev.writ.tools.session.UpdatePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The tools that every session has.
public final class BuiltInTools {
  private BuiltInTools() {}

  /// All of them, with the defaults of what a person may set.
  ///
  /// @param maxOutputChars how much of a file one read delivers, in whole lines
  public static List<Tool<?>> tools(int maxOutputChars) {
    return tools(ToolSetup.usual(maxOutputChars));
  }

  /// All of them that are not disabled, in the order in which models see them. Those that follow
  /// `more_tools` are offered once it was asked for them.
  public static List<Tool<?>> tools(ToolSetup setup) {
    List<Tool<?>> tools = new ArrayList<>();
    List<String> rarer = new ArrayList<>();
    for (Tool<?> tool : all(setup)) {
      if (!setup.disabled().contains(tool.spec().name())) {
        tools.add(bounded(tool, setup));
        if (tool.follows().isPresent() && tool.follows().get().equals(ToolCatalogue.MORE_TOOLS)) {
          rarer.add(tool.spec().name());
        }
      }
    }
    if (!setup.disabled().contains(ToolCatalogue.MORE_TOOLS)) {
      tools.add(bounded(new MoreTools(rarer), setup));
    }
    return List.copyOf(tools);
  }

  /// The tool's own name for a name or alias; empty if there is no such tool.
  public static Optional<String> named(String name) {
    for (Tool<?> tool : tools(1)) {
      ToolSpec<?> spec = tool.spec();
      if (spec.name().equals(name) || spec.names().aliases().contains(name)) {
        return Optional.of(spec.name());
      }
    }
    return Optional.empty();
  }

  private static <A extends Record> Tool<A> bounded(Tool<A> tool, ToolSetup setup) {
    return setup.outputChars() < ToolResult.MAX_OUTPUT_CHARS
        ? new BoundedTool<>(tool, setup.outputChars())
        : tool;
  }

  private static List<Tool<?>> all(ToolSetup setup) {
    return List.of(
        new ReadFile(setup.deliveredChars(), setup.fileBytes()),
        new WriteFile(),
        new EditFile(),
        new ApplyPatch(),
        new ListFiles(setup.deadline("list_files")),
        new SearchFiles(setup.deadline("search_files"), setup.fileBytes()),
        new DiffFiles(setup.deliveredChars(), setup.fileBytes()),
        new CreateDirectory(),
        new DeletePath(),
        new MovePath(),
        new RunCommand(setup.commands()),
        new RunBackground(),
        new CommandOutputTool(),
        new StopCommand(),
        new SelectActiveIntent(),
        new UpdatePlan(),
        new AskUser(),
        new ProposeIntent(),
        new CloseIntent(),
        new RecordLesson());
  }
}
