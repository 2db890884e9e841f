// Implements: docs/spec/01-product.md §1 (Product)
package dev.writ.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The platforms that `writ doctor` marks as unverified.
class PlatformDescriptionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Linux|6.12.0|amd64|true|Linux on amd64",
        "Linux|6.12.0|x86_64|true|Linux on x86_64",
        "Linux|6.12.0|aarch64|false|Linux on aarch64",
        "Linux|5.15.90.1-microsoft-standard-WSL2|amd64|false|Linux on amd64 (WSL)",
        "Linux|4.4.0-19041-Microsoft|amd64|false|Linux on amd64 (WSL)",
        "Mac OS X|14.5|aarch64|false|Mac OS X on aarch64",
        "Windows 11|10.0|amd64|false|Windows 11 on amd64"
      })
  void onlyWhatWasTriedIsVerified(
      String system, String release, String machine, boolean verified, String words) {
    PlatformDescription platform = new PlatformDescription(system, release, machine);
    assertThat(platform.isVerified()).isEqualTo(verified);
    assertThat(platform.words()).isEqualTo(words);
  }
}
