// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.command.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which values a command may give a variable without a question.
class ReviewedVariablesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "NODE_OPTIONS | --max-old-space-size=4096 --no-warnings | true",
        "NODE_OPTIONS | --experimental-vm-modules | true",
        "NODE_OPTIONS | '' | true",
        "NODE_OPTIONS | --require=./x.js | false",
        "NODE_OPTIONS | --no-warnings -r x | false",
        "NODE_OPTIONS | --experimental-loader=x | false",
        "NODE_OPTIONS | --import=data:x | false",
        "JAVA_TOOL_OPTIONS | -Xmx1g -XX:+UseSerialGC | true",
        "JAVA_TOOL_OPTIONS | -javaagent:x | false",
        "JAVA_TOOL_OPTIONS | -XX:+UseSerialGC@x | false",
        "RUSTFLAGS | -D warnings -C target-cpu=native | true",
        "RUSTFLAGS | -Awarnings -Copt-level=3 | true",
        "RUSTFLAGS | -C linker=./x | false",
        "RUSTFLAGS | -C link-arg=x | false",
        "RUSTFLAGS | -D warnings--cfg x | false",
        "RUSTDOCFLAGS | -D warnings | true",
        "RUSTDOCFLAGS | -C target-cpu=native | false",
        "GOFLAGS | -mod=mod -race | true",
        "GOFLAGS | -toolexec=x | false",
        "CFLAGS | -O2 -Wall -DX=1 | true",
        "CFLAGS | ' -g ' | true",
        "CFLAGS | -O2-fplugin=x | false",
        "GIT_EDITOR | true | true",
        "GIT_SEQUENCE_EDITOR | : | true",
        "EDITOR | vi | false",
        "EDITOR | true x | false",
        "GIT_MERGE_AUTOEDIT | no | true",
        "PIP_NO_INPUT | 1 | true",
        "PIP_CONFIG_FILE | 1 | false",
        "npm_config_loglevel | error | true",
        "npm_config_script_shell | error | false",
      })
  void valuesThatSayNothingButData(String name, String value, boolean admitted) {
    assertThat(ReviewedVariables.admits(name, value)).isEqualTo(admitted);
  }

  /// A value is as long as whoever proposes it likes.
  @Test
  void aLongValueIsReadAtOnce() {
    for (String word : new String[] {"-W", "-Wx ", "-D", "-Dx ", "-g", "-X"}) {
      for (String name : new String[] {"CFLAGS", "RUSTFLAGS", "MAVEN_OPTS", "GOFLAGS"}) {
        assertThat(ReviewedVariables.admits(name, word.repeat(10_000) + "!")).isFalse();
      }
    }
  }
}
