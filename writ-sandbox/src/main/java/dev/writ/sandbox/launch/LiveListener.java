// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

/// Is told of output while a command runs, from the command's own thread: what takes long here
/// holds the command up.
public interface LiveListener {
  /// Nobody looks on.
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
