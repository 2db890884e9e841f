// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

/// Receives output while a command runs, on the command's own thread: slow work here delays the
/// command.
public interface LiveListener {
  /// Ignores the output.
  LiveListener NOBODY =
      new LiveListener() {
        @Override
        public void stdout(byte[] bytes) {}

        @Override
        public void stderr(byte[] bytes) {}
      };

  /// A piece of the last stage's standard output, of any bytes.
  void stdout(byte[] bytes);

  /// A piece of standard error.
  void stderr(byte[] bytes);
}
