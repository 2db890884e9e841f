// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A person keeps the configuration in a repository, links it into the home directory, and works in
/// that repository: what Writ obeys is out of the model's reach there, too.
class LinkedConfigurationTest {
  private final Desk desk = new Desk();

  @AfterEach
  void end() {
    desk.close();
  }

  private void link(String place, String target) throws IOException {
    Path link = desk.home.path(place);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, desk.workspace.path(target));
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aLinkedDirectoryIsOutOfReach(String sandbox) throws IOException {
    desk.set("WRIT_SAFETY_SANDBOX", sandbox);
    desk.workspace.write("dot/writ/config.yaml", "git:\n  auto_commit: false\n");
    link(".config/writ", "dot/writ");

    assertThat(desk.call("write_file", file("dot/writ/providers.json"))).contains("BLOCKED_PATH");
    desk.call("run_command", Json.object().put("command", "touch dot/writ/providers.json"));
    desk.call("run_command", Json.object().put("command", "sh -c 'cp a dot/writ/config.yaml'"));
    desk.call("run_command", Json.object().put("command", "mv dot dot2"));

    assertThat(desk.workspace.path("dot/writ/providers.json")).doesNotExist();
    assertThat(desk.workspace.read("dot/writ/config.yaml")).contains("auto_commit: false");
  }

  @ParameterizedTest
  @CsvSource({
    ".config/writ/config.yaml, dot/config.yaml",
    ".config/writ/skills/a, dot/a",
    ".writ.json, dot/writ.json",
  })
  void aLinkedFileIsOutOfReach(String place, String target) throws IOException {
    desk.workspace.write(target, place.endsWith(".json") ? "{}\n" : "# mine\n");
    link(place, target);

    assertThat(desk.call("write_file", file(target))).contains("BLOCKED_PATH");
    assertThat(desk.call("write_file", file("dot/other.txt"))).doesNotContain("BLOCKED_PATH");
  }

  @Test
  void whatIsLinkedElsewhereBlocksNothing() throws IOException {
    Files.createDirectories(desk.home.path("elsewhere"));
    Files.createSymbolicLink(desk.home.path(".config"), desk.home.path("elsewhere"));

    assertThat(desk.call("write_file", file("dot/writ/config.yaml")))
        .doesNotContain("BLOCKED_PATH");
  }

  private static Json.Builder file(String path) {
    return Json.object().put("path", path).put("content", "{}\n");
  }
}
