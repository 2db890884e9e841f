// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.search;

import com.google.re2j.Pattern;
import dev.writ.base.json.Json;
import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WalkTerms;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.call.CallDeadline;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.MaskedText;
import dev.writ.kernel.policy.ProtectedNames;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// One search: visits files and collects matches with their surroundings.
final class FileSearch implements WalkTerms.WalkVisitor {
  /// Longer lines are cut when shown, in characters.
  private static final int MAX_LINE_CHARS = 500;

  /// Shorter texts are searched within a moment; the JDK's own texts are read faster.
  private static final int SHORT_CHARS = 50_000;

  private final Pattern pattern;
  private final GlobPattern files;
  private final SearchFilesTool.SearchArguments arguments;
  private final int maxBytes;
  private final CallDeadline deadline;

  /// Finds out a file without any match before its secrets are looked for, which takes longer.
  private final Optional<Pattern> beforehand;

  private final StringBuilder out = new StringBuilder();
  private int total;
  private int matching;
  private int shown;
  private int secret;
  private int large;
  private boolean isCut;

  /// @param maxBytes larger files are left out
  /// @param deadline after which nothing more is looked for
  FileSearch(
      Pattern pattern,
      GlobPattern files,
      SearchFilesTool.SearchArguments arguments,
      int maxBytes,
      CallDeadline deadline) {
    this.maxBytes = maxBytes;
    this.deadline = deadline;
    this.pattern = pattern;
    this.files = files;
    this.arguments = arguments;
    this.beforehand = UnanchoredPattern.of(pattern);
  }

  @Override
  public WalkTerms.WalkStep visit(WalkTerms.WalkEntry entry) {
    if (entry.kind() != WalkTerms.WalkEntryKind.FILE || !files.matches(entry.path())) {
      return WalkTerms.WalkStep.GO_ON;
    }
    if (entry.sizeBytes() > maxBytes) {
      large++;
      return WalkTerms.WalkStep.GO_ON;
    }
    if (ProtectedNames.isSecret(entry.path())) {
      secret++;
      return WalkTerms.WalkStep.GO_ON;
    }
    try {
      file(entry.path(), FileContent.of(entry.reader().read()));
    } catch (IOException _) {
      return WalkTerms.WalkStep.GO_ON; // A file that vanished or can't be read has no matches.
    }
    return isCut ? WalkTerms.WalkStep.STOP : WalkTerms.WalkStep.GO_ON;
  }

  /// Searches a file; of one that takes too long, as far as the time reaches.
  void file(WorkspacePath path, FileContent content) {
    try {
      lines(path, content);
    } catch (TimedText.OverdueException _) {
      isCut = true;
    }
  }

  private boolean isFound(Pattern sought, String text) {
    return sought
        .matcher(text.length() <= SHORT_CHARS ? text : new TimedText(text, deadline))
        .find();
  }

  /// Whether a line, or one of its parts between secrets, matches. A secret itself never does, so
  /// no answer tells a right guess from a wrong one.
  private boolean matches(String line) {
    int from = 0;
    for (int at = line.indexOf(MaskedText.HIDDEN);
        at >= 0;
        at = line.indexOf(MaskedText.HIDDEN, from)) {
      if (at > from && isFound(pattern, line.substring(from, at))) {
        return true;
      }
      from = at + 1;
    }
    return (from == 0 || from < line.length()) && isFound(pattern, line.substring(from));
  }

  private void lines(WorkspacePath path, FileContent content) {
    if (content.binary()) {
      return;
    }
    String whole = content.text();
    if (beforehand.isPresent() && !isFound(beforehand.get(), whole)) {
      return;
    }
    MaskedText masked = MaskedText.of(path.toString(), whole);
    List<String> lines = masked.shown().lines().toList();
    List<String> hidden = masked.any() ? masked.hidden().lines().toList() : lines;
    int printed = 0;
    boolean titled = false;
    boolean counted = false;
    for (int i = 0; i < lines.size(); i++) {
      if (!matches(hidden.get(i))) {
        continue;
      }
      total++;
      matching += counted ? 0 : 1;
      counted = true;
      if (shown >= arguments.maxResults()) {
        continue;
      }
      shown++;
      if (!titled) {
        out.append(out.isEmpty() ? "" : "\n").append(path).append('\n');
        titled = true;
      }
      int from = Math.max(printed, i - arguments.contextLines());
      int to = Math.min(lines.size(), i + arguments.contextLines() + 1);
      for (int j = from; j < to; j++) {
        boolean match = j == i || matches(hidden.get(j));
        out.append(j + 1).append(match ? ":" : "-").append(cut(lines.get(j))).append('\n');
      }
      printed = Math.max(printed, to);
    }
  }

  private static String cut(String line) {
    return line.length() <= MAX_LINE_CHARS ? line : line.substring(0, MAX_LINE_CHARS) + "…";
  }

  ToolResult result() {
    StringBuilder text = new StringBuilder(total == 0 ? "No matches." : out);
    boolean more = total > shown;
    if (more) {
      text.append("\n[%d of %d matches shown]".formatted(shown, total));
    }
    if (secret > 0) {
      text.append("\n[%d files that usually hold secrets were not searched]".formatted(secret));
    }
    if (large > 0) {
      text.append(
          "\n[%d files above tools.max_file_read_size (%d) were not searched]"
              .formatted(large, maxBytes));
    }
    boolean cut = isCut || deadline.wasMissed();
    if (cut) {
      text.append('\n').append(deadline.remark());
    }
    return new ToolResult.Success(
        text.toString(),
        more || cut,
        Json.object().put("total_matches", total).put("matching_files", matching).build());
  }
}
