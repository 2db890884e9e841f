// Implements: docs/spec/06-tools.md §6.3 (Parallelism and limits)
package dev.writ.tools;

import java.time.Duration;

/// How long one call may walk through a tree. What was found until then is its result.
final class Deadline {
  private final String tool;
  private final Duration allowed;
  private final long began = System.nanoTime();
  private boolean missed;

  /// Begins now.
  Deadline(String tool, Duration allowed) {
    this.tool = tool;
    this.allowed = allowed;
  }

  /// Whether to stop.
  boolean isOver() {
    missed |= System.nanoTime() - began >= allowed.toNanos();
    return missed;
  }

  /// Whether a walk was stopped by it.
  boolean wasMissed() {
    return missed;
  }

  /// What the model is told of a walk that was stopped.
  String remark() {
    return "[stopped after %d s (tools.builtin.%s.timeout_seconds); look at a smaller directory]"
        .formatted(allowed.toSeconds(), tool);
  }
}
