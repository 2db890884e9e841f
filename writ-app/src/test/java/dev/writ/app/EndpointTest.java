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
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "http://127.0.0.1:99999/v1 | has the port 99999; ports are 1 to 65535",
        "http://127.0.0.1:0/v1 | has the port 0; ports are 1 to 65535",
        "http://127.0.0.1:9/v1#part | a query or a fragment, which Writ does not send; write"
            + " http://127.0.0.1:9/v1",
        "http://127.0.0.1:9/v1?key=s3cret-s3cret | write http://127.0.0.1:9/v1",
        "http://me:s3cret-s3cret@127.0.0.1:9/v1 | http://127.0.0.1:9/v1' has a user name before its"
            + " host; remove it, and set a key instead",
        "http://me:s3cret s3cret@127.0.0.1:9/v1 | http://127.0.0.1:9/v1' is not the address of a"
            + " server; write it like https://models.example.com/v1",
        "ftp://models.example/v1 | begins with neither https:// nor http://",
        "http:// | is not the address of a server; write it like https://models.example.com/v1",
        "file:///etc/passwd | begins with neither https:// nor http://"
      })
  void whatCannotBeAskedIsRefusedWithTheReason(String address, String reason) {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = run(desk, "--endpoint", address);
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err())
          .contains("--endpoint or llm.endpoint: '", reason)
          .doesNotContain("s3cret");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://company.ghe.com/api", "a b", "x?y", "me@host", "host:99999"})
  void anEnterpriseIsNamedByItsHostAlone(String address) {
    try (Desk desk = new Desk().set("GITHUB_TOKEN", "gho-some-token-of-mine")) {
      Desk.Ran ran = desk.writ("run", "-p", "copilot", "-m", "m", "--endpoint", address, "x");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("--endpoint or llm.endpoint: ");
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
