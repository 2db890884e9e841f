// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.engine.turn.LoopDetector.Finding;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The same calls with the same results.
class LoopDetectorTest {
  private final LoopDetector loops = new LoopDetector();

  private Finding after(String call, String result, boolean changed) {
    loops.record(new ToolCall("c", "tool", call), new ToolResult.Success(result), changed);
    return loops.finding();
  }

  /// A letter is a call, a capital one changed something; the finding after each: `.` nothing, `t`
  /// warn, `e` end.
  @ParameterizedTest
  @CsvSource({
    "aaaa, ..te",
    "abababab, .....t.e",
    "abcabcabcabc, ........t..e",
    "abcdabcdabcdabcd, ...........t...e",
    "abcdeabcdeabcdeabcde, ....................",
    "aabaabaab, ........t",
    "aabbaabb, ........",
    "aaAaa, .....",
    "aaBaaa, .....t",
    "aaabbb, ..t..e",
    "aaaBaa, ..t...",
    "aaaBaaa, ..t...e",
    "baaa, ...t",
    "abababcccc, .....t..ee",
  })
  void threeTimesInARowIsTold(String calls, String findings) {
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < calls.length(); i++) {
      char call = calls.charAt(i);
      boolean changed = Character.isUpperCase(call);
      found.append(
          switch (after(String.valueOf(call), "r", changed)) {
            case NONE -> '.';
            case TELL -> 't';
            case END -> 'e';
          });
    }
    assertThat(found).hasToString(findings);
  }

  @Test
  void anotherToolOrAnotherResultIsAnotherCall() {
    assertThat(after("a", "1", false)).isEqualTo(Finding.NONE);
    assertThat(after("a", "2", false)).isEqualTo(Finding.NONE);
    assertThat(after("a", "3", false)).isEqualTo(Finding.NONE);
    loops.record(new ToolCall("c", "other", "a"), new ToolResult.Success("3"), false);
    assertThat(loops.finding()).isEqualTo(Finding.NONE);
    assertThat(after("a", "3", false)).isEqualTo(Finding.NONE);
  }

  @Test
  void waitingForWhatRunsIsNoLoop() {
    Json.Obj running = Json.object().put("running", true).build();
    for (int i = 0; i < 20; i++) {
      loops.record(
          new ToolCall("c", "tool", "a"), new ToolResult.Success("", false, running), false);
      assertThat(loops.finding()).isEqualTo(Finding.NONE);
    }
  }
}
