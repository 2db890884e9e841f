// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools.command;

import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.Warrant;
import java.util.List;
import java.util.Optional;

/// Words what a command wrote and how it ended, for models.
final class CommandText {
  /// How many files that it changed a result names.
  private static final int MAX_NAMED = 10;

  private CommandText() {}

  /// For a part of a line: the rest of the line evaluates its exit status, and output that becomes
  /// words of the rest is not printed.
  static String part(Warrant.Ran ran, boolean isSubstitution) {
    StringBuilder text = new StringBuilder();
    told(text, ran);
    if (!isSubstitution) {
      append(text, "", ran.stdout());
    }
    append(text, "stderr:\n", ran.stderr());
    return text.toString();
  }

  /// For one that has ended.
  static String of(Warrant.Ran ran, Warrant.StreamText stdout, Warrant.StreamText stderr) {
    return text(Optional.of(ran), stdout, stderr);
  }

  /// For one in the background.
  ///
  /// @param ended empty while it runs
  static String text(
      Optional<Warrant.Ran> ended, Warrant.StreamText stdout, Warrant.StreamText stderr) {
    StringBuilder text = new StringBuilder();
    if (ended.isPresent()) {
      Warrant.Ran ran = ended.get();
      if (ran.exitCode() != 0) {
        text.append("exit code ").append(ran.exitCode()).append('\n');
      }
      told(text, ran);
    }
    append(text, "", stdout);
    append(text, "stderr:\n", stderr);
    return text.isEmpty() ? ToolResult.NO_OUTPUT : text.toString();
  }

  private static void told(StringBuilder text, Warrant.Ran ran) {
    ran.report().notes().forEach(note -> text.append('[').append(note).append("]\n"));
    changes(text, ran.report().changes().owned());
  }

  private static void changes(StringBuilder text, List<String> changed) {
    if (!changed.isEmpty()) {
      int named = Math.min(MAX_NAMED, changed.size());
      text.append('[').append(String.join(", ", changed.subList(0, named)));
      text.append(changed.size() > named ? " and %d more".formatted(changed.size() - named) : "");
      text.append("]\n");
    }
  }

  private static void append(StringBuilder text, String title, Warrant.StreamText stream) {
    if (!stream.text().isEmpty()) {
      text.append(title).append(stream.text());
    }
    if (stream.cut()) {
      text.append("\n[cut: %d bytes in all]%n".formatted(stream.totalBytes()));
    }
  }
}
