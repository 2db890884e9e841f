// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.testkit.TemporaryWorkspace;
import dev.writ.wire.program.PersonProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatusProgramTest {
  private final TemporaryWorkspace home = TemporaryWorkspace.empty();
  private final LinkedBlockingQueue<String> drawn = new LinkedBlockingQueue<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    home.close();
  }

  private StatusProgram program(Path script, Duration patience) {
    Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin", "SECRET_API_KEY", "canary");
    return new StatusProgram(
        new PersonProgram(environment, patience), script.toString(), drawn::add, problems::add);
  }

  private Path script(String text) throws IOException {
    Path script = home.path("status");
    Files.writeString(script, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }

  private static Json.Obj facts(String model) {
    return Json.object().put("model", model).build();
  }

  private String line() throws InterruptedException {
    return String.valueOf(drawn.poll(20, TimeUnit.SECONDS));
  }

  @Test
  void itReadsTheFactsAndItsFirstLineIsShown() throws Exception {
    StatusProgram status =
        program(
            script("read -r facts; echo \"$facts $(pwd) $SECRET_API_KEY\"; echo more"),
            Duration.ofSeconds(20));
    status.draw(facts("one"));
    assertThat(line()).isEqualTo("{\"model\":\"one\"} / ");
    status.draw(facts("two"));
    assertThat(line()).isEqualTo("{\"model\":\"two\"} / ");
    assertThat(problems).isEmpty();
  }

  @Test
  void aFailureIsToldOnceAndTheUsualLineIsShown() throws Exception {
    StatusProgram status = program(script("echo wrong; exit 3"), Duration.ofSeconds(20));
    status.draw(facts("one"));
    assertThat(line()).isEmpty();
    status.draw(facts("two"));
    assertThat(line()).isEmpty();
    assertThat(problems)
        .singleElement()
        .asString()
        .startsWith("ui.status_command: ")
        .endsWith("status ended with 3; the usual line is shown instead");
  }

  @Test
  void oneThatIsMissingOrDoesNotEndFailsToo() throws Exception {
    program(home.path("missing"), Duration.ofSeconds(20)).draw(facts("one"));
    assertThat(line()).isEmpty();
    program(script("exec sleep 60"), Duration.ofMillis(200)).draw(facts("one"));
    assertThat(line()).isEmpty();
    assertThat(problems).hasSize(2);
    assertThat(problems.getFirst()).contains("missing cannot be started: ");
    assertThat(problems.getLast()).contains("status did not end within ");
  }
}
