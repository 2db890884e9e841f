// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessContextTest {
  @Test
  void everybodyHasTheSameHome() {
    assertThat(ProcessContext.withHome(Map.of("HOME", "/other", "A", "b"), "/account"))
        .isEqualTo(Map.of("HOME", "/other", "A", "b"));
    assertThat(ProcessContext.withHome(Map.of("HOME", ""), "/account"))
        .isEqualTo(Map.of("HOME", "/account"));
    assertThat(ProcessContext.withHome(Map.of(), "/account")).isEqualTo(Map.of("HOME", "/account"));
    assertThat(ProcessContext.withHome(Map.of("HOME", "below"), "/account"))
        .isEqualTo(Map.of("HOME", Path.of("below").toAbsolutePath().toString()));
  }
}
