// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Log files are begun anew where they are full, and only the newest are kept.
class LogFilesTest {
  private static final Instant NOON = Instant.parse("2026-01-18T12:00:00.7Z");

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFileIsNamedAfterItsSessionAndTimeAndIsPrivate() throws IOException {
    try (TemporaryWorkspace home = TemporaryWorkspace.empty()) {
      Path directory = home.path("logs");
      try (LogFiles files = new LogFiles(directory, "s-1", 100, 5, InstantSource.fixed(NOON))) {
        assertThat(directory).doesNotExist();
        files.append("one");
      }
      assertThat(names(directory)).containsExactly("writ-s-1-2026-01-18T12-00-00Z.log");
      Path file = directory.resolve("writ-s-1-2026-01-18T12-00-00Z.log");
      assertThat(file).hasContent("one\n");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void aFullFileIsFollowedByAnotherAndTheNewestAreKept() throws IOException {
    try (TemporaryWorkspace home = TemporaryWorkspace.empty()) {
      Path directory = home.path("logs");
      Path old = home.write("logs/writ-s-0-2020-01-01T00-00-00Z.log", "old\n");
      Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
      home.write("logs/writ-notes.log", "mine\n");
      home.write("logs/other.txt", "mine\n");
      try (LogFiles files = new LogFiles(directory, "s-1", 10, 3, InstantSource.fixed(NOON))) {
        for (int i = 0; i < 5; i++) {
          files.append("line " + i + "..");
        }
      }
      assertThat(names(directory))
          .containsExactly(
              "other.txt",
              "writ-notes.log",
              "writ-s-1-2026-01-18T12-00-00Z-3.log",
              "writ-s-1-2026-01-18T12-00-00Z-4.log",
              "writ-s-1-2026-01-18T12-00-00Z-5.log");
      assertThat(directory.resolve("writ-s-1-2026-01-18T12-00-00Z-5.log")).hasContent("line 4..");
    }
  }
}
