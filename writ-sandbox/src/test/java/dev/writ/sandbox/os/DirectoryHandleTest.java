// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Operations by handles stay in the opened tree, although another program puts links in the way.
class DirectoryHandleTest {
  private static final int MANY = 3000;

  @TempDir Path directory;
  private Path outside;
  private Path inside;

  @BeforeEach
  void prepare() throws IOException {
    outside = Files.createDirectory(directory.resolve("outside"));
    inside = Files.createDirectory(directory.resolve("inside"));
  }

  @Test
  void onlyTheFileThatWasSeenIsCopied() throws IOException {
    Path secret = Files.writeString(outside.resolve("key"), "PRIVATE KEY");
    Path file = Files.writeString(inside.resolve("key"), "mine");
    try (DirectoryHandle handle = DirectoryHandle.open(inside)) {
      DirectoryEntry seen = Objects.requireNonNull(handle.entry("key"));
      try (PlaceHandle place = handle.place("key")) {
        place.copy(seen, handle, "copy");
      }
      assertThat(inside.resolve("copy")).hasContent("mine");
      Files.delete(file);
      Files.createSymbolicLink(file, secret);
      try (PlaceHandle place = handle.place("key")) {
        assertThatThrownBy(() -> place.copy(seen, handle, "copy"))
            .hasMessageContaining("meanwhile");
      }
      assertThat(inside.resolve("copy")).hasContent("mine");
    }
  }

  @Test
  void permissionsAreNotSetThroughALink() throws IOException {
    Path secret = Files.writeString(outside.resolve("key"), "PRIVATE KEY");
    Files.setAttribute(secret, "unix:mode", 0600);
    Files.createSymbolicLink(inside.resolve("key"), secret);
    try (DirectoryHandle handle = DirectoryHandle.open(inside)) {
      assertThatThrownBy(() -> handle.setPermissions("key", 0777)).hasMessageContaining("link");
    }
    assertThat((int) Files.getAttribute(secret, "unix:mode") & 0777).isEqualTo(0600);
  }

  /// Another program exchanges a directory for a link while it is being emptied.
  @Test
  void aRemovalReachesNothingOutside() throws Exception {
    Path full = Files.createDirectory(inside.resolve("full"));
    for (int i = 0; i < MANY; i++) {
      Files.writeString(outside.resolve("f" + i), "precious");
      Files.writeString(full.resolve("f" + i), "");
    }
    Files.createSymbolicLink(inside.resolve("link"), outside);
    Thread other = Thread.ofPlatform().start(() -> exchange(full));
    try {
      TreeRemoval.remove(inside);
    } catch (IOException _) {
      // Entries that the other program made meanwhile remain.
    }
    other.join();
    try (Stream<Path> left = Files.list(outside)) {
      assertThat(left).hasSize(MANY);
    }
  }

  private void exchange(Path full) {
    boolean begun = false;
    while (!begun) {
      String[] names = full.toFile().list();
      begun = names == null || names.length < MANY;
    }
    boolean _ = full.toFile().renameTo(inside.resolve("moved").toFile());
    boolean _ = inside.resolve("link").toFile().renameTo(full.toFile());
  }

  @Test
  void namesOfAnyBytesAndDepthsGo() throws Exception {
    String script =
        "cd inside; printf x > \"$(printf 'a\\377')\"; mkdir \"$(printf 'd\\376')\";"
            + " for i in $(seq 200); do mkdir d; cd d; done; mkfifo p; chmod 000 ../../d";
    Process process = new ProcessBuilder("sh", "-c", script).directory(directory.toFile()).start();
    assertThat(process.waitFor()).isZero();
    TreeRemoval.remove(inside);
    assertThat(inside).doesNotExist();
  }
}
