// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
      assertThat(new ExternalEditor(environment).edit("text\n")).contains("text\nmore");
      assertThat(new ExternalEditor(Map.of("EDITOR", "false")).edit("text")).isEmpty();
      assertThatThrownBy(() -> new ExternalEditor(Map.of("EDITOR", "/no/such")).edit("text"))
          .isInstanceOf(IOException.class);
    }
  }
}
