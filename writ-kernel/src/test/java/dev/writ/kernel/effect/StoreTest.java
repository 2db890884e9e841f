// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.kernel.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What stands in the place of Writ's own files hangs nothing.
class StoreTest {
  private static final Duration MOMENT = Duration.ofMillis(50);

  @TempDir Path directory;
  private Root root;

  @BeforeEach
  void aRoot() throws IOException {
    root = Root.open(directory);
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
  @Timeout(20)
  void aPipeInThePlaceOfTheLockIsRefused() throws Exception {
    Store store = new Store(root);
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
    Store one = new Store(root);
    Store other = new Store(root);
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
                Thread.onSpinWait();
              }
              assertThat(failed[0]).isFalse();
              return true;
            });

    assertThat(done).isTrue();
    assertThat(other.<Boolean>locked(() -> true, MOMENT)).isTrue();
  }
}
