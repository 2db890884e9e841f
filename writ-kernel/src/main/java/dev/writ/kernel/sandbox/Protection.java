// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What protected paths were before a command, so that a change is seen and taken back.
///
/// Content is kept up to [#MOST_BYTES] a file and [#MOST_BYTES_TOGETHER]; what is larger is held
/// open, so that it can be had again after its name is gone. In Git's object store, which is
/// addressed by content, what is new does no harm and stays.
final class Protection {
  static final int MOST_BYTES = 1 << 20;
  static final int MOST_BYTES_TOGETHER = 32 << 20;

  /// Git refreshes it also where it is only asked for something, by a build for example: it is put
  /// back, and nobody need know of it.
  private static final Path INDEX = Path.of(".git", "index");

  private static final Path OBJECT_STORE = Path.of(".git", "objects");

  /// One for each first byte of an object's name, and one for packs.
  private static final String OBJECT_DIRECTORIES = "{[0-9a-f][0-9a-f],pack}";

  /// @param reverted as before again
  /// @param lost changed, and not kept
  record Changes(List<Path> reverted, List<Path> lost) {
    static final Changes NONE = new Changes(List.of(), List.of());
  }

  @SuppressWarnings("ArrayRecordComponent") // nobody else sees it
  private record Was(
      FileState state,
      @Nullable Path link,
      byte @Nullable [] content,
      @Nullable FileChannel held) {}

  private final Path workspace;
  private final List<Path> roots;
  private final Map<Path, FileState> ways = new HashMap<>();
  private final Map<Path, Was> before = new HashMap<>();

  /// Directories of Git's object stores, with what was in them.
  private final Map<Path, Contents.Listed> objects = new HashMap<>();

  private final Contents contents;
  private final boolean inMemory;
  private int kept;
  private boolean restoring;

  /// @param roots what to look at, in the workspace; a missing one must still be missing afterwards
  /// @param contents what is known from earlier commands
  Protection(Path workspace, List<Path> roots, Contents contents) throws IOException {
    this.workspace = workspace;
    this.roots = List.copyOf(roots);
    this.contents = contents;
    this.inMemory = FileState.isInMemory(workspace);
    for (Path root : roots) {
      way(parent(root));
    }
    for (Map.Entry<Path, FileState> entry : look().entrySet()) {
      keep(entry.getKey(), entry.getValue());
    }
    for (Contents.Listed directory : objects.values()) {
      for (Map.Entry<Path, FileState> entry : directory.files().entrySet()) {
        keep(entry.getKey(), entry.getValue());
      }
    }
  }

  private void keep(Path path, FileState is) throws IOException {
    try {
      Path link = is.isLink() ? Files.readSymbolicLink(path) : null;
      byte[] content = null;
      FileChannel held = null;
      if (is.isRegular() && is.size() <= Math.min(MOST_BYTES, MOST_BYTES_TOGETHER - kept)) {
        content = contents.of(path, is);
        kept += content.length;
      } else if (is.isRegular()) {
        held = contents.held(path, is).orElse(null);
      }
      before.put(path, new Was(is, link, content, held));
    } catch (NoSuchFileException _) {
      // It went meanwhile: somebody's lock, for example.
    } catch (AccessDeniedException _) {
      before.put(path, new Was(is, null, null, null));
    }
  }

  /// Compares, and puts back what was changed.
  Changes restore() throws IOException {
    restoring = true;
    openWays();
    Map<Path, FileState> now = look();
    if (isAsBefore(now)) {
      return Changes.NONE;
    }
    List<Path> changed = new ArrayList<>();
    List<Path> lost = new ArrayList<>();
    for (Path path : new TreeMap<>(now).descendingKeySet()) {
      Was was = before.get(path);
      FileState is = now.get(path);
      if (was == null || (is != null && was.state().isDirectory() != is.isDirectory())) {
        Scratch.delete(path);
        now.keySet().removeIf(below -> below.startsWith(path));
        changed.add(path);
      }
    }
    for (Map.Entry<Path, Was> entry : new TreeMap<>(before).entrySet()) {
      FileState is = now.get(entry.getKey());
      Was was = entry.getValue();
      if (is == null || !is.isAs(was.state()) || !hasContent(entry.getKey(), was)) {
        // What is held open is the file itself: its content is what was made of it.
        boolean made = was.held() != null && is != null && is.id().equals(was.state().id());
        (!made && putBack(entry.getKey(), was) ? changed : lost).add(entry.getKey());
      }
    }
    changed.removeIf(path -> path.endsWith(INDEX));
    return new Changes(changed.stream().distinct().toList(), lost);
  }

  private boolean isAsBefore(Map<Path, FileState> now) throws IOException {
    for (Map.Entry<Path, FileState> entry : now.entrySet()) {
      Was was = before.get(entry.getKey());
      if (was == null || !entry.getValue().isAs(was.state()) || !hasContent(entry.getKey(), was)) {
        return false;
      }
    }
    return now.size() == before.size();
  }

  /// A file system in memory does not see all that is written through a mapping.
  private boolean hasContent(Path path, Was was) throws IOException {
    return !inMemory
        || was.content() == null
        || Arrays.equals(Files.readAllBytes(path), was.content());
  }

  private boolean putBack(Path path, Was was) throws IOException {
    makeWay(parent(path));
    if (was.state().isDirectory()) {
      makeWay(path);
      Files.setAttribute(path, "unix:mode", was.state().permissions());
      return true;
    }
    if (was.link() == null && was.content() == null && was.held() == null) {
      return false;
    }
    Files.deleteIfExists(path);
    if (was.link() != null) {
      Files.createSymbolicLink(path, was.link());
    } else {
      write(path, was);
      Files.setAttribute(path, "unix:mode", was.state().permissions());
    }
    return true;
  }

  private static void write(Path path, Was was) throws IOException {
    try (FileChannel out =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      if (was.content() != null) {
        out.write(ByteBuffer.wrap(was.content()));
      } else if (was.held() != null) {
        long done = 0;
        while (done < was.state().size()) {
          done += Math.max(1, was.held().transferTo(done, was.state().size() - done, out));
        }
      }
    }
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
    if (path.equals(workspace)) {
      return true;
    }
    FileState is = isThere(parent(path)) ? FileState.ifThere(path) : null;
    return is != null && is.isDirectory();
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalStateException("not in the workspace");
    }
    return parent;
  }

  /// Notes the directories that lead to a protected path.
  private void way(Path directory) throws IOException {
    FileState is = ways.containsKey(directory) ? null : FileState.ifThere(directory);
    if (is != null) {
      ways.put(directory, is);
    }
    if (!directory.equals(workspace)) {
      way(parent(directory));
    }
  }

  /// Opens again what a command closed on the way: behind it nothing could be put back.
  private void openWays() throws IOException {
    for (Map.Entry<Path, FileState> way : new TreeMap<>(ways).entrySet()) {
      FileState is = FileState.ifThere(way.getKey());
      if (is != null && is.isDirectory()) {
        open(way.getKey(), is, way.getValue());
      }
    }
  }

  private static void open(Path directory, FileState is, FileState was) throws IOException {
    final int everythingForOwner = 0700;
    boolean closed = (is.mode() & everythingForOwner) != everythingForOwner;
    if (closed && was.mode() != is.mode()) {
      Files.setAttribute(directory, "unix:mode", was.permissions());
    }
  }

  private Map<Path, FileState> look() throws IOException {
    Map<Path, FileState> found = new HashMap<>();
    for (Path root : roots) {
      FileState is = isThere(parent(root)) ? FileState.ifThere(root) : null;
      if (is != null) {
        look(root, is, found);
      }
    }
    return found;
  }

  private void look(Path path, Map<Path, FileState> found) throws IOException {
    FileState is;
    try {
      is = FileState.of(path);
    } catch (NoSuchFileException _) {
      return;
    }
    look(path, is, found);
  }

  private void look(Path path, FileState is, Map<Path, FileState> found) throws IOException {
    found.put(path, is);
    if (!is.isDirectory()) {
      return;
    }
    if (restoring) {
      Was was = before.get(path);
      if (was == null || !was.state().isDirectory()) {
        return; // what is new is removed as a whole
      }
      open(path, is, was.state());
    }
    if (path.endsWith(OBJECT_STORE)) {
      look(path.resolve("info"), found);
      lookAtObjects(path, found);
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        look(entry, found);
      }
    } catch (NoSuchFileException _) {
      // It went meanwhile.
    }
  }

  private void lookAtObjects(Path store, Map<Path, FileState> found) throws IOException {
    if (restoring) {
      for (Map.Entry<Path, Contents.Listed> entry : objects.entrySet()) {
        if (entry.getKey().startsWith(store)) {
          lookAgain(entry.getKey(), entry.getValue(), found);
        }
      }
      return;
    }
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(store, OBJECT_DIRECTORIES)) {
      for (Path directory : directories) {
        FileState is = FileState.ifThere(directory);
        if (is != null && is.isDirectory()) {
          objects.put(directory, contents.files(directory, is));
          found.put(directory, is);
        }
      }
    } catch (AccessDeniedException _) {
      // Nor can a command get there.
    }
  }

  private static void lookAgain(Path directory, Contents.Listed before, Map<Path, FileState> found)
      throws IOException {
    FileState now = FileState.ifThere(directory);
    if (now == null || !now.isDirectory()) {
      return;
    }
    found.put(directory, now);
    open(directory, now, before.state());
    for (Path file : before.files().keySet()) {
      FileState is = FileState.ifThere(file);
      if (is != null) {
        found.put(file, is);
      }
    }
  }
}
