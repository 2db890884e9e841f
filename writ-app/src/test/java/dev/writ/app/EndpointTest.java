// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// An address that can't be asked is refused with the line to type instead.
class EndpointTest {
  private static Desk.Ran run(Desk desk, String... endpoint) {
    String[] line = {"run", "-p", "openai-compatible", "-m", "m", "x"};
    String[] all = new String[line.length + endpoint.length];
    System.arraycopy(line, 0, all, 0, line.length);
    System.arraycopy(endpoint, 0, all, line.length, endpoint.length);
    return desk.writ(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"foo", "models.example/v1", "gpt-5"})
  void aWordIsNoAddress(String word) {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = run(desk, "--endpoint", word);
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err())
          .contains("--endpoint or llm.endpoint: '" + word + "' is not the address of a server")
          .contains("https://" + word)
          .doesNotContain("plaintext");
    }
  }

  @ParameterizedTest
  @CsvSource({"http://192.168.1.5:8000/v1, 192.168.1.5", "192.168.1.6:8000, 192.168.1.6"})
  void aHostToTrustIsNamedWithTheLineThatDoesIt(String address, String host) {
    try (Desk desk = new Desk()) {
      assertThat(run(desk, "--endpoint", address).err())
          .contains("plain text", "writ config set llm.plaintext_hosts " + host + "\n");
    }
  }

  @Test
  void withoutAnAddressBothWaysToNameOneAreTold() {
    try (Desk desk = new Desk()) {
      assertThat(run(desk).err()).contains("--endpoint URL", "llm.endpoint");
    }
  }

  @Test
  void whatToDoWithoutAModelStandsInTwoColumns() {
    try (Desk desk = new Desk()) {
      List<String> lines =
          desk.writ("run", "x").err().lines().filter(line -> line.startsWith("  ")).toList();
      assertThat(lines).hasSize(5).allMatch(line -> line.matches("  .{28} [^ ].*"));
    }
  }
}
