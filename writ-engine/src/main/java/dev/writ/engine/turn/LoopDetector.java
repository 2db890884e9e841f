// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import java.util.ArrayList;
import java.util.List;

/// Notices when the same calls with the same results come again and again: one call, or a cycle of
/// up to four, three times in a row. A change of the workspace begins a new count.
final class LoopDetector {
  private static final int REPEATS = 3;
  private static final int MAX_CYCLE = 4;

  private final List<String> history = new ArrayList<>();
  private boolean told;

  /// The number of calls in the next repetition of the reported cycle; before that it is the same
  /// finding.
  private int pending;

  /// The next step.
  enum Finding {
    /// Continue.
    NONE,
    /// Warn the model, once.
    TELL,
    /// End the turn.
    END
  }

  void record(ToolCall call, ToolResult result, boolean changedSomething) {
    pending--;
    if (result.metadata().get("running").isPresent()) {
      return; // a call that waits for a running command also learns from an unchanged result
    }
    if (changedSomething) {
      history.clear();
      return;
    }
    history.add(call.tool() + "\n" + call.arguments() + "\n" + result.content());
    if (history.size() > REPEATS * MAX_CYCLE) {
      history.removeFirst();
    }
  }

  Finding finding() {
    for (int cycle = 1; pending <= 0 && cycle <= MAX_CYCLE; cycle++) {
      if (repeats(cycle)) {
        Finding finding = told ? Finding.END : Finding.TELL;
        told = true;
        pending = cycle;
        return finding;
      }
    }
    return Finding.NONE;
  }

  private boolean repeats(int cycle) {
    int needed = cycle * REPEATS;
    int size = history.size();
    if (size < needed) {
      return false;
    }
    for (int i = 1; i <= needed - cycle; i++) {
      if (!history.get(size - i).equals(history.get(size - i - cycle))) {
        return false;
      }
    }
    return true;
  }
}
