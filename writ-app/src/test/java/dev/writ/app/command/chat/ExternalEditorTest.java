// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExternalEditorTest {
  @Test
  void thePersonsEditorGetsTheTextAndGivesItBack() throws IOException, InterruptedException {
    try (TemporaryWorkspace place = TemporaryWorkspace.empty()) {
      Path program = place.path("editor");
      Files.writeString(program, "#!/bin/sh\n[ \"$1\" = -x ] && echo more >>\"$2\"\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      Map<String, String> environment = Map.of("VISUAL", program + " -x", "EDITOR", "false");
      assertThat(editor(environment, place).edit("text\n")).contains("text\nmore");
      assertThat(editor(Map.of("EDITOR", "false"), place).edit("text")).isEmpty();
      assertThatThrownBy(() -> editor(Map.of("EDITOR", "/no/such"), place).edit("text"))
          .isInstanceOf(IOException.class);
    }
  }

  private static ExternalEditor editor(Map<String, String> environment, TemporaryWorkspace place) {
    return new ExternalEditor(environment, place.root());
  }

  /// A virtual environment stands on the search path, and models write in it.
  @Test
  void anEditorThatIsFoundByItsNameIsNotTheProjects() throws IOException, InterruptedException {
    try (TemporaryWorkspace place = TemporaryWorkspace.empty();
        TemporaryWorkspace system = TemporaryWorkspace.empty()) {
      for (Path directory : List.of(place.root(), system.root())) {
        Path program = directory.resolve("vi");
        Files.writeString(program, "#!/bin/sh\necho \"$0\" >\"$1\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      }
      String path = place.root() + ":" + system.root();

      assertThat(editor(Map.of("PATH", path), place).edit("text"))
          .contains(system.root().resolve("vi").toString());
      assertThatThrownBy(() -> editor(Map.of("PATH", place.root().toString()), place).edit("text"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("outside of the project");
      assertThat(editor(Map.of("PATH", path, "HOME", place.root().toString()), place).edit("text"))
          .contains(place.root().resolve("vi").toString());
    }
  }
}
