// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A file that a command made larger than any content that is kept.
class LargeFileUndoTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void theOldContentComesBackWhereThePersonInsists(String sandbox) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      door.file("note.txt", "precious\n");
      door.file("other.txt", "good\n");
      assertThat(
              Door.code(
                  Scripts.sh(door, "truncate -s 65M note.txt new.bin; echo evil > other.txt")))
          .isEqualTo("ok");

      assertThat(door.undo(false))
          .filteredOn(Undone.RefusedUndo.class::isInstance)
          .hasSize(2)
          .allMatch(one -> one.toString().matches("(?s).*TOO_LARGE.*--force.*"));

      assertThat(door.undo(true)).hasSize(2).hasOnlyElementsOfType(Undone.Restored.class);
      assertThat(door.root.resolve("note.txt")).hasContent("precious\n");
      assertThat(door.root.resolve("other.txt")).hasContent("good\n");
      assertThat(door.root.resolve("new.bin")).doesNotExist();
    }
  }
}
