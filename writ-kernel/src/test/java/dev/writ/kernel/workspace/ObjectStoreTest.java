// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.store.ContentBatch;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.store.WorkspaceRecords;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.ledger.Ledger;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Stored content is durable, and entries in place of Writ's own files block nothing.
class ObjectStoreTest {
  private static final int MOST_OPERATIONS = 1000;
  private static final Duration MOMENT = Duration.ofMillis(50);

  @TempDir Path directory;
  private final RecordingDisk disk = new RecordingDisk();
  private WorkspaceRoot root;

  @BeforeEach
  void aRoot() throws IOException {
    root = WorkspaceRoot.open(directory, disk);
  }

  @AfterEach
  void closed() {
    root.close();
  }

  private void pipe(String place) throws IOException, InterruptedException {
    Path pipe = directory.resolve(place);
    Files.deleteIfExists(pipe);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
  }

  @Test
  void noToolReadsIt() throws IOException {
    FileContent secret = FileContent.of("secret");
    new ObjectStore(root).keep(secret);
    Files.createSymbolicLink(directory.resolve("link"), directory.resolve(".writ"));
    PathLocator locator = new PathLocator(root, List.of(), List.of());

    for (String way : List.of(".writ/objects", ".writ/objects/ab/cd", "link/objects/ab")) {
      assertThat(locator.locate(way)).isInstanceOf(PathLocation.RefusedLocation.class);
    }
    assertThat(locator.locate(".writ/authority.yaml")).isInstanceOf(PathLocation.Inside.class);
    assertThat(locator.isBlocked(ObjectStore.OBJECTS)).isTrue();
  }

  @Test
  @Timeout(20)
  void aPipeInThePlaceOfTheLockIsRefused() throws Exception {
    ObjectStore store = new ObjectStore(root);
    store.locked(() -> true);
    pipe(".writ/objects/lock");

    assertThatThrownBy(() -> store.locked(() -> true)).hasMessageContaining("not a regular file");
  }

  @ParameterizedTest
  @ValueSource(strings = {Ledger.PATH, Ledger.CHECKPOINTS, ".writ/objects/records.lock"})
  @Timeout(20)
  void aPipeInThePlaceOfTheRecordsIsRefused(String place) throws Exception {
    Files.createDirectories(directory.resolve(".writ/objects"));
    Files.createDirectories(directory.resolve(".orchestration"));
    pipe(place);
    WorkspaceRecords records = new WorkspaceRecords(root);

    assertThatThrownBy(
            () -> {
              records.checkpoints().close();
              records.create().close();
            })
        .hasMessageContaining("not a regular file");
  }

  @Test
  @Timeout(20)
  void anotherSessionOfThisProcessIsWaitedForButNotForEver() throws IOException {
    ObjectStore one = new ObjectStore(root);
    ObjectStore other = new ObjectStore(root);
    boolean done =
        one.<Boolean>locked(
            () -> {
              Thread thread =
                  Thread.ofPlatform()
                      .unstarted(
                          () ->
                              assertThatThrownBy(() -> other.locked(() -> true, MOMENT))
                                  .hasMessageContaining("another session of this process"));
              boolean[] failed = new boolean[1];
              thread.setUncaughtExceptionHandler((_, _) -> failed[0] = true);
              thread.start();
              while (thread.isAlive()) {
                StatePoll.pause();
              }
              assertThat(failed[0]).isFalse();
              return true;
            });

    assertThat(done).isTrue();
    assertThat(other.<Boolean>locked(() -> true, MOMENT)).isTrue();
  }

  @Test
  void whatWasOnlyLaidByIsForcedOnceItIsKept() throws IOException {
    ObjectStore store = new ObjectStore(root);
    FileContent content = FileContent.of("old");
    store.layBy(content);
    assertThat(watched(() -> store.layBy(content))).isEmpty();

    List<Step> steps = watched(() -> store.keep(content));

    String object = object(content);
    assertThat(steps)
        .containsExactly(
            new Step(Operation.FORCE, object),
            new Step(Operation.FORCE, WorkspacePath.of(object).parent().toString()));
  }

  @Test
  void aContentIsForcedBeforeItHasItsName() throws IOException {
    ObjectStore store = new ObjectStore(root);
    store.prepare();
    FileContent content = FileContent.of("old");

    List<Step> steps = watched(() -> keepAll(store, List.of(content)));

    assertThat(steps)
        .extracting(Step::operation)
        .containsExactly(
            Operation.WRITE, // its bytes
            Operation.FORCE,
            Operation.CREATE, // the directory of all that begin like it
            Operation.FORCE,
            Operation.RENAME,
            Operation.FORCE);
    assertThat(steps.get(3).place()).isEqualTo(ObjectStore.OBJECTS.toString());
    assertThat(steps.get(4).place()).isEqualTo(object(content));
    assertThat(steps.getLast().place())
        .isEqualTo(WorkspacePath.of(object(content)).parent().toString());
    assertThat(store.get(content.hash())).contains(content);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 20})
  void manyContentsAreForcedTogetherOnceAllHaveTheirNames(int many) throws IOException {
    ObjectStore store = new ObjectStore(root);
    store.prepare();
    List<FileContent> contents = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      contents.add(FileContent.of("old " + i));
    }

    List<Step> steps = watched(() -> keepAll(store, contents));

    List<Step> forced =
        steps.stream()
            .filter(step -> step.operation() == Operation.FORCE)
            .filter(step -> step.place().contains("/tmp/"))
            .toList();
    assertThat(forced).hasSize(many == 8 ? 8 : 0);
    assertThat(steps.getLast().operation()).isEqualTo(Operation.FORCE);
    boolean together = steps.getLast().place().equals(ObjectStore.OBJECTS.toString());
    assertThat(together).isEqualTo(many > 8);
    for (FileContent content : contents) {
      assertThat(steps).contains(new Step(Operation.RENAME, object(content)));
      assertThat(store.get(content.hash())).contains(content);
    }
    assertThat(watched(() -> keepAll(store, contents)))
        .extracting(Step::operation)
        .containsOnly(Operation.FORCE)
        .hasSize(many == 8 ? 16 : 1);
  }

  @Test
  void aContentOfAnotherSizeInItsPlaceIsReplaced() throws IOException {
    ObjectStore store = new ObjectStore(root);
    List<FileContent> contents = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      contents.add(FileContent.of("old " + i));
    }
    keepAll(store, contents);
    Files.writeString(directory.resolve(object(contents.get(3))), "cut");
    assertThat(store.get(contents.get(3).hash())).isEmpty();

    keepAll(store, contents);
    assertThat(store.get(contents.get(3).hash())).isPresent();

    Files.writeString(directory.resolve(object(contents.get(3))), "cut");
    store.keep(contents.get(3));
    assertThat(store.get(contents.get(3).hash())).isPresent();
  }

  private static void keepAll(ObjectStore store, List<FileContent> contents) throws IOException {
    ContentBatch batch = store.batch();
    batch.add(contents);
    batch.force();
  }

  private static String object(FileContent content) {
    String digits = content.hash().substring("sha256:".length());
    return ObjectStore.OBJECTS + "/" + digits.substring(0, 2) + "/" + digits.substring(2);
  }

  private List<Step> watched(DiskPort.Action action) throws IOException {
    disk.arm(RecordingDisk.Fault.FAIL, MOST_OPERATIONS);
    action.run();
    return disk.steps();
  }
}
