// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The flags of `open(2)` mean on this machine what their names say.
@EnabledOnOs(OS.LINUX)
class OsTest {
  private static final int ENOTDIR = 20;
  private static final int ELOOP = 40;

  @TempDir Path directory;

  @Test
  void aFileIsNotOpenedAsADirectory() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    try (Os os = new Os()) {
      assertThatThrownBy(() -> os.open(file.toString(), Os.O_DIRECTORY))
          .isInstanceOfSatisfying(
              Os.SystemCallFailure.class, failure -> hasErrno(failure, ENOTDIR));
    }
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    try (Os os = new Os()) {
      assertThatThrownBy(() -> os.open(link.toString(), Os.O_NOFOLLOW))
          .isInstanceOfSatisfying(Os.SystemCallFailure.class, failure -> hasErrno(failure, ELOOP));
    }
  }

  private static void hasErrno(Os.SystemCallFailure failure, int errno) {
    assertThat(failure.errno()).isEqualTo(errno);
  }
}
