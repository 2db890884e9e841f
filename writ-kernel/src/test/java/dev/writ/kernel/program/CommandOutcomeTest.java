// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.sandbox.launch.LiveListener;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The combined result of a line's pipelines.
class CommandOutcomeTest {
  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void onePipelineThatMayHaveLeftAProcessIsEnough(boolean first, boolean second) {
    CommandOutcome.Collected collected =
        new CommandOutcome.Collected(
            new Effect.RunCommand.RunLimits(10, 1000, 1000), LiveListener.NOBODY);

    collected.add(LaunchResultSample.of("a", first), NetworkReach.Further.REFUSED);
    collected.add(LaunchResultSample.of("b", second), NetworkReach.Further.REFUSED);

    CommandOutcome outcome = collected.outcome(Duration.ZERO);
    assertThat(outcome.stdout().text()).isEqualTo("ab");
    assertThat(outcome.report().allEnded()).isEqualTo(first && second);
    int left = (first ? 0 : 1) + (second ? 0 : 1);
    assertThat(outcome.report().notes()).hasSize(left);
  }
}
