// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.history.EventSource;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A copy of a damaged session is as damaged: nobody knows what the lost calls saw.
class SessionForkTest {
  private static final String DAMAGED = "{\"type\":\"tool_re";

  private static EventSource source(List<String> lines) {
    return visitor -> {
      for (int i = 0; i < lines.size(); i++) {
        visitor.line(i + 1L, lines.get(i));
      }
    };
  }

  private static RecordedSession copy(List<String> lines, long last) throws IOException {
    List<String> copied = new ArrayList<>();
    new SessionFork("copy", "s0", last, false).copy(source(lines), copied::add);
    copied.add("{\"type\":\"session_resume\",\"seq\":9}");
    return SessionReplay.read(source(copied));
  }

  /// @param damaged the line that is damaged, from 0; its event has that number and one more
  /// @param last the number of the last event that is copied
  @ParameterizedTest
  @CsvSource({
    "0, 9, true",
    "0, 2, true",
    "2, 9, true",
    "2, 4, true",
    "2, 3, true",
    "2, 2, false",
    "2, 1, false",
    "4, 9, false",
    "9, 9, false"
  })
  void whatWasLostIsLostInTheCopy(int damaged, long last, boolean exposed) throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "{\"type\":\"session_start\",\"version\":\"1.0\",\"id\":\"s0\",\"seq\":1}",
                "{\"type\":\"user\",\"content\":\"x\",\"seq\":2}",
                "{\"type\":\"user\",\"content\":\"y\",\"seq\":3}",
                "{\"type\":\"user\",\"content\":\"z\",\"seq\":4}",
                "{\"type\":\"user\",\"content\":\"the last one\",\"seq\":5}"));
    if (damaged < lines.size()) {
      lines.set(damaged, DAMAGED);
    }

    RecordedSession copy = copy(lines, last);

    assertThat(copy.id()).isEqualTo("copy");
    assertThat(copy.problems()).hasSize(exposed ? 1 : 0);
    if (exposed) {
      assertThat(copy.state().exposed()).containsExactlyInAnyOrder("saw_secret", "saw_untrusted");
    } else {
      assertThat(copy.state().exposed()).isEmpty();
    }
  }
}
