// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.app.cli.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A value that nobody means is an error that can be read.
class OverlongValuesTest {
  private static final String LONG = "x".repeat(200_000);

  @TempDir Path directory;

  private Path file(String text) throws Exception {
    return Files.writeString(directory.resolve("config.yaml"), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "llm:\n  model: LONG",
        "agent:\n  terminal:\n    allowlist: [ls, LONG]",
      })
  void anOverlongTextIsRefused(String text) throws Exception {
    Path file = file(text.replace("LONG", LONG));

    assertThatThrownBy(() -> ConfigSources.check(file, false))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("longer than 65536 characters")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LONG: 1",
        "llm:\n  LONG: 1",
        "agent:\n  max_iterations: LONG",
        "agent:\n  max_iterations: DIGITS",
        "agent:\n  max_iterations: -DIGITS",
        "agent:\n  max_iterations: 1e999999999",
        "safety:\n  sandbox: LONG",
        "version: LONG",
      })
  void anErrorNamesTheBeginningOfAnOverlongValue(String text) throws Exception {
    Path file = file(text.replace("LONG", LONG).replace("DIGITS", "9".repeat(200_000)));

    assertThatThrownBy(() -> ConfigSources.check(file, false))
        .isInstanceOf(UsageException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1000));
  }

  @Test
  void whatAPersonWritesIsNotOverlong() throws Exception {
    ConfigSources.check(file("llm:\n  model: " + "x".repeat(60_000)), false);
  }
}
