// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
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
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import dev.writ.kernel.scope.Glob;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Searches file contents, in time linear in what is searched.
final class SearchFiles implements Tool<SearchFiles.Arguments> {
  private static final int DEFAULT_CONTEXT = 2;
  private static final int DEFAULT_RESULTS = 50;
  private static final int MAX_PATTERN_CHARS = 2000;

  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("search_files", "grep_search", "search"),
          "Search file contents by regular expression (RE2).",
          EffectClass.READ,
          List.of(
              Parameter.required("pattern", new Type.Text(MAX_PATTERN_CHARS), "regex", "query"),
              Limits.directory(),
              Parameter.optional("file_pattern", new Type.Text(Glob.MAX_CHARS), "include", "glob"),
              Parameter.optional("context_lines", new Type.Whole(0, 20)),
              Parameter.optional("max_results", new Type.Whole(1, 1000)),
              Parameter.optional("case", new Type.Flag(), "case_sensitive"),
              Parameter.optional("literal", new Type.Flag())),
          a ->
              new Arguments(
                  a.text("pattern"),
                  a.text("path", "."),
                  a.text("file_pattern", "**"),
                  a.whole("context_lines", DEFAULT_CONTEXT),
                  a.whole("max_results", DEFAULT_RESULTS),
                  new Matching(a.flag("case", true), a.flag("literal", false))));

  private final Duration allowed;
  private final int maxBytes;

  /// @param allowed how long a search may take
  /// @param maxBytes larger files are left out
  SearchFiles(Duration allowed, int maxBytes) {
    this.allowed = allowed;
    this.maxBytes = maxBytes;
  }

  record Arguments(
      String pattern,
      String path,
      String filePattern,
      int contextLines,
      int maxResults,
      Matching matching) {}

  /// @param caseCounts whether upper and lower case differ
  /// @param literal whether the pattern means itself
  record Matching(boolean caseCounts, boolean literal) {}

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
    try {
      String files = arguments.filePattern();
      Glob glob = Glob.of(files.indexOf('/') < 0 && !files.equals("**") ? "**/" + files : files);
      int flags = arguments.matching().caseCounts() ? 0 : Pattern.CASE_INSENSITIVE;
      String regex =
          arguments.matching().literal() ? Pattern.quote(arguments.pattern()) : arguments.pattern();
      Search search = new Search(Pattern.compile(regex, flags), glob, arguments, maxBytes);
      Deadline deadline = new Deadline("search_files", allowed);
      if (effect.extent() == Effect.ReadPath.Extent.FILE
          && effect.at() instanceof Location.Inside(String _, WorkspacePath place)) {
        search.file(place, warrant.read(effect));
      } else {
        TreeReading.walk(warrant, true, search, deadline);
      }
      return search.result(deadline);
    } catch (PatternSyntaxException e) {
      return ToolResult.failed(
          ErrorCode.INVALID_ARGUMENTS, "pattern: " + e.getDescription() + ": " + e.getPattern());
    } catch (IllegalArgumentException e) {
      return ToolResult.failed(ErrorCode.INVALID_ARGUMENTS, "file_pattern: " + e.getMessage());
    }
  }
}
