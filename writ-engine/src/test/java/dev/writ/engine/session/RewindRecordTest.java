// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What rewinds make void, whatever their number and order.
class RewindRecordTest {
  private static String user(int seq) {
    return "{\"type\":\"user\",\"seq\":%d,\"content\":\"m%d.\"}".formatted(seq, seq);
  }

  private static String rewind(long seq, long to) {
    return "{\"type\":\"rewind\",\"seq\":%d,\"to\":%d,\"turns\":1}".formatted(seq, to);
  }

  private static String conversation(List<String> lines) {
    return Stage.recorded(lines).conversation().view().toString();
  }

  @Test
  void eachMessageStandsThatLiesInNoneOfThem() {
    Random random = new Random(1);
    for (int run = 0; run < 200; run++) {
      List<String> lines = new ArrayList<>();
      List<long[]> ranges = new ArrayList<>();
      for (int seq = 1; seq <= 12; seq++) {
        lines.add(user(seq));
      }
      for (int i = 0; i < 3; i++) {
        long to = random.nextInt(14) - 1L;
        long at = random.nextInt(14);
        lines.add(rewind(at, to));
        ranges.add(new long[] {to, at});
      }
      String told = conversation(lines);
      for (int seq = 1; seq <= 12; seq++) {
        int number = seq;
        boolean stands = ranges.stream().noneMatch(r -> number > r[0] && number < r[1]);
        assertThat(told.contains("m" + seq + ".")).as(lines + " " + seq).isEqualTo(stands);
      }
    }
  }

  @Test
  void oddNumbersMakeNothingVoid() {
    for (long to : new long[] {Long.MAX_VALUE, 5, 4}) {
      assertThat(conversation(List.of(user(1), user(2), rewind(5, to)))).contains("m1.", "m2.");
    }
    assertThat(conversation(List.of(user(1), rewind(5, Long.MIN_VALUE)))).doesNotContain("m1.");
  }

  @Test
  @Timeout(30)
  void manyOfThemAreReadAtOnce() {
    List<String> lines = new ArrayList<>();
    for (int seq = 1; seq <= 100_000; seq++) {
      lines.add("{\"type\":\"notice\",\"seq\":%d,\"content\":\"x\"}".formatted(seq));
    }
    for (int seq = 100_002; seq <= 200_000; seq += 2) {
      lines.add(rewind(seq, seq - 2));
    }
    assertThat(Stage.recorded(lines).seq()).isEqualTo(200_000);
  }

  @Test
  void afterTheHighestNumberOfATurnAnotherOneComes() {
    String turn = "{\"type\":\"system\",\"seq\":1,\"content\":\"x\",\"turn\":2147483647}";
    assertThat(Stage.recorded(List.of(turn)).state().turn() + 1).isPositive();
  }
}
