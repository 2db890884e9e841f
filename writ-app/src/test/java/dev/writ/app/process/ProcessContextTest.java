// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.config.ConfigSources;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessContextTest {
  @Test
  void everybodyHasTheSameHome() {
    assertThat(ProcessContext.withHome(Map.of("HOME", "/other", "A", "b"), "/account"))
        .isEqualTo(Map.of("HOME", "/other", "A", "b"));
    assertThat(ProcessContext.withHome(Map.of("HOME", ""), "/account"))
        .isEqualTo(Map.of("HOME", "/account"));
    assertThat(ProcessContext.withHome(Map.of(), "/account")).isEqualTo(Map.of("HOME", "/account"));
  }

  @Test
  void relativeDirectoriesAreIgnoredAndToldNotTakenForTheProjects() {
    Map<String, String> relative = Map.of("HOME", "below", "XDG_CONFIG_HOME", "../there");
    assertThat(ProcessContext.withHome(relative, "/account")).isEqualTo(Map.of("HOME", "/account"));
    assertThat(ProcessContext.withHome(Map.of("HOME", "~/x"), "?")).isEqualTo(Map.of("HOME", "/"));
    assertThat(ProcessContext.ignored(relative))
        .hasSize(2)
        .allMatch(line -> line.contains("is not an absolute path; set it"))
        .anyMatch(line -> line.startsWith("writ: HOME is ignored, because 'below'"))
        .anyMatch(line -> line.startsWith("writ: XDG_CONFIG_HOME is ignored, because '../there'"));
    assertThat(ProcessContext.ignored(Map.of("HOME", "/a", "XDG_CONFIG_HOME", ""))).isEmpty();
    assertThat(ConfigSources.directory(relative, Path.of("/account")))
        .isEqualTo(Path.of("/account/.config/writ"));
  }
}
