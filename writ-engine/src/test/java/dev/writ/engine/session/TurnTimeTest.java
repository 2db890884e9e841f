// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.calls;
import static dev.writ.engine.session.PlayedModel.say;
import static dev.writ.engine.session.PlayedModel.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A command ends with its turn: the gate knows what is left of it.
class TurnTimeTest {
  @Test
  void whatIsLeftOfTheTurnIsKnownWhileItLasts() {
    try (Stage stage = Stage.with().duration(Duration.ofSeconds(30)).open()) {
      List<Optional<Duration>> left = new ArrayList<>();
      stage.model.play(
          (prompt, deltas) -> {
            stage.pass(Duration.ofSeconds(20));
            left.add(stage.state.time().left());
            return calls(write("c1", "a.txt", "a")).reply(prompt, deltas);
          },
          say("Done."));

      stage.ask("Go");
      assertThat(left)
          .singleElement()
          .satisfies(d -> assertThat(d.orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(10)));
      assertThat(stage.state.time().left()).isEmpty();
    }
  }
}
