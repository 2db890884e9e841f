// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.tool.CallFailure;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A workspace in which another user's Writ keeps the old contents.
class ForeignStoreTest {
  @TempDir Path directory;

  @Test
  void itIsSaidWhoseTheStoreIsAndWhatToDo() throws Exception {
    String owner = Files.getOwner(directory).getName();

    assertThat(
            CallFailure.of(
                ForeignStoreException.of(
                    directory, ".writ/objects", new AccessDeniedException("objects"))))
        .satisfies(
            error -> {
              assertThat(error.code()).isEqualTo(ErrorCode.IO_ERROR);
              assertThat(error.message())
                  .startsWith(".writ/objects: ")
                  .contains("belongs to the user " + owner, "clone of your own");
            });
  }

  @Test
  void whereNobodyKnowsTheOwnerTheRefusalStays() {
    AccessDeniedException refused = new AccessDeniedException("objects");

    assertThat(ForeignStoreException.of(directory.resolve("none"), ".writ/objects", refused))
        .isSameAs(refused);
  }

  @Test
  void whoMayNotWriteThereIsTold() throws Exception {
    Path store = Files.createDirectories(directory.resolve(".writ/objects/tmp")).getParent();
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(store), "root reads everything");
    try (WorkspaceRoot root = WorkspaceRoot.open(directory.toRealPath())) {
      ObjectStore objects = new ObjectStore(root);

      assertThatThrownBy(() -> objects.keep(FileContent.of("x".getBytes(StandardCharsets.UTF_8))))
          .isInstanceOf(ForeignStoreException.class);
      assertThat(
              new StorePruning(root, Instant.EPOCH)
                  .daily(new StorePruning.Limits(Duration.ZERO, 0), Instant.EPOCH)
                  .contents())
          .isZero();
    } finally {
      Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwx------"));
    }
  }
}
