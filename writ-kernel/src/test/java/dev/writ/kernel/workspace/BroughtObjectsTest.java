// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.FileContent;
import dev.writ.kernel.store.ContentBatch;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A repository brings objects: what has a content's name and size does not pass for it.
class BroughtObjectsTest {
  @TempDir Path directory;

  private final FileContent content = FileContent.of("PORT=8080\n");
  private WorkspaceRoot root;
  private ObjectStore store;

  @BeforeEach
  void aStore() throws IOException {
    root = WorkspaceRoot.open(directory);
    store = new ObjectStore(root);
  }

  @AfterEach
  void closed() {
    root.close();
  }

  private Path place(FileContent of) throws IOException {
    String digits = of.hash().substring("sha256:".length());
    Path fan = root.absolute(ObjectStore.OBJECTS).resolve(digits.substring(0, 2));
    return Files.createDirectories(fan).resolve(digits.substring(2));
  }

  private void bring(FileContent of) throws IOException {
    Files.writeString(place(of), "X".repeat(of.size()));
  }

  @Test
  void whatIsKeptIsThere() throws IOException {
    bring(content);

    store.keep(content);

    assertThat(store.get(content.hash())).contains(content);
  }

  @Test
  void whatIsLaidByIsThere() throws IOException {
    bring(content);

    store.layBy(content);

    assertThat(store.get(content.hash())).contains(content);
  }

  @Test
  void aLinkIsReplaced() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "X".repeat(10));
    Files.createSymbolicLink(place(content), other);

    store.keep(content);

    assertThat(store.get(content.hash())).contains(content);
    assertThat(other).hasContent("X".repeat(10));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20})
  void whatIsKeptTogetherIsThere(int count) throws IOException {
    List<FileContent> contents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      FileContent one = FileContent.of("line " + i + "\n");
      bring(one);
      contents.add(one);
    }

    ContentBatch batch = store.batch();
    batch.add(contents);
    batch.force();

    for (FileContent one : contents) {
      assertThat(store.get(one.hash())).contains(one);
    }
  }

  /// What is kept may be of a file that only its owner reads.
  @ParameterizedTest
  @ValueSource(ints = {1, 20})
  void otherUsersReadNothingOfIt(int count) throws IOException {
    Path objects = Files.createDirectories(root.absolute(ObjectStore.OBJECTS));
    Files.setPosixFilePermissions(objects, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<FileContent> contents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      contents.add(FileContent.of("line " + i + "\n"));
    }

    ContentBatch batch = store.batch();
    batch.add(contents);
    batch.force();
    store.layBy(content);

    contents.add(content);
    assertThat(Files.getPosixFilePermissions(objects)).isEqualTo(Journal.PRIVATE_DIRECTORY);
    for (FileContent one : contents) {
      assertThat(Files.getPosixFilePermissions(place(one))).isEqualTo(Journal.PRIVATE_FILE);
    }
  }
}
