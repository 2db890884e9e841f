// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.tools.builtin;

import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.tools.BoundedTool;
import dev.writ.tools.command.CommandOutputTool;
import dev.writ.tools.command.RunBackgroundTool;
import dev.writ.tools.command.RunCommandTool;
import dev.writ.tools.command.StopCommandTool;
import dev.writ.tools.file.CreateDirectoryTool;
import dev.writ.tools.file.DeletePathTool;
import dev.writ.tools.file.DiffFilesTool;
import dev.writ.tools.file.EditFileTool;
import dev.writ.tools.file.MovePathTool;
import dev.writ.tools.file.ReadFileTool;
import dev.writ.tools.file.WriteFileTool;
import dev.writ.tools.patch.ApplyPatchTool;
import dev.writ.tools.search.ListFilesTool;
import dev.writ.tools.search.SearchFilesTool;
import dev.writ.tools.session.AskUserTool;
import dev.writ.tools.session.CloseIntentTool;
import dev.writ.tools.session.MoreToolsTool;
import dev.writ.tools.session.ProposeIntentTool;
import dev.writ.tools.session.RecordLessonTool;
import dev.writ.tools.session.SelectActiveIntentTool;
import dev.writ.tools.session.UpdatePlanTool;
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
        if (tool.spec().isRare()) {
          rarer.add(tool.spec().name());
        }
      }
    }
    if (!setup.disabled().contains(ToolCatalogue.MORE_TOOLS)) {
      tools.add(bounded(new MoreToolsTool(rarer), setup));
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
        new ReadFileTool(setup.deliveredChars(), setup.fileBytes()),
        new WriteFileTool(),
        new EditFileTool(),
        new ApplyPatchTool(),
        new ListFilesTool(setup.deadline("list_files")),
        new SearchFilesTool(setup.deadline("search_files"), setup.fileBytes()),
        new DiffFilesTool(setup.deliveredChars(), setup.fileBytes()),
        new CreateDirectoryTool(),
        new DeletePathTool(),
        new MovePathTool(),
        new RunCommandTool(setup.commands()),
        new RunBackgroundTool(),
        new CommandOutputTool(),
        new StopCommandTool(),
        new SelectActiveIntentTool(),
        new UpdatePlanTool(),
        new AskUserTool(),
        new ProposeIntentTool(),
        new CloseIntentTool(),
        new RecordLessonTool());
  }
}
