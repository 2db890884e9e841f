// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.hand.GitHistory;
import dev.writ.sandbox.protection.LooseObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Looks, where there is no view, for objects that came to Git while a command ran and are not what
/// their names say. They are put aside under a name that Git passes over: another program of the
/// person's may have written them, and Git may fail to read them for other reasons.
public final class GitObjectSweep {
  /// Behind the names of what was put aside.
  private static final String ASIDE = ".not-an-object";

  private static final String OBJECTS = "objects";
  private static final String DIRECTORIES = "{[0-9a-f][0-9a-f],pack}";
  private static final int SUBMODULE_DEPTH = 8;

  private final Path workspace;
  private final GitHistory history;
  private final FileTime since;
  private final List<WorkspacePath> aside = new ArrayList<>();

  /// @param since when the command began
  public GitObjectSweep(Path workspace, GitHistory history, Instant since) {
    final long tick = 20; // of the file system's clock, in milliseconds
    this.workspace = workspace;
    this.history = history;
    this.since = FileTime.from(since.minusMillis(tick));
  }

  /// Sweeps repositories.
  ///
  /// @param repositories their `.git` directories
  /// @return what was put aside
  /// @throws IOException where one can't be read
  public List<WorkspacePath> sweep(List<WorkspacePath> repositories) throws IOException {
    for (WorkspacePath repository : repositories) {
      Path modules = workspace.resolve(repository + "/modules");
      directory(repository);
      if (Files.isDirectory(modules, LinkOption.NOFOLLOW_LINKS)) {
        try (Stream<Path> all = Files.walk(modules, SUBMODULE_DEPTH)) {
          for (Path one : all.filter(path -> path.endsWith(OBJECTS)).toList()) {
            directory(place(one.resolve("..").normalize()));
          }
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
      }
    }
    return aside;
  }

  private WorkspacePath place(Path path) {
    return WorkspacePath.of(workspace.relativize(path).toString());
  }

  private void directory(WorkspacePath directory) throws IOException {
    Path objects = workspace.resolve(directory + "/" + OBJECTS);
    if (!Files.isDirectory(objects, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Set<Path> packs = new HashSet<>();
    try (DirectoryStream<Path> below = Files.newDirectoryStream(objects, DIRECTORIES)) {
      for (Path one : below) {
        if (Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS) && isNew(one)) {
          files(one, packs);
        }
      }
    }
    for (Path pack : packs) {
      try {
        history.verifyPacks(directory, List.of(place(pack)));
      } catch (IOException _) {
        putAside(pack);
      }
    }
    // Git makes it again.
    Path graph = objects.resolve("info/commit-graph");
    if (Files.isRegularFile(graph, LinkOption.NOFOLLOW_LINKS) && isNew(graph)) {
      Files.delete(graph);
    }
  }

  private void files(Path directory, Set<Path> packs) throws IOException {
    boolean loose = !directory.endsWith("pack");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !isNew(file)) {
          continue;
        }
        if (loose && !LooseObject.isTrue(file)) {
          putAside(file);
        } else if (name.endsWith(".idx")) {
          packs.add(file);
        } else if (name.equals("multi-pack-index")) {
          Files.delete(file);
        }
      }
    }
  }

  /// No program sets that time.
  private boolean isNew(Path file) throws IOException {
    FileTime changed = (FileTime) Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
    return changed.compareTo(since) >= 0;
  }

  private void putAside(Path file) throws IOException {
    Files.move(
        file, file.resolveSibling(file.getFileName() + ASIDE), StandardCopyOption.REPLACE_EXISTING);
    aside.add(place(file));
  }
}
