// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools.command;

/// Limits of a command that the model waits for.
///
/// @param timeoutSeconds where the call names none
/// @param stdoutBytes how much of its output is kept
/// @param stderrBytes how much of its errors is kept
public record CommandLimits(int timeoutSeconds, int stdoutBytes, int stderrBytes) {
  /// The longest time that a call may name, in seconds.
  public static final int MAX_TIMEOUT_SECONDS = 600;

  /// The most that may be kept of a stream.
  public static final int MAX_STREAM_BYTES = 64 * 1024 * 1024;

  /// 60 s, 10 MiB, 1 MiB.
  public static final CommandLimits USUAL = new CommandLimits(60, 10 * 1024 * 1024, 1024 * 1024);

  public CommandLimits {
    if (timeoutSeconds < 1
        || timeoutSeconds > MAX_TIMEOUT_SECONDS
        || stdoutBytes < 1
        || stdoutBytes > MAX_STREAM_BYTES
        || stderrBytes < 1
        || stderrBytes > MAX_STREAM_BYTES) {
      throw new IllegalArgumentException("limits out of bounds");
    }
  }
}
