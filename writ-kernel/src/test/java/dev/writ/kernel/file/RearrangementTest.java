// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.kernel.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.file.FileHand.WriteOutcome;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import dev.writ.records.journal.InterruptShield;
import dev.writ.sandbox.filter.ProgramCapabilities;
import dev.writ.sandbox.os.Os;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
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

  /// As a user without special rights, whom permissions bind.
  private void plainly(InterruptShield.Work<WriteOutcome> work) throws Exception {
    FutureTask<WriteOutcome> task =
        new FutureTask<>(
            () -> {
              try (Os os = new Os()) {
                ProgramCapabilities.drop(os);
              }
              return work.run();
            });
    Thread.ofPlatform().start(task);
    assertThat(task.get()).isInstanceOf(WriteOutcome.Done.class);
  }

  private static FileChange closed(String place, FileState before, Optional<String> mode) {
    return new FileChange(WorkspacePath.of(place), before, new FileState.Directory())
        .with(new FileChange.Modes(mode, Optional.of("r-xr-xr-x")));
  }

  @Test
  void aDirectoryIsClosedWhenEverythingIsInIt() throws Exception {
    Files.createDirectory(directory.resolve("there"));
    FileState nothing = new FileState.Absent();
    List<FileChange> changes =
        List.of(
            closed("made", nothing, Optional.empty()),
            closed("made/inner", nothing, Optional.empty()),
            new FileChange(WorkspacePath.of("made/inner/f"), nothing, present("f")),
            closed("there", new FileState.Directory(), Optional.of("rwxr-xr-x")),
            new FileChange(WorkspacePath.of("there/g"), nothing, present("g")));

    plainly(() -> hand.change(changes, () -> {}));

    assertThat(directory.resolve("made/inner/f")).hasContent("f");
    assertThat(directory.resolve("there/g")).hasContent("g");
    for (String closed : List.of("made", "made/inner", "there")) {
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(directory.resolve(closed))))
          .isEqualTo("r-xr-xr-x");
      Files.setPosixFilePermissions(
          directory.resolve(closed), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void aClosedDirectoryIsFoundAndOpened() throws Exception {
    Path closed = Files.createDirectory(directory.resolve("closed"));
    Files.setPosixFilePermissions(closed, Set.of());
    Hands hands = Hands.of(root, List.of(), List.of(), directory.resolve("data"));
    WorkspacePath place = WorkspacePath.of("closed");
    FileState there = new FileState.Directory();
    FileChange opened =
        new FileChange(place, there, there)
            .with(new FileChange.Modes(Optional.of("---------"), Optional.of("rwxr-xr-x")));

    plainly(
        () -> {
          assertThat(hands.locator().locateItself("closed"))
              .isInstanceOf(PathLocation.Inside.class);
          return hands.files().change(List.of(opened), () -> {});
        });

    assertThat(Files.isWritable(closed)).isTrue();
    assertThat(Files.getPosixFilePermissions(closed)).hasSize(7);
  }

  @Test
  void whatWasClosedIsOpenedAgainWhereALaterChangeFails() throws Exception {
    Files.createDirectory(directory.resolve("there"));
    FileState nothing = new FileState.Absent();
    FileChange second =
        new FileChange(WorkspacePath.of("x"), nothing, new FileState.Directory())
            .with(new FileChange.Modes(Optional.empty(), Optional.of("r-xr-xr-x")));
    List<FileChange> changes =
        List.of(
            second,
            closed("there", new FileState.Directory(), Optional.of("rwxr-xr-x")),
            new FileChange(WorkspacePath.of("there/g"), nothing, present("g")),
            new FileChange(WorkspacePath.of("last"), nothing, present("somebody's")));

    assertThatThrownBy(
            () -> hand.change(changes, () -> Files.createDirectory(directory.resolve("last"))))
        .isInstanceOf(IOException.class)
        .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());

    assertThat(directory.resolve("there")).isEmptyDirectory();
    assertThat(directory.resolve("x")).doesNotExist();
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
