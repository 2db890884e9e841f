// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What protected paths were before a command, so that a change is seen and taken back.
///
/// A change is seen by kind, size, file number and the time of the last change of state, which a
/// program can't set (`inode(7)`, ctime). Content is kept up to [#MOST_BYTES] a file and
/// [#MOST_BYTES_TOGETHER]; what is larger can be missed, not put back. Git's object store, which
/// is addressed by content, is left out.
final class Protection {
  static final int MOST_BYTES = 1 << 20;
  static final int MOST_BYTES_TOGETHER = 32 << 20;

  /// @param reverted as before again
  /// @param lost changed, and not kept
  record Changes(List<Path> reverted, List<Path> lost) {
    static final Changes NONE = new Changes(List.of(), List.of());
  }

  @SuppressWarnings("ArrayRecordComponent") // nobody else sees it
  private record Was(
      String state,
      Set<PosixFilePermission> permissions,
      @Nullable Path link,
      byte @Nullable [] content) {
    boolean isDirectory() {
      return state.startsWith("directory");
    }
  }

  private final Path workspace;
  private final List<Path> roots;
  private final Map<Path, Was> before;

  /// @param roots what to look at, in the workspace; a missing one must still be missing afterwards
  Protection(Path workspace, List<Path> roots) throws IOException {
    this.workspace = workspace;
    this.roots = List.copyOf(roots);
    this.before = look(true);
  }

  /// Compares, and puts back what was changed.
  Changes restore() throws IOException {
    Map<Path, Was> now = look(false);
    List<Path> changed = new ArrayList<>();
    List<Path> lost = new ArrayList<>();
    for (Path path : new TreeMap<>(now).descendingKeySet()) {
      Was was = before.get(path);
      Was is = now.get(path);
      if (was == null || (is != null && was.isDirectory() != is.isDirectory())) {
        Scratch.delete(path);
        now.keySet().removeIf(below -> below.startsWith(path));
        changed.add(path);
      }
    }
    for (Map.Entry<Path, Was> entry : new TreeMap<>(before).entrySet()) {
      Was is = now.get(entry.getKey());
      if (is == null || !is.state().equals(entry.getValue().state())) {
        (putBack(entry.getKey(), entry.getValue()) ? changed : lost).add(entry.getKey());
      }
    }
    return new Changes(changed.stream().distinct().toList(), lost);
  }

  private boolean putBack(Path path, Was was) throws IOException {
    makeWay(parent(path));
    if (was.isDirectory()) {
      makeWay(path);
      Files.setPosixFilePermissions(path, was.permissions());
      return true;
    }
    if (was.link() == null && was.content() == null) {
      return false;
    }
    Files.deleteIfExists(path);
    if (was.link() != null) {
      Files.createSymbolicLink(path, was.link());
    } else if (was.content() != null) {
      Files.write(path, was.content(), java.nio.file.StandardOpenOption.CREATE_NEW);
      Files.setPosixFilePermissions(path, was.permissions());
    }
    return true;
  }

  /// Makes directories again, in place of what stands there now: a link there would lead the
  /// restoring hand somewhere else.
  private void makeWay(Path directory) throws IOException {
    if (directory.equals(workspace) || Files.isDirectory(directory, NOFOLLOW_LINKS)) {
      return;
    }
    makeWay(parent(directory));
    Files.deleteIfExists(directory);
    Files.createDirectory(directory);
  }

  /// Whether no part of the way from the workspace is a link or missing.
  private boolean isThere(Path path) {
    return path.equals(workspace)
        || (isThere(parent(path)) && Files.isDirectory(path, NOFOLLOW_LINKS));
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalStateException("not in the workspace");
    }
    return parent;
  }

  private Map<Path, Was> look(boolean keep) throws IOException {
    Look look = new Look(keep);
    for (Path root : roots) {
      if (isThere(parent(root)) && Files.exists(root, NOFOLLOW_LINKS)) {
        Files.walkFileTree(root, look);
      }
    }
    return look.found;
  }

  private static final class Look extends SimpleFileVisitor<Path> {
    private final Map<Path, Was> found = new HashMap<>();
    private final boolean keep;
    private int kept;

    Look(boolean keep) {
      this.keep = keep;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is)
        throws IOException {
      note(directory, is);
      return isObjectStore(directory) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes is) throws IOException {
      note(file, is);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    private static boolean isObjectStore(Path directory) {
      return directory.endsWith(Path.of(".git", "objects"));
    }

    private void note(Path path, BasicFileAttributes is) throws IOException {
      Map<String, Object> more =
          Files.readAttributes(path, "unix:ctime,mode,permissions", NOFOLLOW_LINKS);
      Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
      if (more.get("permissions") instanceof Set<?> some) {
        some.forEach(permission -> permissions.add((PosixFilePermission) permission));
      }
      found.put(path, new Was(state(is, more), permissions, link(path, is), content(path, is)));
    }

    /// A directory's own times change with what is in it, which is looked at by itself.
    private static String state(BasicFileAttributes is, Map<String, Object> more) {
      return is.isDirectory()
          ? "directory " + more.get("mode")
          : Arrays.asList(
                  more.get("mode"),
                  is.size(),
                  is.fileKey(),
                  is.lastModifiedTime(),
                  more.get("ctime"))
              .toString();
    }

    private @Nullable Path link(Path path, BasicFileAttributes is) throws IOException {
      return keep && is.isSymbolicLink() ? Files.readSymbolicLink(path) : null;
    }

    private byte @Nullable [] content(Path path, BasicFileAttributes is) throws IOException {
      if (!keep
          || !is.isRegularFile()
          || is.size() > MOST_BYTES
          || kept + is.size() > MOST_BYTES_TOGETHER) {
        return null;
      }
      kept += (int) is.size();
      return Files.readAllBytes(path);
    }
  }
}
