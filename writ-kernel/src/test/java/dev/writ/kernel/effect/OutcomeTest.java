// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Reach;
import dev.writ.kernel.sandbox.Live;
import dev.writ.kernel.sandbox.RanSample;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What several pipelines of one line come to.
class OutcomeTest {
  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void onePipelineThatMayHaveLeftAProcessIsEnough(boolean first, boolean second) {
    Outcome.Collected collected =
        new Outcome.Collected(new Effect.RunCommand.Limits(10, 1000, 1000), Live.NOBODY);

    collected.add(RanSample.of("a", first), Reach.Further.REFUSED);
    collected.add(RanSample.of("b", second), Reach.Further.REFUSED);

    Outcome outcome = collected.outcome(Duration.ZERO);
    assertThat(outcome.stdout().text()).isEqualTo("ab");
    assertThat(outcome.report().allEnded()).isEqualTo(first && second);
    int left = (first ? 0 : 1) + (second ? 0 : 1);
    assertThat(outcome.report().notes()).hasSize(left);
  }
}
