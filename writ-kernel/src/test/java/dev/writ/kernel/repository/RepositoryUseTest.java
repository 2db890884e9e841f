// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.sandbox.protection.RightfulWriters;
import dev.writ.sandbox.protection.RightfulWriters.WriterWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whose change of Git's data it may be.
class RepositoryUseTest {
  @TempDir Path directory;

  private final RecordingDisk disk = new RecordingDisk();
  private WorkspaceRoot root;
  private Path shown;
  private Path ref;
  private RepositoryUse mine;
  private RepositoryUse theirs;

  @BeforeEach
  void aRepository() throws IOException {
    Path workspace = Files.createDirectories(directory.toRealPath().resolve("ws"));
    ref = workspace.resolve(".git/refs/heads/main");
    Files.createDirectories(ref.getParent());
    Files.writeString(ref, "x");
    root = WorkspaceRoot.open(workspace, disk);
    shown = directory.resolve("data/git");
    mine = new RepositoryUse(root, shown, RightfulWriters.NONE);
    theirs = new RepositoryUse(root, shown, RightfulWriters.NONE);
  }

  @AfterEach
  void closed() {
    root.close();
  }

  @Test
  void aUseCountsFromItsBeginningAndNotBefore() throws Exception {
    theirs.begin().close();
    WriterWatch watch = mine.watch();
    assertThat(watch.mayHaveChanged(ref)).isFalse();

    RepositoryUse.OpenUse use = theirs.begin();
    assertThat(watch.mayHaveChanged(ref)).isTrue();
    WriterWatch late = mine.watch();
    use.close();

    assertThat(watch.mayHaveChanged(ref)).isTrue();
    assertThat(late.mayHaveChanged(ref)).as("it went on when this began").isTrue();
    assertThat(mine.watch().mayHaveChanged(ref)).isFalse();
  }

  /// Another session gives its file another name when its use is over.
  @Test
  void aNameThatIsGoneWhenItIsLookedAtHindersNothing() throws Exception {
    Files.createDirectories(shown);
    Files.createSymbolicLink(shown.resolve("gone"), Path.of("nowhere"));

    mine.begin().close();

    assertThat(theirs.watch().mayHaveChanged(ref)).isFalse();
  }

  @Test
  void ownUsesAreNobodyElses() throws Exception {
    WriterWatch watch = mine.watch();
    try (RepositoryUse.OpenUse _ = mine.begin()) {
      assertThat(watch.mayHaveChanged(ref)).isFalse();
      assertThat(mine.watch().mayHaveChanged(ref)).isFalse();
    }
    assertThat(watch.mayHaveChanged(ref)).isFalse();
  }

  /// Its claim went with it; only the file is left.
  @Test
  void theUseOfAKilledProcessIsOver() throws Exception {
    theirs.begin().close();
    Files.createFile(shown.resolve("killed"));

    assertThat(mine.watch().mayHaveChanged(ref)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    ".git/refs/heads/main, true",
    ".git/refs/heads, true",
    ".git/logs/HEAD, true",
    ".git/HEAD.lock, true",
    ".git/MERGE_HEAD, true",
    ".git/rebase-merge, false",
    ".git/rebase-merge/git-rebase-todo, false",
    ".git/modules/m, false",
    ".git/modules/m/refs/heads/main, true",
    ".git/modules/m/config, false",
    ".git/writ-index-1, true",
    ".git/writ-index-1/index.lock, true",
    ".git/index, false",
    ".git/ORIG_HEAD, false",
    ".git/hooks, false",
    ".git/hooks/x, false",
    ".git/config, false",
    ".git/info/exclude, false",
    ".git/objects/info/alternates, false",
    ".git, false",
    "refs/heads/main, false"
  })
  void onlyGitsDataMayBeTheirs(String name, boolean is) throws Exception {
    WriterWatch watch = mine.watch();
    theirs.begin().close();
    Path place = root.path().resolve(name);
    switch (place.getFileName().toString()) {
      case "hooks", "rebase-merge", "writ-index-1", "m" -> Files.createDirectories(place);
      case "ORIG_HEAD" -> Files.createSymbolicLink(place, ref); // through it Git writes elsewhere
      case "index" -> { // not one that could be read
        Files.createDirectories(place.getParent());
        Files.writeString(place, "DIRC");
      }
      default -> {}
    }

    assertThat(watch.mayHaveChanged(place)).isEqualTo(is);
  }

  @Test
  void whatCantBeShownIsNotBegun() throws Exception {
    for (int n = 1; n <= 2; n++) {
      WriterWatch watch = mine.watch();
      disk.arm(RecordingDisk.Fault.FAIL, n);
      assertThatThrownBy(theirs::begin).isInstanceOf(IOException.class);
      assertThat(disk.happened()).isTrue();
      disk.arm(RecordingDisk.Fault.FAIL, 0);

      assertThat(watch.mayHaveChanged(ref)).isFalse();
    }
    theirs.begin().close();
  }

  @Test
  void whatWasOverLongAgoIsForgotten() throws Exception {
    theirs.begin().close();
    try (Stream<Path> all = Files.list(shown)) {
      for (Path file : all.toList()) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
      }
    }

    theirs.begin().close();

    try (Stream<Path> all = Files.list(shown)) {
      assertThat(all.map(file -> "" + file.getFileName()).filter(name -> name.endsWith(".over")))
          .hasSize(1);
    }
  }
}
