// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.tools.command.CommandLimits;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every number of the configuration has bounds, and they are those of the parts that use them.
class KeyValuesTest {
  private static ConfigKey key(String name) {
    return ConfigKeyTable.of(name).orElseThrow();
  }

  @Test
  void everyNumberHasBounds() {
    for (ConfigKey key : ConfigKeyTable.all()) {
      if (key.kind() == ConfigKey.ConfigType.WHOLE || key.kind() == ConfigKey.ConfigType.NUMBER) {
        assertThat(KeyValues.range(key)).as(key.name()).isPresent();
        for (String number : new String[] {"1e400", "-1", "99999999999999999999", ".nan", ".inf"}) {
          assertThat(key.problem(new Json.Num(number))).as(key.name()).isPresent();
        }
      }
    }
  }

  @Test
  void everyDefaultIsWithinItsBounds() {
    for (ConfigKey key : ConfigKeyTable.all()) {
      if (!(key.fallback() instanceof Json.Null)) {
        assertThat(key.problem(key.fallback())).as(key.name()).isEmpty();
      }
    }
  }

  @Test
  void theBoundsAreThoseOfTheParts() {
    assertThat(most("agent.command_timeout_seconds")).isEqualTo(CommandLimits.MAX_TIMEOUT_SECONDS);
    assertThat(most("agent.terminal.max_stdout_bytes")).isEqualTo(CommandLimits.MAX_STREAM_BYTES);
    assertThat(KeyValues.words(key("safety.sandbox")))
        .isEqualTo(GovernancePolicy.SandboxChoice.MECHANISMS);
  }

  private static long most(String name) {
    return KeyValues.range(key(name)).orElseThrow().most();
  }

  @ParameterizedTest
  @CsvSource({
    "llm.temperature, 2.1, 2.1 is not from 0 to 2",
    "agent.max_iterations, 4294967297, 4294967297 is not from 1 to 1000000",
    "agent.max_iterations, 99999999999999999999, 99999999999999999999 is not from 1 to 1000000",
    "tools.max_parallel, 0, 0 is not from 1 to 64",
    "agent.max_iterations, 1.5, 'a whole number was expected, not 1.5'"
  })
  void aNumberBeyondItsBoundsIsNamedWithThem(String name, String number, String message) {
    assertThat(key(name).problem(new Json.Num(number))).contains(message);
  }

  @Test
  void aWordIsOneOfThoseOfItsKey() {
    ConfigKey profile = Objects.requireNonNull(key("governance.profile"));
    assertThat(profile.problem(Json.of("stirct"))).contains("standard or strict, not 'stirct'");
    assertThat(profile.problem(Json.of("strict"))).isEmpty();
  }
}
