// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

import dev.writ.base.json.Json;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.MaskedText;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import dev.writ.records.change.LineDiff;
import dev.writ.tools.ToolLimits;
import java.io.IOException;
import java.util.List;

/// Shows the differences of two files. The shown lines do not count as read.
public final class DiffFilesTool implements Tool<DiffFilesTool.Arguments> {
  private static final int DEFAULT_CONTEXT = 3;
  private static final int MAX_LINES = 5000;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of("diff_files"),
              "Unified diff of two files.",
              EffectClass.READ,
              List.of(
                  ParameterSpec.required(
                      "path1", new ValueType.TextType(ToolLimits.PATH_CHARS), "file1", "old_path"),
                  ParameterSpec.required(
                      "path2", new ValueType.TextType(ToolLimits.PATH_CHARS), "file2", "new_path"),
                  ParameterSpec.optional("context_lines", new ValueType.WholeType(0, 1000))),
              a ->
                  new Arguments(
                      a.text("path1"), a.text("path2"), a.whole("context_lines", DEFAULT_CONTEXT)))
          .after(ToolCatalogue.MORE_TOOLS);

  private final int maxChars;
  private final int maxBytes;

  /// @param maxChars how much of a diff is delivered, in whole lines
  /// @param maxBytes larger files are not compared
  public DiffFilesTool(int maxChars, int maxBytes) {
    this.maxBytes = maxBytes;
    this.maxChars = maxChars;
  }

  record Arguments(String path1, String path2, int context) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) {
    return List.of(
        new Effect.ReadPath(view.locate(arguments.path1()), Effect.ReadPath.ReadExtent.FILE),
        new Effect.ReadPath(view.locate(arguments.path2()), Effect.ReadPath.ReadExtent.FILE));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Effect.ReadPath first = (Effect.ReadPath) warrant.proposal().effects().get(0);
    Effect.ReadPath second = (Effect.ReadPath) warrant.proposal().effects().get(1);
    FileContent before = warrant.read(first);
    FileContent after = warrant.read(second);
    // Whether a whole guess at a secret is right, nobody is told.
    boolean masks = isMasked(first, before) || isMasked(second, after);
    if (before.equals(after) && !masks) {
      return new ToolResult.Success("The files are the same.");
    }
    for (Effect.ReadPath effect : List.of(first, second)) {
      FileContent content = effect.equals(first) ? before : after;
      if (content.binary()) {
        return ToolResult.failed(
            ErrorCode.BINARY_FILE,
            "%s is binary (%d bytes); the files differ".formatted(effect.at(), content.size()));
      }
      if (content.size() > maxBytes) {
        return ToolResult.failed(
            ErrorCode.TOO_LARGE,
            "%s has %d bytes, more than tools.max_file_read_size (%d); the files differ"
                .formatted(effect.at(), content.size(), maxBytes));
      }
    }
    List<String> old = lines(first, before);
    List<String> now = lines(second, after);
    String diff = LineDiff.of(old, now).unified(old, now, arguments.context(), MAX_LINES);
    if (diff.isEmpty()) {
      return new ToolResult.Success(
          masks
              ? "Nothing differs that can be shown; line ends, masked secrets or bytes that are not"
                  + " text may."
              : "Only line ends or bytes that are not text differ.");
    }
    String head = "--- " + first.at() + "\n+++ " + second.at() + "\n";
    return cut(head + diff);
  }

  private boolean isMasked(Effect.ReadPath effect, FileContent content) {
    return !content.binary()
        && content.size() <= maxBytes
        && !MaskedText.of(effect.at().toString(), content.text()).shown().equals(content.text());
  }

  private static List<String> lines(Effect.ReadPath effect, FileContent content) {
    return MaskedText.of(effect.at().toString(), content.text()).shown().lines().toList();
  }

  private ToolResult cut(String text) {
    if (text.length() <= maxChars) {
      return new ToolResult.Success(text);
    }
    int end = Math.max(0, text.lastIndexOf('\n', maxChars));
    return new ToolResult.Success(
        text.substring(0, end) + "\n[cut; the diff has " + text.length() + " characters]",
        true,
        Json.object().put("original_size", text.length()).build());
  }
}
