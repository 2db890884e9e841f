// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramDirectoryTest {
  @Test
  void aPersonsOwnComeBehindTheSystems() {
    assertThat(ProgramDirectory.fixed("/home/p"))
        .startsWith("/usr/local/bin")
        .endsWith("/home/p/.local/bin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "home"})
  void withoutAHomeThereAreTheSystemsOnly(String home) {
    assertThat(ProgramDirectory.fixed(home)).endsWith("/sbin").doesNotContain("/home/p/.local/bin");
  }
}
