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
import dev.writ.records.journal.InterruptShield;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Changes of several places: all of them or none.
class RearrangementTest {
  @TempDir Path directory;

  private WorkspaceRoot root;
  private FileHand hand;

  @BeforeEach
  void aHand() throws IOException {
    root = WorkspaceRoot.open(directory);
    hand = new FileHand(root, new ObjectStore(root));
  }

  @AfterEach
  void closed() {
    root.close();
  }

  @Test
  void anInterruptInTheMiddleOfTheRollbackChangesNothing() throws IOException {
    Thread caller = Thread.currentThread();
    List<FileChange> changes = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Files.writeString(directory.resolve("file" + i), "old " + i);
      changes.add(
          new FileChange(WorkspacePath.of("file" + i), present("old " + i), present("new " + i)));
    }
    changes.add(
        new FileChange(WorkspacePath.of("last"), new FileState.Absent(), present("somebody's")));
    Thread interrupting =
        Thread.ofPlatform()
            .unstarted(
                () -> {
                  while (text("file0").startsWith("old")) {
                    Thread.onSpinWait(); // the interrupt must come soon
                  }
                  while (!Files.exists(directory.resolve("over"))) {
                    caller.interrupt();
                  }
                });

    // The last place is taken, so that all changes before it are rolled back.
    assertThatThrownBy(
            () ->
                hand.change(
                    changes,
                    () -> {
                      Files.writeString(directory.resolve("last"), "taken");
                      interrupting.start();
                    }))
        .isInstanceOf(IOException.class)
        .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());
    ended(interrupting);

    for (int i = 0; i < 20; i++) {
      assertThat(directory.resolve("file" + i)).hasContent("old " + i);
    }
    assertThat(directory.resolve(".writ/objects/tmp")).isEmptyDirectory();
  }

  private void ended(Thread interrupting) throws IOException {
    boolean _ = Thread.interrupted();
    InterruptShield.run(() -> Files.createFile(directory.resolve("over")));
    while (interrupting.isAlive()) {
      StatePoll.pause();
    }
    boolean _ = Thread.interrupted();
  }

  private String text(String name) {
    try {
      return Files.readString(directory.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileState present(String text) {
    return new FileState.Present(FileContent.of(text));
  }
}
