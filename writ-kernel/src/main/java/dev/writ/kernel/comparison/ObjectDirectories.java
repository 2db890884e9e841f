// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The directories of Git's objects as they were at a time: what they hold is not compared, but one
/// that is another directory by now holds nothing but what is new.
public final class ObjectDirectories {
  /// Where nobody looked before: each directory counts as another one.
  public static final ObjectDirectories NONE = new ObjectDirectories(Path.of(""), Instant.MAX);

  private static final String OBJECTS = "objects";
  private static final int SUBMODULE_DEPTH = 8;

  private final Path workspace;
  private final Instant since;
  private final Map<Path, Long> inodes = new HashMap<>();
  private final Map<Long, WorkspacePath> packs = new HashMap<>();

  private ObjectDirectories(Path workspace, Instant since) {
    this.workspace = workspace;
    this.since = since;
  }

  /// Those of repositories as they are now. One that can't be read is looked at as a new one later.
  ///
  /// @param repositories their `.git` directories
  /// @param when now
  /// @throws IOException where submodules' can't be found
  static ObjectDirectories of(Path workspace, Collection<WorkspacePath> repositories, Instant when)
      throws IOException {
    final long tick = 20; // of the file system's clock, in milliseconds
    ObjectDirectories now = new ObjectDirectories(workspace, when.minusMillis(tick));
    for (WorkspacePath repository : repositories) {
      for (Path objects : below(workspace, repository)) {
        try (Stream<Path> all = Files.list(objects)) {
          now.inodes.put(objects, inode(objects));
          for (Path one : all.toList()) {
            now.inodes.put(one, inode(one));
          }
        } catch (AccessDeniedException _) {
          continue;
        }
        now.packs(objects.resolve("pack"));
      }
    }
    return now;
  }

  private void packs(Path pack) throws IOException {
    if (Files.isDirectory(pack, LinkOption.NOFOLLOW_LINKS)) {
      packs.put(inode(pack), WorkspacePath.of(workspace.relativize(pack).toString()));
    }
  }

  /// The directories in which a repository and its submodules have their objects.
  ///
  /// @throws IOException where that can't be found out
  public static List<Path> below(Path workspace, WorkspacePath repository) throws IOException {
    List<Path> found = new ArrayList<>();
    Path objects = workspace.resolve(repository + "/" + OBJECTS);
    if (Files.isDirectory(objects, LinkOption.NOFOLLOW_LINKS)) {
      found.add(objects);
    }
    Files.walkFileTree(
        workspace.resolve(repository + "/modules"),
        EnumSet.noneOf(FileVisitOption.class),
        SUBMODULE_DEPTH,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes has) {
            if (directory.endsWith(OBJECTS)) {
              found.add(directory);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE; // it isn't there, or it is no directory of objects
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure) {
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  /// Whether that directory, or what stands in its place, is what was there.
  ///
  /// @throws IOException where that can't be found out
  public boolean have(Path directory) throws IOException {
    return Objects.equals(inodes.get(directory), inode(directory));
  }

  /// When that was: what is older was there. Where nobody looked, all may have been.
  public Instant since() {
    return since;
  }

  /// Where packs were, by inode.
  Map<Long, WorkspacePath> packs() {
    return packs;
  }

  private static Long inode(Path path) throws IOException {
    return (Long) Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS);
  }
}
