// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An error is no end of a list: what can't be read to the end is not compared, and says so.
class WorkspaceScanTest {
  private static final ExemptDirectories NOTHING =
      new ExemptDirectories(IgnoreRules.NONE, _ -> Optional.empty(), _ -> false, Set.of());

  /// No number of a call of any Linux.

  @TempDir Path directory;

  /// Enough for a second thread.
  private void manyDirectories() throws IOException {
    for (int i = 0; i < 200; i++) {
      Path folder = Files.createDirectories(directory.resolve("d" + i + "/inner"));
      Files.writeString(folder.resolve("file"), "x");
    }
  }

  /// Lists like another one until something goes wrong.
  private static final class Failing implements DirectoryLister {
    private final DirectoryLister lister;
    private final Fault fault;
    private final AtomicInteger left;

    Failing(DirectoryLister lister, AtomicInteger left, Fault fault) {
      this.lister = lister;
      this.left = left;
      this.fault = fault;
    }

    interface Fault {
      void now() throws IOException;
    }

    @Override
    public boolean enter(String path) throws IOException {
      return lister.enter(path);
    }

    @Override
    public boolean open(String path) {
      return lister.open(path);
    }

    @Override
    public byte[] list() throws IOException {
      if (left.decrementAndGet() == 0) {
        fault.now();
      }
      return lister.list();
    }

    @Override
    public void stat(EntryNames names, int at, long[] rows, int index) throws IOException {
      lister.stat(names, at, rows, index);
    }

    @Override
    public void leave() {
      lister.leave();
    }

    @Override
    public void close() {
      lister.close();
    }
  }

  private WorkspaceScan scan(int good, Failing.Fault fault) {
    AtomicInteger left = new AtomicInteger(good + 1);
    return new WorkspaceScan(
        () -> new Failing(DirectoryLister.below(directory), left, fault), NOTHING, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 100, 150, 250, 399})
  @Timeout(60)
  void aFailureOfEitherThreadIsTheScans(int good) throws IOException {
    manyDirectories();
    IOException io = new IOException("input/output error");
    IllegalStateException bug = new IllegalStateException("bug");

    assertThatThrownBy(
            () ->
                scan(
                        good,
                        () -> {
                          throw io;
                        })
                    .walk(SnapshotDirectory.NONE))
        .isSameAs(io);
    assertThatThrownBy(
            () ->
                scan(
                        good,
                        () -> {
                          throw bug;
                        })
                    .walk(SnapshotDirectory.NONE))
        .satisfiesAnyOf(e -> assertThat(e).isSameAs(bug), e -> assertThat(e).hasRootCause(bug));
  }

  @Test
  void withoutAFaultBothThreadsFindEverything() throws IOException {
    manyDirectories();
    Snapshot before = Snapshot.take(directory, NOTHING, Optional.empty());
    Files.writeString(directory.resolve("d7/inner/file"), "longer");
    Files.delete(directory.resolve("d199/inner/file"));

    assertThat(before.difference(before.again()))
        .extracting(difference -> difference.path().toString())
        .containsExactlyInAnyOrder("d7/inner/file", "d199/inner/file");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aListThatFailsIsNotAnEmptyOne() throws IOException {
    try (KernelLister lister = new KernelLister(directory.toString())) {
      assertThatThrownBy(lister::list) // of a descriptor that is none
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot list");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void withoutTheCallOfLinuxSomethingElseLists() throws IOException {
    Syscall absent = Syscall.NFSSERVCTL; // in no kernel since 3.1
    try (KernelLister with = new KernelLister(directory.toString());
        KernelLister without = new KernelLister(directory.toString(), absent)) {
      assertThat(with.works()).isTrue();
      assertThat(without.works()).isFalse();
      assertThatThrownBy(() -> without.enter("")).isInstanceOf(IOException.class);
    }
  }

  @Test
  void whatIsGoneOrNoDirectoryIsNotEnteredAndNoFailure() throws IOException {
    Files.writeString(directory.resolve("file"), "x");
    Files.createSymbolicLink(directory.resolve("link"), directory);
    try (DirectoryLister lister = DirectoryLister.below(directory)) {
      for (String name : new String[] {"gone", "file", "link", "link/link", "x".repeat(5000)}) {
        assertThat(lister.enter(name)).as(name).isFalse();
      }
      assertThat(lister.enter("")).isTrue();
    }
  }
}
