// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.program;

import dev.writ.sandbox.launch.LaunchResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Runs of programs that never ran.
public final class LaunchResultSample {
  private LaunchResultSample() {}

  /// A pipeline that printed a text and ended well.
  ///
  /// @param allEnded whether it is certain that none of its processes is left
  public static LaunchResult of(String text, boolean allEnded) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new LaunchResult(
        List.of(new LaunchResult.Exit.Code(0)),
        new LaunchResult.StreamOutput(bytes, bytes.length),
        new LaunchResult.StreamOutput(new byte[0], 0),
        LaunchResult.LaunchBound.NONE,
        Duration.ZERO,
        new LaunchResult.Report("landlock", List.of(), List.of(), List.of(), List.of(), allEnded));
  }
}
