// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.journal.DiskPort.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A move without a rename from one place to the other.
class CrossDeviceMoveTest {
  private static final WorkspacePath FROM = WorkspacePath.of("a/from");
  private static final WorkspacePath TO = WorkspacePath.of("b/to");

  @TempDir Path directory;

  private Path scene(String name, boolean replaces) throws IOException {
    Path root = Files.createDirectories(directory.resolve(name));
    Files.createDirectories(root.resolve("a/from/deep"));
    Files.createDirectories(root.resolve("b"));
    Files.writeString(root.resolve("a/from/deep/f"), "content\n");
    Files.setPosixFilePermissions(
        root.resolve("a/from/deep/f"), PosixFilePermissions.fromString("r-x--x---"));
    Files.createSymbolicLink(root.resolve("a/from/link"), Path.of("nowhere/at all"));
    Files.setPosixFilePermissions(
        root.resolve("a/from/deep"), PosixFilePermissions.fromString("rwx-----x"));
    for (String each : new String[] {"a/from/deep/f", "a/from/deep", "a/from"}) {
      Files.setLastModifiedTime(root.resolve(each), FileTime.fromMillis(1_000_000_000_000L));
    }
    if (replaces) {
      Files.move(root.resolve("a/from/deep/f"), root.resolve("a/file"));
      Files.writeString(root.resolve("b/to"), "old\n");
    }
    return root;
  }

  /// Everything that is there: kinds, permissions, contents, targets, and times but of what holds
  /// the places.
  private static SortedMap<String, String> tree(Path root) throws IOException {
    SortedMap<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path each : all.filter(p -> root.relativize(p).getNameCount() > 1).toList()) {
        String is =
            Files.isSymbolicLink(each)
                ? "-> " + Files.readSymbolicLink(each)
                : Files.getPosixFilePermissions(each, LinkOption.NOFOLLOW_LINKS)
                    + " "
                    + Files.getLastModifiedTime(each)
                    + (Files.isRegularFile(each) ? Files.readString(each) : "");
        tree.put(root.relativize(each).toString(), is);
      }
    }
    return tree;
  }

  private static SortedMap<String, String> renamed(SortedMap<String, String> tree, String from) {
    SortedMap<String, String> other = new TreeMap<>();
    tree.forEach(
        (path, is) -> {
          if (!path.equals("b/to")) {
            other.put(path.startsWith(from) ? "b/to" + path.substring(from.length()) : path, is);
          }
        });
    return other;
  }

  @Test
  void aTreeIsTheSameElsewhere() throws IOException {
    Path place = scene("one", /* replaces= */ false);
    SortedMap<String, String> wanted = renamed(tree(place), "a/from");
    try (WorkspaceRoot root = WorkspaceRoot.open(place)) {
      new CrossDeviceMove(root, FROM, TO).run();
    }
    assertThat(tree(place)).isEqualTo(wanted);
  }

  @Test
  void theCopyIsForcedBeforeItTakesThePlace() throws IOException {
    RecordingDisk disk = new RecordingDisk();
    try (WorkspaceRoot root = WorkspaceRoot.open(scene("one", /* replaces= */ false), disk)) {
      disk.arm(Fault.FAIL, Integer.MAX_VALUE);
      new CrossDeviceMove(root, FROM, TO).run();
    }
    assertThat(disk.steps().stream().map(RecordingDisk.Step::operation))
        .containsExactly(
            Operation.CREATE,
            Operation.FORCE,
            Operation.RENAME,
            Operation.RENAME,
            Operation.DELETE);
  }

  /// Whatever fails: what was moved is at one of the two places, whole, and nothing else is gone.
  @ParameterizedTest
  @CsvSource({"FAIL,false", "FAIL,true", "ERROR,false", "ERROR,true", "FAIL_LATE,false"})
  void aFailureLeavesItWhereItWasOrMovesIt(Fault fault, boolean replaces) throws IOException {
    for (int n = 1; n <= 5; n++) {
      Path place = scene(fault + " " + n, replaces);
      WorkspacePath from = replaces ? WorkspacePath.of("a/file") : FROM;
      SortedMap<String, String> before = tree(place);
      RecordingDisk disk = new RecordingDisk();
      boolean failed = false;
      try (WorkspaceRoot root = WorkspaceRoot.open(place, disk)) {
        disk.arm(fault, n);
        new CrossDeviceMove(root, from, TO).run();
      } catch (IOException | InternalError _) {
        failed = true;
      }
      SortedMap<String, String> after = tree(place);
      after.keySet().removeIf(path -> path.contains(".writ-moving-"));
      if (replaces && !failed && after.containsKey(from.toString())) {
        after.remove(from.toString()); // it has both names: the old one was to go
      }
      assertThat(disk.happened()).isTrue();
      assertThat(after)
          .as(fault + " at " + n)
          .isEqualTo(failed ? before : renamed(before, from.toString()));
    }
  }
}
