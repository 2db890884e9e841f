// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.kernel.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A person saves a file after it was compared, while the change is recorded.
class SavedMeanwhileTest {
  @TempDir Path directory;

  private static FileState text(String text) {
    return new FileState.Present(FileContent.of(text));
  }

  private static FileState after(String kind) {
    return switch (kind) {
      case "text" -> text("model\n");
      case "link" -> new FileState.Link(FileContent.of("other"));
      case "directory" -> new FileState.Directory();
      default -> new FileState.Absent();
    };
  }

  @ParameterizedTest
  @CsvSource({"text", "link", "directory", "nothing"})
  void whatWasSavedStays(String kind) throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "old\n");
    Path other = Files.writeString(directory.resolve("b.txt"), "old\n");
    try (WorkspaceRoot root = WorkspaceRoot.open(directory)) {
      FileHand hand = new FileHand(root, new ObjectStore(root));
      List<FileChange> changes =
          List.of(
              new FileChange(WorkspacePath.of("b.txt"), text("old\n"), text("model\n")),
              new FileChange(WorkspacePath.of("a.txt"), text("old\n"), after(kind)));

      assertThatThrownBy(() -> hand.change(changes, () -> Files.writeString(file, "person\n")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("it changed at the same moment");
    }
    assertThat(file).hasContent("person");
    assertThat(other).hasContent("old");
  }

  @Test
  void whatWasRemovedIsNotMadeAgain() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "old\n");
    try (WorkspaceRoot root = WorkspaceRoot.open(directory)) {
      FileHand hand = new FileHand(root, new ObjectStore(root));
      List<FileChange> changes =
          List.of(new FileChange(WorkspacePath.of("a.txt"), text("old\n"), text("model\n")));
      assertThatThrownBy(() -> hand.change(changes, () -> Files.delete(file)))
          .isInstanceOf(IOException.class);
    }
    assertThat(file).doesNotExist();
  }
}
