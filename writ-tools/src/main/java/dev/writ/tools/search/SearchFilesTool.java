// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.search;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.scope.GlobPattern;
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
import java.util.List;

/// Searches file contents, in time linear in what is searched.
public final class SearchFilesTool implements Tool<SearchFilesTool.SearchArguments> {
  private static final int DEFAULT_CONTEXT = 2;
  private static final int DEFAULT_RESULTS = 50;
  private static final int MAX_PATTERN_CHARS = 2000;

  private static final ToolSpec<SearchArguments> SPEC =
      new ToolSpec<>(
          ToolSpec.ToolNames.of("search_files", "grep_search", "search"),
          "Search file contents by regular expression (RE2).",
          EffectClass.READ,
          List.of(
              ParameterSpec.required(
                  "pattern", new ValueType.TextType(MAX_PATTERN_CHARS), "regex", "query"),
              ToolLimits.directory(),
              ParameterSpec.optional(
                  "file_pattern", new ValueType.TextType(GlobPattern.MAX_CHARS), "include", "glob"),
              ParameterSpec.optional("context_lines", new ValueType.WholeType(0, 20)),
              ParameterSpec.optional("max_results", new ValueType.WholeType(1, 1000)),
              ParameterSpec.optional("case", new ValueType.Flag(), "case_sensitive"),
              ParameterSpec.optional("literal", new ValueType.Flag())),
          a ->
              new SearchArguments(
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
  public SearchFilesTool(Duration allowed, int maxBytes) {
    this.allowed = allowed;
    this.maxBytes = maxBytes;
  }

  record SearchArguments(
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
  public ToolSpec<SearchArguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(SearchArguments arguments, WorkspaceView view) throws IOException {
    return TreeReader.propose(arguments.path(), view);
  }

  @Override
  public ToolResult perform(SearchArguments arguments, Warrant warrant) throws IOException {
    Effect.ReadPath effect = TreeReader.main(warrant);
    try {
      String files = arguments.filePattern();
      GlobPattern glob =
          GlobPattern.of(files.indexOf('/') < 0 && !files.equals("**") ? "**/" + files : files);
      int flags = arguments.matching().caseCounts() ? 0 : Pattern.CASE_INSENSITIVE;
      String regex =
          arguments.matching().literal() ? Pattern.quote(arguments.pattern()) : arguments.pattern();
      if (PatternSize.of(regex) > PatternSize.MOST) {
        return ToolResult.failed(
            ErrorCode.INVALID_ARGUMENTS, "pattern: its repetitions make it too large");
      }
      Pattern pattern = Pattern.compile(regex, flags);
      CallDeadline deadline = new CallDeadline("search_files", allowed);
      FileSearch search = new FileSearch(pattern, glob, arguments, maxBytes, deadline);
      if (effect.extent() == Effect.ReadPath.ReadExtent.FILE
          && effect.at() instanceof PathLocation.Inside(String _, WorkspacePath place, var _)) {
        search.file(place, warrant.read(effect));
      } else {
        TreeReader.walk(warrant, true, search, deadline);
      }
      return search.result();
    } catch (PatternSyntaxException e) {
      return ToolResult.failed(
          ErrorCode.INVALID_ARGUMENTS, "pattern: " + e.getDescription() + ": " + e.getPattern());
    } catch (IllegalArgumentException e) {
      return ToolResult.failed(ErrorCode.INVALID_ARGUMENTS, "file_pattern: " + e.getMessage());
    }
  }
}
