// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of a group of the user's that a user namespace doesn't know.
class UnmappedGroupTest {
  @TempDir Path directory;

  @Test
  void whoeverCantChangeThemLearnsWhy() throws Exception {
    Door.needsViews();
    assumeFalse(System.getProperty("user.name").equals("root"), "root needs no such namespace");
    try (Door door = Scripts.door(directory, "namespaces")) {
      Path file = door.file("shared/a.txt", "old\n");
      Optional<Integer> other =
          groups().stream().filter(id -> !id.equals(group(door.root))).findFirst();
      assumeTrue(other.isPresent(), "only one group");
      Files.setAttribute(file, "unix:gid", other.get());

      assertThat(Scripts.sh(door, "echo new >> shared/a.txt").result().content())
          .contains("another owner or group", "shared/a.txt", "landlock");
      assertThat(door.governor.proveSandbox().unmapped()).isPresent();
      Files.setAttribute(file, "unix:gid", group(door.root));
      assertThat(
              Scripts.sh(door, "echo 'Value too large for defined data type'").result().content())
          .doesNotContain("another owner");
    }
  }

  private static List<Integer> groups() throws Exception {
    Process id = new ProcessBuilder("id", "-G").start();
    String all = new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return List.of(all.strip().split(" ")).stream().map(Integer::valueOf).toList();
  }

  private static int group(Path path) {
    try {
      return (int) Files.getAttribute(path, "unix:gid");
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
