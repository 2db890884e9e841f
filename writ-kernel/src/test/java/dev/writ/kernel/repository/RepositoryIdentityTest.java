// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepositoryIdentityTest {
  @TempDir Path directory;

  private static void changeWhenMade(Path path) throws IOException {
    Files.setLastModifiedTime(
        path, Files.readAttributes(path, BasicFileAttributes.class).creationTime());
  }

  /// A new directory in a new one: the file system's clock may not have gone on since both were
  /// made, and goes on later.
  @Test
  void aDirectoryThatWasJustMadeStaysTheSame() throws IOException {
    Path above = Files.createDirectory(directory.resolve("new"));
    Path root = Files.createDirectory(above.resolve("project"));
    changeWhenMade(root);
    changeWhenMade(above);
    String before = new RepositoryIdentity(root).text();

    Files.setLastModifiedTime(root, FileTime.fromMillis(1_700_000_000_000L));

    assertThat(new RepositoryIdentity(root).text()).isEqualTo(before);
  }

  @Test
  void anotherDirectoryAtThePathIsAnother() throws IOException {
    Path root = Files.createDirectory(directory.resolve("project"));
    String before = new RepositoryIdentity(root).text();
    Files.move(root, directory.resolve("old"));
    Files.createDirectory(root);

    assertThat(new RepositoryIdentity(root).text()).isNotEqualTo(before);
  }
}
