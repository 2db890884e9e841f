// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools;

import dev.writ.kernel.gate.Warrant;
import java.util.Optional;

/// Words what a command wrote and how it ended, for models.
final class CommandText {
  private CommandText() {}

  /// For one that has ended.
  static String of(Warrant.Ran ran, Warrant.Stream stdout, Warrant.Stream stderr) {
    return text(Optional.of(ran), stdout, stderr);
  }

  /// For one in the background.
  ///
  /// @param ended empty while it runs
  static String text(Optional<Warrant.Ran> ended, Warrant.Stream stdout, Warrant.Stream stderr) {
    StringBuilder text = new StringBuilder();
    if (ended.isPresent()) {
      Warrant.Ran ran = ended.get();
      if (ran.exitCode() != 0) {
        text.append("exit code ").append(ran.exitCode()).append('\n');
      }
      ran.report().notes().forEach(note -> text.append('[').append(note).append("]\n"));
    }
    append(text, "", stdout);
    append(text, "stderr:\n", stderr);
    return text.isEmpty() ? "(no output)" : text.toString();
  }

  private static void append(StringBuilder text, String title, Warrant.Stream stream) {
    if (!stream.text().isEmpty()) {
      text.append(title).append(stream.text());
    }
    if (stream.cut()) {
      text.append("\n[cut: %d bytes in all]%n".formatted(stream.totalBytes()));
    }
  }
}
