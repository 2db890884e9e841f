// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.search;

import dev.writ.base.json.Json;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WalkTerms;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.call.CallDeadline;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import dev.writ.tools.ToolLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Lists files below a directory.
public final class ListFilesTool implements Tool<ListFilesTool.Arguments> {
  private static final int DEFAULT_RESULTS = 100;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<>(
          ToolSpec.ToolNames.of("list_files", "list_directory", "glob", "list_dir"),
          "List files by glob (** crosses directories); skips ignored files.",
          EffectClass.READ,
          List.of(
              ParameterSpec.optional(
                  "pattern", new ValueType.TextType(GlobPattern.MAX_CHARS), "glob"),
              ToolLimits.directory(),
              ParameterSpec.optional("recursive", new ValueType.Flag()),
              ParameterSpec.optional("max_results", new ValueType.WholeType(1, 10_000)),
              ParameterSpec.optional("include_ignored", new ValueType.Flag(), "no_ignore")),
          a ->
              new Arguments(
                  a.text("pattern", "**"),
                  a.text("path", "."),
                  a.flag("recursive", true),
                  a.whole("max_results", DEFAULT_RESULTS),
                  a.flag("include_ignored", false)));

  private final Duration allowed;

  /// @param allowed how long listing may take
  public ListFilesTool(Duration allowed) {
    this.allowed = allowed;
  }

  /// @param includeIgnored whether files are listed that ignore files name
  record Arguments(
      String pattern, String path, boolean recursive, int maxResults, boolean includeIgnored) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    return TreeReader.propose(arguments.path(), view);
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Effect.ReadPath effect = TreeReader.main(warrant);
    if (effect.extent() == Effect.ReadPath.ReadExtent.FILE
        || !(effect.at() instanceof PathLocation.Inside(String _, WorkspacePath base, var _))) {
      return new ToolResult.Success(effect.at().toString());
    }
    GlobPattern glob;
    try {
      String pattern = arguments.pattern();
      glob =
          GlobPattern.of(
              pattern.indexOf('/') < 0 && !pattern.equals("**") ? "**/" + pattern : pattern);
    } catch (IllegalArgumentException e) {
      return ToolResult.failed(ErrorCode.INVALID_ARGUMENTS, "pattern: " + e.getMessage());
    }
    Listing listing = new Listing(arguments, base, glob);
    CallDeadline deadline = new CallDeadline("list_files", allowed);
    TreeReader.walk(warrant, !arguments.includeIgnored(), listing, deadline);
    return listing.result(deadline);
  }

  private static final class Listing implements WalkTerms.WalkVisitor {
    private final Arguments arguments;
    private final WorkspacePath base;
    private final GlobPattern glob;
    private final List<String> found = new ArrayList<>();
    private int total;

    Listing(Arguments arguments, WorkspacePath base, GlobPattern glob) {
      this.arguments = arguments;
      this.base = base;
      this.glob = glob;
    }

    @Override
    public WalkTerms.WalkStep visit(WalkTerms.WalkEntry entry) {
      boolean directory = entry.kind() == WalkTerms.WalkEntryKind.DIRECTORY;
      boolean shown = !directory || !arguments.recursive();
      int depth = base.segments().size();
      List<String> below = entry.path().segments().subList(depth, entry.path().segments().size());
      if (shown && glob.matches(new WorkspacePath(below))) {
        total++;
        if (found.size() < arguments.maxResults()) {
          found.add(entry.path() + (directory ? "/" : ""));
        }
      }
      return arguments.recursive() ? WalkTerms.WalkStep.GO_ON : WalkTerms.WalkStep.SKIP;
    }

    ToolResult result(CallDeadline deadline) {
      boolean cut = total > found.size();
      String text = found.isEmpty() ? "No files match." : String.join("\n", found);
      if (cut) {
        text += "\n[%d of %d shown]".formatted(found.size(), total);
      }
      if (deadline.wasMissed()) {
        text += "\n" + deadline.remark();
      }
      return new ToolResult.Success(
          text, cut || deadline.wasMissed(), Json.object().put("total_matches", total).build());
    }
  }
}
