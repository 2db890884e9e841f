// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// When memory is surely too much.
class ExceedingLooksTest {
  private static final long MOST = 100;
  private static final int SOON = ExceedingLooks.ROWS * ExceedingLooks.ROW;

  private final ExceedingLooks looks = new ExceedingLooks();

  /// How many looks of the same it takes.
  private int until(Map<Integer, Long> parts) {
    int count = 1;
    while (!looks.add(parts, MOST)) {
      count++;
    }
    return count;
  }

  @Test
  void whoHoldsItAllTheTimeIsFoundSoon() {
    assertThat(until(Map.of(1, 60L, 2, 50L))).isEqualTo(SOON);
  }

  @Test
  void oneThatWasReadTooHighIsNone() {
    for (int i = 0; i < 2 * SOON; i++) {
      boolean first = i % 2 == 0;
      assertThat(looks.add(Map.of(1, first ? 90L : 45L, 2, first ? 45L : 90L), MOST)).isFalse();
    }
  }

  /// A process's initial memory is no evidence of its later memory.
  @Test
  void whoGrowsAfterAFalseLookIsFoundSoonToo() {
    assertThat(looks.add(Map.of(1, 10L, 2, 95L), MOST)).isFalse();
    assertThat(until(Map.of(1, 150L, 3, 1L))).isLessThan(2 * SOON);
  }

  @Test
  void whatGoesFromProcessToProcessIsFoundInTheEnd() {
    int process = 0;
    int count = 1;
    while (!looks.add(Map.of(process++, 500L), MOST)) {
      count++;
    }
    assertThat(count).isEqualTo(ExceedingLooks.MOST);
  }

  @Test
  void aRowThatFindsLessBeginsAnew() {
    for (int i = 1; i < SOON; i++) {
      assertThat(looks.add(Map.of(1, 150L), MOST)).isFalse();
    }
    assertThat(looks.add(Map.of(2, 150L), MOST)).isFalse();
    assertThat(until(Map.of(2, 150L))).isEqualTo(SOON);
  }

  @Test
  void aLookThatFindsLessEndsThem() {
    for (int i = 1; i < SOON; i++) {
      assertThat(looks.add(Map.of(1, 150L), MOST)).isFalse();
    }
    looks.end();
    assertThat(until(Map.of(1, 150L))).isEqualTo(SOON);
  }
}
