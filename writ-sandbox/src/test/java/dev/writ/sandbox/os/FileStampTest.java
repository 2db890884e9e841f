// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.os;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An observation equals the JDK's, by either method.
class FileStampTest {
  @TempDir Path directory;

  private static void isAsTheJdkSays(Path path) throws IOException {
    FileStamp stamp = FileStamp.of(path);

    assertThat(stamp.mode()).isEqualTo(Files.getAttribute(path, "unix:mode", NOFOLLOW_LINKS));
    assertThat(stamp.size()).isEqualTo(Files.getAttribute(path, "unix:size", NOFOLLOW_LINKS));
    assertThat(stamp.id().device()).isEqualTo(Files.getAttribute(path, "unix:dev", NOFOLLOW_LINKS));
    assertThat(stamp.id().number()).isEqualTo(Files.getAttribute(path, "unix:ino", NOFOLLOW_LINKS));
    assertThat(FileTime.from(stamp.changed()))
        .isEqualTo(Files.getAttribute(path, "unix:ctime", NOFOLLOW_LINKS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "with space", "ü"})
  void aFileADirectoryAndALink(String name) throws IOException {
    Path file = Files.writeString(directory.resolve(name), "text");
    Path below = Files.createDirectory(directory.resolve(name + ".d"));
    Path link = Files.createSymbolicLink(directory.resolve(name + ".l"), Path.of("nowhere"));

    isAsTheJdkSays(file);
    isAsTheJdkSays(below);
    isAsTheJdkSays(link);
    assertThat(FileStamp.of(link).isLink()).isTrue();
    assertThat(FileStamp.of(below).isDirectory()).isTrue();
  }

  @Test
  void otherFileSystems() throws IOException {
    isAsTheJdkSays(Path.of("/dev/null"));
    isAsTheJdkSays(Path.of("/proc"));
    isAsTheJdkSays(Path.of("/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "missing/deeper", "file/deeper", "ö"})
  void nothing(String name) throws IOException {
    Files.writeString(directory.resolve("file"), "");
    Path path = directory.resolve(name);

    assertThat(FileStamp.ifThere(path)).isNull();
    assertThatThrownBy(() -> FileStamp.of(path)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> FileStamp.of(directory.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
