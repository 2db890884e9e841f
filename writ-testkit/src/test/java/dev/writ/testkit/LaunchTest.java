// Implements: docs/spec/17-quality.md §17.3 (Speed)
package dev.writ.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LaunchTest {
  private static final String REQUEST =
      "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  @Test
  void servesAScriptOverAndOver() throws IOException {
    try (TemporaryWorkspace workspace = TemporaryWorkspace.git()) {
      String script = workspace.write("script.json", "{\"turns\":[{\"text\":\"Hi.\"}]}").toString();
      List<String> arguments =
          List.of(
              "--script",
              script,
              "--repeat",
              "--port-file",
              workspace.path("port").toString(),
              "--timings",
              workspace.path("timings").toString());
      try (ScriptedModelServer server = Launch.run(arguments, out)) {
        assertThat(server).isNotNull();
        assertThat(printed.toString(StandardCharsets.UTF_8).strip())
            .endsWith(workspace.read("port"));
        URI address = URI.create("http://127.0.0.1:" + workspace.read("port") + "/api/chat");
        for (int i = 0; i < 2; i++) {
          String body = post(address);
          assertThat(body).contains("\"content\":\"Hi.\"").contains("\"done\":true");
        }
      }
      assertThat(workspace.read("timings").lines())
          .hasSize(2)
          .allMatch(line -> line.contains("after_answer_us"));
    }
  }

  private static String post(URI address) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setDoOutput(true);
    connection.getOutputStream().write(REQUEST.getBytes(StandardCharsets.UTF_8));
    return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void wrongArgumentsAreAnswered() throws IOException {
    assertThat(Launch.run(List.of("--skript", "x"), out)).isNull();
    assertThat(printed.toString(StandardCharsets.UTF_8).strip()).isEqualTo(Launch.USAGE);
  }
}
