// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.repository;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.protection.GitLayout;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.LockFile;
import dev.writ.sandbox.protection.PathProtection;
import dev.writ.sandbox.protection.RightfulWriters;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// The uses of a workspace's repository by Git of Writ, shown to all of its sessions: what changes
/// in Git's data meanwhile isn't the work of a command without Git.
///
/// Each use is an empty file in the person's data directory, out of reach of commands. When it is
/// over, the file gets another name and stays for a while: who looks later sees it, too.
public final class RepositoryUse implements RightfulWriters {
  static final String GIT = ".git";

  /// The kind of the records that show uses.
  public static final String KIND = "git";

  private static final String INDEX = "index";
  private static final String ANYTHING = "x";

  /// Begins the name of the directory with the index of a commit that Writ makes.
  public static final String TEMPORARY = "writ-index-";

  private static final String OVER = ".over";
  private static final String CLAIMS = "claims";

  /// Longer than any command that is compared.
  private static final Duration KEPT = Duration.ofDays(1);

  private final WorkspaceRoot root;
  private final Path directory;
  private final RightfulWriters sessions;

  /// The uses of this session, which are nobody else's.
  private final Set<String> own = ConcurrentHashMap.newKeySet();

  /// @param directory of this workspace, in the person's data directory
  /// @param sessions which others may append to Writ's journals in the workspace, and whose Git may
  ///     work in it although it isn't their workspace
  public RepositoryUse(WorkspaceRoot root, Path directory, RightfulWriters sessions) {
    this.sessions = sessions;
    this.root = root;
    this.directory = directory;
  }

  /// A use that goes on until it is closed.
  @FunctionalInterface
  public interface OpenUse extends AutoCloseable {
    /// One that changes nothing.
    OpenUse NONE = () -> {};

    @Override
    void close() throws IOException;
  }

  /// An unfinished operation of Git in the workspace's repository, in words; empty where there is
  /// none but these.
  ///
  /// @param except files of operations
  public Optional<String> stopped(Set<WorkspacePath> except) {
    WorkspacePath git = WorkspacePath.of(GIT);
    return GitState.OPERATIONS.entrySet().stream()
        .filter(one -> Files.exists(root.path().resolve(GIT).resolve(one.getKey())))
        .filter(one -> except.stream().noneMatch(path -> path.within(git.child(one.getKey()))))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /// Begins a use, seen by other sessions.
  ///
  /// @throws IOException where it can't be shown; then nothing may be changed
  public OpenUse begin() throws IOException {
    DiskPort disk = root.disk();
    if (!Files.isDirectory(directory)) {
      disk.perform(Operation.CREATE, directory, this::createDirectory);
    }
    forgetOld();
    String name = UUID.randomUUID().toString();
    Path file = directory.resolve(name);
    LockFile.Claim claim = claim(name).orElseThrow(() -> new IOException(name + " is taken"));
    try {
      own.add(name);
      disk.perform(Operation.CREATE, file, () -> Files.createFile(file));
    } catch (IOException | RuntimeException | Error e) {
      claim.close();
      throw e;
    }
    return () -> {
      try (claim) {
        Path over = directory.resolve(name + OVER);
        disk.perform(Operation.RENAME, over, () -> Files.move(file, over));
      }
    };
  }

  private void createDirectory() throws IOException {
    Files.createDirectories(
        directory, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
  }

  /// Held by the process of a use until that is over.
  private Optional<LockFile.Claim> claim(String name) throws IOException {
    return claim(directory, name);
  }

  private static Optional<LockFile.Claim> claim(Path directory, String name) throws IOException {
    return LockFile.claim(directory.resolve(CLAIMS), name);
  }

  private void forgetOld() throws IOException {
    Instant old = Instant.now().minus(KEPT);
    for (String name : names(directory)) {
      Path file = directory.resolve(name);
      try {
        if (Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
          root.disk().perform(Operation.DELETE, file, () -> Files.deleteIfExists(file));
        }
      } catch (NoSuchFileException _) {
        // Another session's use is over meanwhile: its file has another name.
      }
    }
  }

  private static Set<String> names(Path directory) throws IOException {
    Set<String> names = new HashSet<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
        all.forEach(file -> names.add(file.getFileName().toString()));
      }
    }
    names.remove(CLAIMS);
    return names;
  }

  /// The uses of other sessions.
  private Set<String> others() throws IOException {
    Set<String> others = names(directory);
    others.removeIf(name -> own.contains(name.replace(OVER, "")));
    return others;
  }

  @Override
  public WriterWatch watch() throws IOException {
    Set<String> before = others();
    boolean goesOn = false;
    for (String name : before) {
      goesOn |= isAlive(directory, name);
    }
    boolean wentOn = goesOn;
    WriterWatch others = sessions.watch();
    return place ->
        PathProtection.isJournal(root.path(), place)
            ? others.mayHaveChanged(place)
            : isData(place)
                && (wentOn || !before.containsAll(others()) || others.mayHaveChanged(place));
  }

  /// Those whose workspace is another one, in repositories below this one. What changes in the own
  /// one while a command with Git in it runs is judged, whosever it is.
  public RightfulWriters nested() {
    Path own = root.path().resolve(GIT);
    return () -> {
      WriterWatch others = sessions.watch();
      return place -> !place.startsWith(own) && isData(place) && others.mayHaveChanged(place);
    };
  }

  /// Whether Git of a workspace's sessions is at work, or was since a moment.
  ///
  /// @param directory of that workspace, in the person's data directory
  static boolean isInUse(Path directory, Instant since) throws IOException {
    for (String name : names(directory)) {
      if (isAlive(directory, name) || !changed(directory.resolve(name)).isBefore(since)) {
        return true;
      }
    }
    return false;
  }

  /// When a use began or, if it is over, ended.
  private static Instant changed(Path file) throws IOException {
    try {
      return ((FileTime) Files.getAttribute(file, "unix:ctime")).toInstant();
    } catch (NoSuchFileException _) {
      return Instant.MAX; // it is over meanwhile
    }
  }

  /// Whether a use goes on: that of a killed process is over without another name.
  private static boolean isAlive(Path directory, String name) throws IOException {
    if (name.endsWith(OVER)) {
      return false;
    }
    Optional<LockFile.Claim> free = claim(directory, name);
    if (free.isPresent()) {
      free.get().close();
    }
    return free.isEmpty();
  }

  /// The workspace.
  public Path workspace() {
    return root.path();
  }

  /// Whether Git's data may be at a place: no link, nothing that the end of a stopped rebase obeys,
  /// an index only with names of the work tree, and a directory only if all in it is data.
  private boolean isData(Path place) throws IOException {
    List<String> names = new ArrayList<>();
    root.path().relativize(place).forEach(name -> names.add(name.toString()));
    int git = names.indexOf(GIT);
    if (git < 0 || git + 1 == names.size() || Files.isSymbolicLink(place)) {
      return false;
    }
    List<String> below = new ArrayList<>(names.subList(git + 1, names.size()));
    if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      below.add(ANYTHING);
    }
    boolean isData =
        switch (GitLayout.role(below)) {
          case DATA -> true;
          case OPERATION -> below.size() == 1;
          case OBEYED -> below.getFirst().startsWith(TEMPORARY);
        };
    return isData && (!place.endsWith(INDEX) || isSound(place));
  }

  /// Git writes no pipe and no link there, and none that it can't read; Writ doesn't wait for one.
  private static boolean isSound(Path index) {
    try {
      return Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)
          ? Files.size(index) <= RepositoryPrograms.MAX_INDEX_BYTES
              && GitIndex.read(Files.readAllBytes(index), 0, "").isSound()
          : !Files.exists(index, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException _) {
      return false;
    }
  }
}
