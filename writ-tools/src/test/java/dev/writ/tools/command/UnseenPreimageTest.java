// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What models don't see is not copied to where commands read.
class UnseenPreimageTest {
  @TempDir Path directory;

  @Test
  void theStoreGetsNoCopyBeforeACommand() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file(".writignore", "notes.txt\nprivate/\n");
      door.file("notes.txt", "top secret");
      door.file("private/plan.txt", "top secret, too");
      door.file("plain.txt", "plain");

      CallAnswer _ = Scripts.sh(door, "echo more >> plain.txt");

      assertThat(stored(door)).contains("plain").noneMatch(text -> text.contains("top secret"));
    }
  }

  private static List<String> stored(Door door) throws Exception {
    try (Stream<Path> all = Files.walk(door.root.resolve(".writ/objects"))) {
      List<Path> files = all.filter(Files::isRegularFile).toList();
      return files.stream().map(UnseenPreimageTest::text).toList();
    }
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
