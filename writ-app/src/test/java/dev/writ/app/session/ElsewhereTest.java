// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a session file names is told on one line.
class ElsewhereTest {
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDirectoryPassesForNoLineOfWrits(boolean exists) {
    var elsewhere = new ElsewhereException("s.jsonl", "/x\nWrit: all good\u001b[2J", exists);

    assertThat(elsewhere.getMessage()).doesNotContain("\n", "\u001b").contains("Writ: all good");
    assertThat(elsewhere.problem()).doesNotContain("\n", "\u001b");
  }
}
