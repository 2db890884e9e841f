// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.sandbox.os.Syscall;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
      new ExemptDirectories(
          IgnoreRules.NONE, _ -> Optional.empty(), _ -> false, Set.of(), _ -> false);

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
    public OptionalInt open(String path) {
      return lister.open(path);
    }

    @Override
    public void shut(String path, int permissions) {
      lister.shut(path, permissions);
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
        () -> new Failing(DirectoryLister.below(directory), left, fault),
        NOTHING,
        WorkspaceScan.ReuseRule.NOTHING,
        new OpenedDirectories());
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

  /// As the JDK lists, where the calls of Linux are not there.
  @Test
  void withoutTheCallsOfLinuxTheSameDifferencesAreFound() throws IOException {
    for (String name : List.of("a/changed", "a/longer", "a/b/gone", "stays")) {
      Files.createDirectories(directory.resolve(name).getParent());
      Files.writeString(directory.resolve(name), "x");
    }
    Snapshot before = plain();
    Files.writeString(directory.resolve("a/changed"), "y");
    Files.writeString(directory.resolve("a/longer"), "longer");
    Files.delete(directory.resolve("a/b/gone"));
    Files.createDirectories(directory.resolve("c/d"));
    Files.writeString(directory.resolve("c/d/new"), "x");
    Files.createSymbolicLink(directory.resolve("link"), Path.of("stays"));

    assertThat(before.difference(plain()))
        .extracting(difference -> difference.path().toString())
        .contains("a/changed", "a/longer", "a/b/gone", "c", "link")
        .doesNotContain("stays");
  }

  private Snapshot plain() throws IOException {
    OpenedDirectories opened = new OpenedDirectories();
    WorkspaceScan scan =
        new WorkspaceScan(
            () -> new PlainLister(directory), NOTHING, WorkspaceScan.ReuseRule.NOTHING, opened);
    SnapshotDirectory root = scan.walk(SnapshotDirectory.NONE);
    return new Snapshot(directory, NOTHING, root, opened, scan.undecoded());
  }

  private static ExemptDirectories tracking(String... paths) {
    return new ExemptDirectories(
        IgnoreRules.NONE.with(WorkspacePath.ROOT, "notes\nmade/\n"),
        _ -> Optional.empty(),
        new TrackedPaths(Set.of(paths)),
        Set.of(),
        _ -> false);
  }

  private record TrackedPaths(Set<String> paths) implements ExemptDirectories.Tracked {
    @Override
    public boolean tracks(WorkspacePath path) {
      return paths.stream().anyMatch(one -> WorkspacePath.of(one).within(path));
    }
  }

  /// Whoever told Git to track it: it was there, and from the next look on it counts.
  @Test
  void whatGitTracksSinceTheLastLookWasThereBefore() throws IOException {
    for (String ignored : List.of("notes", "made/x")) {
      Path file = directory.resolve(ignored);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "x");
      Snapshot last = Snapshot.take(directory, tracking(), Optional.empty());

      Snapshot before = Snapshot.take(directory, tracking(ignored), Optional.of(last));
      Files.writeString(file.resolveSibling("new"), "x");
      assertThat(before.difference(before.again()))
          .extracting(difference -> difference.path().toString())
          .doesNotContain(ignored);
      Files.delete(file);
      assertThat(before.difference(before.again()))
          .extracting(difference -> difference.path().toString())
          .contains(ignored);
      Files.delete(file.resolveSibling("new"));
    }
  }

  @Test
  void whatTheLookLeftOutOfAKilledCommandStaysSoWhateverItToldGit() throws IOException {
    Files.writeString(directory.resolve("notes"), "x");
    Files.createDirectories(directory.resolve("made/deep"));
    Files.writeString(directory.resolve("made/deep/x"), "x");
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Snapshot.take(directory, tracking(), Optional.empty()).write(new DataOutputStream(written));
    Files.writeString(directory.resolve("new"), "x");

    Snapshot read =
        Snapshot.read(
            new DataInputStream(new ByteArrayInputStream(written.toByteArray())),
            directory,
            tracking("notes", "made/deep/x"));

    assertThat(read.difference(read.again()))
        .extracting(difference -> difference.path().toString())
        .containsExactly("new");
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

  private Path closed(String name, int mode) throws IOException {
    Path closed = Files.createDirectories(directory.resolve(name));
    Files.setAttribute(closed, "unix:mode", mode);
    return closed;
  }

  private static int mode(Path place) throws IOException {
    return (int) Files.getAttribute(place, "unix:mode") & 07777;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @EnabledOnOs(OS.LINUX)
  void whatALookOpenedGetsItsPermissionsBackUnlessItHasOthersByNow(boolean plain)
      throws IOException {
    Path inner = closed("outer/inner", 0001);
    Path outer = closed("outer", 01311);
    Path stays = closed("stays", 0);
    Path changed = closed("changed", 0);
    OpenedDirectories opened = new OpenedDirectories();
    try (DirectoryLister lister =
        plain ? new PlainLister(directory) : DirectoryLister.below(directory)) {
      for (String name : List.of("outer", "outer/inner", "stays", "changed")) {
        assertThat(opened.open(lister, WorkspacePath.of(name), name)).as(name).isTrue();
      }
      assertThat(opened.open(lister, WorkspacePath.of("gone"), "gone")).isFalse();
    }
    assertThat(List.of(mode(outer), mode(inner), mode(stays))).containsExactly(01711, 0701, 0700);

    Files.setAttribute(changed, "unix:mode", 0755);
    opened.shut(directory, path -> path.equals(WorkspacePath.of("stays")));

    assertThat(List.of(mode(outer), mode(inner), mode(stays), mode(changed)))
        .containsExactly(01311, 0001, 0700, 0755);
  }
}
