// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.ObjectDirectories;
import dev.writ.kernel.judge.ChangeReport;
import dev.writ.kernel.judge.ViewJudge;
import dev.writ.kernel.judge.ViewJudge.Refusal;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.sandbox.os.TreeRemoval;
import dev.writ.sandbox.protection.LooseObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Looks, where there is no view, for objects that came to Git while a command ran and are not what
/// their names say. They are put aside under a name that Git passes over: another program of the
/// person's may have written them, and Git may fail to read them for other reasons.
final class GitObjectSweep {
  /// Behind the names of what was put aside.
  private static final String ASIDE = ".not-an-object";

  /// How much of a name is left then, in letters: a whole one may have no room.
  private static final int MOST_LETTERS = 75;

  private static final Pattern LOOSE = Pattern.compile("[0-9a-f]{2}");
  private static final String PACK = "pack";
  private static final Pattern INDEX = Pattern.compile("\\.(pack|idx)$");

  /// What Git makes again, if it is gone: it need not be right.
  private static final Pattern MADE_AGAIN =
      Pattern.compile("commit-graph.*|multi-pack-index.*|.*\\.bitmap");

  private static final Refusal REFUSAL =
      new Refusal(ViewJudge.Reason.PROTECTED, "it is not what its name says");

  private final WorkspaceRoot root;
  private final Path workspace;
  private final GitHistory history;
  private final ObjectDirectories before;
  private final FileTime since;
  private final ChangeReport report;

  /// @param before where objects were when the command began
  /// @param report is told what was put aside
  GitObjectSweep(
      WorkspaceRoot root, GitHistory history, ObjectDirectories before, ChangeReport report) {
    this.root = root;
    this.workspace = root.path();
    this.history = history;
    this.before = before;
    this.since = FileTime.from(before.since());
    this.report = report;
  }

  /// Sweeps repositories.
  ///
  /// @param repositories their `.git` directories
  void sweep(List<WorkspacePath> repositories) {
    for (WorkspacePath repository : repositories) {
      attempt(
          () -> {
            for (Path objects : ObjectDirectories.below(workspace, repository)) {
              directory(objects, this::objects);
            }
          });
    }
  }

  private void directory(Path directory, DirectorySweep sweep) {
    attempt(() -> sweep.sweep(directory, entries(directory)));
  }

  /// Goes on: nothing else is let through with what fails.
  private void attempt(DiskPort.Action work) {
    try {
      work.run();
    } catch (IOException e) {
      report.failed("Git's new objects could not be looked through: " + e.getMessage());
    }
  }

  /// Sweeps one directory.
  @FunctionalInterface
  private interface DirectorySweep {
    void sweep(Path directory, List<Path> entries) throws IOException;
  }

  private void objects(Path objects, List<Path> entries) {
    for (Path one : entries) {
      String name = one.getFileName().toString();
      boolean loose = LOOSE.matcher(name).matches();
      if (!loose && !name.equals(PACK) && !name.equals("info")) {
        continue; // Git doesn't look there
      }
      if (Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)) {
        directory(one, loose ? this::loose : this::packs);
      } else {
        attempt(
            () -> {
              if (!before.have(one)) {
                putAside(one);
              }
            });
      }
    }
  }

  private void loose(Path directory, List<Path> files) throws IOException {
    boolean all = !before.have(directory);
    for (Path file : files) {
      attempt(
          () -> {
            if ((all || isNew(file)) && (!isFile(file) || !LooseObject.isTrue(file))) {
              putAside(file);
            }
          });
    }
  }

  /// Packs, and what is said about objects in general.
  private void packs(Path directory, List<Path> files) throws IOException {
    boolean all = !before.have(directory);
    Set<Path> indexes = new TreeSet<>();
    for (Path file : files) {
      attempt(() -> inPacks(file, all, indexes));
    }
    for (Path index : indexes) {
      if (isFile(index) && directory.endsWith(PACK)) {
        attempt(() -> verify(index));
      }
    }
  }

  /// @param all whether its directory came with all that is in it
  /// @param indexes gets that of a new pack
  private void inPacks(Path file, boolean all, Set<Path> indexes) throws IOException {
    String name = file.getFileName().toString();
    if (MADE_AGAIN.matcher(name).matches()) {
      if (all || isNew(file) || holdsNew(file)) {
        change(Operation.DELETE, file, () -> TreeRemoval.remove(file));
      }
    } else if (all || isNew(file)) {
      if (!isFile(file)) {
        putAside(file);
      } else if (INDEX.matcher(name).find()) {
        indexes.add(file.resolveSibling(INDEX.matcher(name).replaceFirst(".idx")));
      }
    }
  }

  private void verify(Path index) throws IOException {
    Path repository = index.resolve("../../..").normalize();
    try {
      history.verifyPacks(place(repository), List.of(place(index)));
    } catch (IOException _) {
      putAside(index);
    }
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  private boolean holdsNew(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      for (Path one : entries(path)) {
        if (isNew(one)) {
          return true;
        }
      }
    }
    return false;
  }

  /// No program sets that time.
  private boolean isNew(Path file) throws IOException {
    try {
      Object changed = Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
      return ((FileTime) changed).compareTo(since) >= 0;
    } catch (NoSuchFileException _) {
      return false; // another Git of the person's is at work
    }
  }

  /// Of one that the command closed, too, which can open it later.
  private List<Path> entries(Path directory) throws IOException {
    if (!Files.isReadable(directory) || !Files.isExecutable(directory)) {
      open(directory);
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }

  private void open(Path directory) throws IOException {
    Set<PosixFilePermission> may =
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE);
    may.addAll(Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS));
    change(Operation.WRITE, directory, () -> Files.setPosixFilePermissions(directory, may));
  }

  /// Nothing of another project that stands in the workspace's place now.
  private void change(Operation operation, Path file, DiskPort.Action action) throws IOException {
    root.disk()
        .perform(
            operation,
            place(file),
            () -> {
              root.check();
              action.run();
            });
  }

  private static Path free(Path file, String start) {
    Path free = file.resolveSibling(start);
    for (int i = 1; Files.exists(free, LinkOption.NOFOLLOW_LINKS); i++) {
      free = file.resolveSibling(start + i);
    }
    return free;
  }

  private WorkspacePath place(Path path) {
    return WorkspacePath.of(workspace.relativize(path).toString());
  }

  private void putAside(Path file) throws IOException {
    String name = file.getFileName().toString();
    String start = name.substring(0, Math.min(name.length(), MOST_LETTERS)) + ASIDE;
    Path directory = file.resolveSibling("");
    if (!Files.isWritable(directory)) {
      open(directory);
    }
    Path free = free(file, start);
    change(Operation.RENAME, free, () -> Files.move(file, free));
    report.refused(place(file), REFUSAL, " (put aside: " + REFUSAL.words() + ")");
  }
}
