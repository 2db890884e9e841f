// Implements: docs/spec/06-tools.md §6.3 (Parallelism and limits)
package dev.writ.kernel.call;

import java.time.Duration;

/// Time limit of one call's walk through a tree. The findings until then are the result.
public final class CallDeadline {
  private final String tool;
  private final Duration allowed;
  private final long began = System.nanoTime();
  private boolean missed;

  /// Begins now.
  ///
  /// @param tool its name
  /// @param allowed how long
  public CallDeadline(String tool, Duration allowed) {
    this.tool = tool;
    this.allowed = allowed;
  }

  /// Whether to stop.
  public boolean isOver() {
    missed |= System.nanoTime() - began >= allowed.toNanos();
    return missed;
  }

  /// Whether a walk was stopped by it.
  public boolean wasMissed() {
    return missed;
  }

  /// Text for the model about a stopped walk.
  public String remark() {
    return "[stopped after %d s (tools.builtin.%s.timeout_seconds); look at a smaller directory]"
        .formatted(allowed.toSeconds(), tool);
  }
}
