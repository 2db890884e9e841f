// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.tool;

/// Receives a command's output while it runs: whole lines, secrets masked, without terminal
/// controls. A slow receiver misses lines; the result has all of them.
public interface LiveOutput {
  /// Discards the output.
  LiveOutput NOBODY =
      new LiveOutput() {
        @Override
        public void stdout(String lines) {}

        @Override
        public void stderr(String lines) {}
      };

  /// Lines of standard output, each with its end. Called on a separate thread, but never after the
  /// call that runs the command was answered.
  void stdout(String lines);

  /// The same of standard error.
  void stderr(String lines);
}
