// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

import dev.writ.base.json.Json;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.LineSpan;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.MaskedText;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import dev.writ.tools.ToolLimits;
import java.io.IOException;
import java.util.List;

/// Reads lines of a text file; what was delivered counts as seen.
public final class ReadFileTool implements Tool<ReadFileTool.Arguments> {
  private static final int DEFAULT_LIMIT = 500;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<>(
          ToolSpec.ToolNames.of("read_file", "view_file", "cat_file"),
          "Read a text file as numbered lines.",
          EffectClass.READ,
          List.of(
              ToolLimits.path(),
              ParameterSpec.optional(
                  "offset", new ValueType.WholeType(1, 1_000_000_000), "start_line"),
              ParameterSpec.optional("limit", new ValueType.WholeType(1, 1_000_000))),
          a ->
              new Arguments(a.text("path"), a.whole("offset", 1), a.whole("limit", DEFAULT_LIMIT)));

  private final int maxChars;
  private final int maxBytes;

  /// @param maxChars after so many characters whole lines are left for the next call
  /// @param maxBytes of a larger file at most [#DEFAULT_LIMIT] lines are delivered at a time
  public ReadFileTool(int maxChars, int maxBytes) {
    this.maxChars = maxChars;
    this.maxBytes = maxBytes;
  }

  /// @param offset the first line wanted, from 1
  /// @param limit the most lines wanted
  record Arguments(String path, int offset, int limit) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) {
    return List.of(
        new Effect.ReadPath(view.locate(arguments.path()), Effect.ReadPath.ReadExtent.FILE));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Effect.ReadPath effect = (Effect.ReadPath) warrant.proposal().effects().getFirst();
    FileContent content = warrant.read(effect);
    if (content.binary()) {
      return ToolResult.failed(
          ErrorCode.BINARY_FILE,
          "%s is binary: %s (%d bytes)"
              .formatted(effect.at(), BinaryKind.of(content.bytes()), content.size()));
    }
    List<String> lines =
        MaskedText.of(effect.at().toString(), content.text()).shown().lines().toList();
    if (lines.isEmpty()) {
      warrant.seen(effect, content, new LineSpan(1, 1), true);
      return new ToolResult.Success("(empty file)", false, facts(0, 0));
    }
    if (arguments.offset() > lines.size()) {
      return ToolResult.failed(
          ErrorCode.INVALID_ARGUMENTS, "%s has only %d lines".formatted(effect.at(), lines.size()));
    }
    if (content.size() <= maxBytes) {
      return deliver(arguments, warrant, effect, content, lines);
    }
    Arguments part =
        new Arguments(
            arguments.path(), arguments.offset(), Math.min(arguments.limit(), DEFAULT_LIMIT));
    return deliver(part, warrant, effect, content, lines)
        .noting(
            "%s has %d bytes, more than tools.max_file_read_size (%d): at most %d lines at a time"
                .formatted(effect.at(), content.size(), maxBytes, DEFAULT_LIMIT));
  }

  private ToolResult deliver(
      Arguments arguments,
      Warrant warrant,
      Effect.ReadPath effect,
      FileContent content,
      List<String> lines) {
    int first = arguments.offset();
    int wanted = (int) Math.min(lines.size(), (long) first + arguments.limit() - 1);
    int room = maxChars - 100;
    StringBuilder out = new StringBuilder();
    int last = first - 1;
    while (last < wanted) {
      String plain = lines.get(last);
      if (last == 0 && plain.startsWith("\uFEFF")) {
        plain = plain.substring(1); // the byte order mark is not part of the line
      }
      String line = (last + 1) + "\t" + plain + "\n";
      if (out.length() + line.length() > room) {
        break;
      }
      out.append(line);
      last++;
    }
    if (last < first) {
      return partOfLine(first, lines, room).with("original_size", content.size());
    }
    boolean whole = first == 1 && last == lines.size();
    warrant.seen(effect, content, new LineSpan(first, last), whole);
    boolean more = last < lines.size();
    if (more) {
      out.append(
          "[" + (lines.size() - last) + " more lines; continue with offset " + (last + 1) + "]\n");
    }
    ToolResult result =
        new ToolResult.Success(out.toString(), more, facts(lines.size(), last - first + 1));
    return more ? result.with("original_size", content.size()) : result;
  }

  /// A line that is too long to be delivered whole does not count as seen.
  private static ToolResult partOfLine(int number, List<String> lines, int room) {
    String line = lines.get(number - 1);
    String part = line.substring(0, Math.min(line.length(), room));
    String text =
        number
            + "\t"
            + part
            + "\n[line "
            + number
            + " has "
            + line.length()
            + " characters and is cut here; continue with offset "
            + (number + 1)
            + "]\n";
    return new ToolResult.Success(text, true, facts(lines.size(), 0));
  }

  private static Json.Obj facts(int total, int delivered) {
    return Json.object().put("total_lines", total).put("delivered_lines", delivered).build();
  }
}
