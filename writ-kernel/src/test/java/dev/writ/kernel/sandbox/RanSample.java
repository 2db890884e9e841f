// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.sandbox;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Runs of programs that never ran.
public final class RanSample {
  private RanSample() {}

  /// A pipeline that printed a text and ended well.
  ///
  /// @param allEnded whether it is certain that none of its processes is left
  public static Ran of(String text, boolean allEnded) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new Ran(
        List.of(new Ran.Exit.Code(0)),
        new Ran.Output(bytes, bytes.length),
        new Ran.Output(new byte[0], 0),
        /* timedOut= */ false,
        Duration.ZERO,
        new Ran.Report("landlock", List.of(), List.of(), List.of(), List.of(), allEnded));
  }
}
