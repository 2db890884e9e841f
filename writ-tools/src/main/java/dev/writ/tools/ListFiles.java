// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Deadline;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import dev.writ.kernel.scope.Glob;
import dev.writ.kernel.scope.Walk;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Lists files below a directory.
final class ListFiles implements Tool<ListFiles.Arguments> {
  private static final int DEFAULT_RESULTS = 100;

  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("list_files", "list_directory", "glob", "list_dir"),
          "List files by glob (** crosses directories); skips ignored files.",
          EffectClass.READ,
          List.of(
              Parameter.optional("pattern", new Type.Text(Glob.MAX_CHARS), "glob"),
              Limits.directory(),
              Parameter.optional("recursive", new Type.Flag()),
              Parameter.optional("max_results", new Type.Whole(1, 10_000)),
              Parameter.optional("include_ignored", new Type.Flag(), "no_ignore")),
          a ->
              new Arguments(
                  a.text("pattern", "**"),
                  a.text("path", "."),
                  a.flag("recursive", true),
                  a.whole("max_results", DEFAULT_RESULTS),
                  a.flag("include_ignored", false)));

  private final Duration allowed;

  /// @param allowed how long listing may take
  ListFiles(Duration allowed) {
    this.allowed = allowed;
  }

  /// @param includeIgnored whether files are listed that ignore files name
  record Arguments(
      String pattern, String path, boolean recursive, int maxResults, boolean includeIgnored) {}

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    return TreeReading.propose(arguments.path(), view);
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Effect.ReadPath effect = TreeReading.main(warrant);
    if (effect.extent() == Effect.ReadPath.Extent.FILE
        || !(effect.at() instanceof Location.Inside(String _, WorkspacePath base))) {
      return new ToolResult.Success(effect.at().toString());
    }
    Glob glob;
    try {
      String pattern = arguments.pattern();
      glob = Glob.of(pattern.indexOf('/') < 0 && !pattern.equals("**") ? "**/" + pattern : pattern);
    } catch (IllegalArgumentException e) {
      return ToolResult.failed(ErrorCode.INVALID_ARGUMENTS, "pattern: " + e.getMessage());
    }
    Listing listing = new Listing(arguments, base, glob);
    Deadline deadline = new Deadline("list_files", allowed);
    TreeReading.walk(warrant, !arguments.includeIgnored(), listing, deadline);
    return listing.result(deadline);
  }

  private static final class Listing implements Walk.Visitor {
    private final Arguments arguments;
    private final WorkspacePath base;
    private final Glob glob;
    private final List<String> found = new ArrayList<>();
    private int total;

    Listing(Arguments arguments, WorkspacePath base, Glob glob) {
      this.arguments = arguments;
      this.base = base;
      this.glob = glob;
    }

    @Override
    public Walk.Step visit(Walk.Entry entry) {
      boolean directory = entry.kind() == Walk.Kind.DIRECTORY;
      boolean shown = !directory || !arguments.recursive();
      int depth = base.segments().size();
      List<String> below = entry.path().segments().subList(depth, entry.path().segments().size());
      if (shown && glob.matches(new WorkspacePath(below))) {
        total++;
        if (found.size() < arguments.maxResults()) {
          found.add(entry.path() + (directory ? "/" : ""));
        }
      }
      return arguments.recursive() ? Walk.Step.GO_ON : Walk.Step.SKIP;
    }

    ToolResult result(Deadline deadline) {
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
