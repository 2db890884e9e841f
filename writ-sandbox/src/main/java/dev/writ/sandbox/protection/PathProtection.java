// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.protection;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.TreeRemoval;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The state of protected paths before a command, so that changes are detected and reverted.
///
/// A file that was only written again is put back without a report; it may have a second name now.
///
/// Content is stored up to [#MOST_BYTES] per file and [#MOST_BYTES_TOGETHER]; others are held open,
/// or a copy of them. In the object stores of Git and of Writ, which are addressed by content, new
/// objects are harmless and remain. Writ's journals grow by other sessions meanwhile: what was
/// appended remains, where another session may have been at work.
///
/// Where the workspace was moved meanwhile, nothing is changed in what stands at its path now.
public final class PathProtection {
  public static final int MOST_BYTES = 1 << 20;
  static final int MOST_BYTES_TOGETHER = 32 << 20;

  /// What a person is told of a workspace that was moved.
  private static final String UNCOMPARED =
      " while a command ran: what it changed in protected places was neither compared nor restored";

  /// Git refreshes it even on queries, by a build for example: it is restored without a report.
  private static final Path INDEX = Path.of(".git", "index");

  private static final byte[] INDEX_SIGNATURE = {'D', 'I', 'R', 'C'};

  /// Writ's journals in the workspace, to which other sessions append.
  private static final Set<Path> JOURNALS =
      Set.of(
          Path.of(".orchestration", "agent_trace.jsonl"),
          Path.of(".orchestration", "checkpoints.jsonl"),
          Path.of(".orchestration", "trace_anchors.jsonl"));

  /// The result for the protected places.
  ///
  /// @param reverted as before again
  /// @param lost changed, and not kept
  /// @param moves what refs of Git led to
  public record ProtectionChanges(List<Path> reverted, List<Path> lost, List<RefMove> moves) {
    public static final ProtectionChanges NONE =
        new ProtectionChanges(List.of(), List.of(), List.of());
  }

  private final Path workspace;
  private final Object directory;
  private final List<Path> roots;
  private final Map<Path, FileStamp> ways = new HashMap<>();
  private final Map<Path, FileBackup> before = new HashMap<>();

  private final List<ObjectStoreBackup> stores = new ArrayList<>();
  private final ProtectedContentCache contents;
  private final RightfulWriters.WriterWatch others;
  private final boolean inMemory;
  private int kept;
  private boolean restoring;

  /// @param roots what to look at, in the workspace; a missing one must still be missing afterwards
  /// @param contents what is known from earlier commands
  /// @param others who else may change something there, since before this looks
  public PathProtection(
      Path workspace,
      List<Path> roots,
      ProtectedContentCache contents,
      RightfulWriters.WriterWatch others)
      throws IOException {
    this.others = others;
    this.workspace = workspace;
    this.directory = directory(workspace);
    this.roots = List.copyOf(roots);
    this.contents = contents;
    this.inMemory = FileStamp.isInMemory(workspace);
    for (Path root : roots) {
      way(parent(root));
    }
    for (Map.Entry<Path, FileStamp> entry : scan().entrySet()) {
      keep(entry.getKey(), entry.getValue());
    }
  }

  /// Which directory that is, whatever it is called.
  private static Object directory(Path workspace) throws IOException {
    Object key = Files.readAttributes(workspace, BasicFileAttributes.class).fileKey();
    return Objects.requireNonNull(key, "file keys");
  }

  /// Before anything is changed: a person may have put another project there.
  private void demandSameWorkspace() throws IOException {
    if (!Files.isDirectory(workspace) || !directory(workspace).equals(directory)) {
      throw new FileSystemException(
          workspace.toString(), null, "the workspace root was moved or replaced" + UNCOMPARED);
    }
  }

  private void keep(Path path, FileStamp is) throws IOException {
    FileBackup file = contents.keep(path, is, MOST_BYTES_TOGETHER - kept);
    if (file != null) {
      kept += file.bytes();
      before.put(path, file);
    }
  }

  /// Compares, and restores changed places.
  ///
  /// @throws IOException where that can't be done, also where the workspace's path leads elsewhere
  public ProtectionChanges restore() throws IOException {
    demandSameWorkspace();
    restoring = true;
    openWays();
    Map<Path, FileStamp> now = scan();
    before.keySet().removeAll(grown(now));
    Map<Path, FileBackup> broken = new TreeMap<>();
    for (ObjectStoreBackup store : stores) {
      broken.putAll(store.broken());
    }
    if (broken.isEmpty() && isAsBefore(now)) {
      return ProtectionChanges.NONE;
    }
    List<Path> changed = new ArrayList<>();
    List<Path> lost = new ArrayList<>();
    List<RefMove> moves = new ArrayList<>();
    Set<Path> refreshed = refreshed(now);
    for (Path path : new TreeMap<>(now).descendingKeySet()) {
      FileBackup was = before.get(path);
      FileStamp is = now.get(path);
      if (was == null || (is != null && was.stamp().isDirectory() != is.isDirectory())) {
        if (isTheirs(path, was, moves)) {
          before.remove(path);
          continue;
        }
        demandSameWorkspace();
        TreeRemoval.remove(path);
        now.keySet().removeIf(below -> below.startsWith(path));
        changed.add(path);
      }
    }
    for (Map.Entry<Path, FileBackup> entry : new TreeMap<>(before).entrySet()) {
      FileStamp is = now.get(entry.getKey());
      FileBackup was = entry.getValue();
      if (is == null || !is.isAs(was.stamp()) || !hasContent(entry.getKey(), was)) {
        if (isTheirs(entry.getKey(), was, moves)) {
          continue;
        }
        if (is != null && was.isRewrittenIn(entry.getKey(), is)) {
          refreshed.add(entry.getKey());
        }
        (putBack(entry.getKey(), was) ? changed : lost).add(entry.getKey());
      }
    }
    for (Map.Entry<Path, FileBackup> object : broken.entrySet()) {
      boolean whole = putBack(object.getKey(), object.getValue()); // too many do no harm
      if (!others.mayHaveChanged(object.getKey())) {
        (whole ? changed : lost).add(object.getKey());
      }
    }
    changed.removeAll(refreshed);
    return new ProtectionChanges(changed.stream().distinct().toList(), lost, moves);
  }

  /// Whether the change of a place is another writer's, and stays. What its refs lead to is noted
  /// whosever it is.
  private boolean isTheirs(Path path, @Nullable FileBackup was, List<RefMove> moves)
      throws IOException {
    boolean stays = !isJournal(path) && others.mayHaveChanged(path); // those only grow
    moves.addAll(RefMove.at(workspace, path, was, stays));
    return stays;
  }

  /// Git's indexes in whose place an index stands that has the same files.
  private Set<Path> refreshed(Map<Path, FileStamp> now) {
    Set<Path> refreshed = new HashSet<>();
    for (Map.Entry<Path, FileStamp> entry : now.entrySet()) {
      FileBackup was = before.get(entry.getKey());
      if (entry.getKey().endsWith(INDEX)
          && entry.getValue().isRegular()
          && !entry.getValue().equals(was == null ? null : was.stamp())) {
        if (isRefreshed(entry.getKey(), was)) {
          refreshed.add(entry.getKey());
        }
      }
    }
    return refreshed;
  }

  /// What can't be read is restored.
  private static boolean isRefreshed(Path place, @Nullable FileBackup was) {
    try {
      byte[] index = Files.readAllBytes(place);
      boolean isIndex =
          Arrays.equals(Arrays.copyOf(index, INDEX_SIGNATURE.length), INDEX_SIGNATURE);
      return isIndex && (was == null || isRefreshed(place, was.read(), index));
    } catch (IOException | OutOfMemoryError _) { // a file of holes is longer than memory
      return false;
    }
  }

  /// Whether one index has what another one has, and what else it says is true; of one that can't
  /// be read nothing is said.
  private static boolean isRefreshed(Path place, byte[] was, byte[] index) throws IOException {
    GitIndex before = GitIndex.read(was, 0, "");
    GitIndex now = GitIndex.read(index, 0, "");
    Path workTree = place.resolve("../..").normalize();
    return !before.isKnown()
        || (before.stages(now)
            && GitCacheTree.isTrue(index)
            && IndexedLooks.doubtful(place, now, before, workTree::resolve).isEmpty());
  }

  private boolean isJournal(Path path) {
    return isJournal(workspace, path);
  }

  /// Whether a place of a workspace is a journal of Writ's, to which each session appends.
  public static boolean isJournal(Path workspace, Path place) {
    return JOURNALS.contains(workspace.relativize(place));
  }

  /// Takes the journals out of what was found that only got more at their ends, by others perhaps.
  private Set<Path> grown(Map<Path, FileStamp> now) throws IOException {
    Set<Path> grown = new HashSet<>();
    for (Map.Entry<Path, FileStamp> entry : now.entrySet()) {
      Path path = entry.getKey();
      if (isJournal(path)
          && entry.getValue().isRegular()
          && hasGrown(path, entry.getValue(), before.get(path))
          && others.mayHaveChanged(path)) {
        grown.add(path);
      }
    }
    now.keySet().removeAll(grown);
    return grown;
  }

  private static boolean hasGrown(Path path, FileStamp is, @Nullable FileBackup was) {
    try {
      return was == null
          || (!is.equals(was.stamp()) && was.stamp().isRegular() && was.isBeginningOf(path));
    } catch (IOException _) {
      return false; // it can't be read, so that its end can't either
    }
  }

  private boolean isAsBefore(Map<Path, FileStamp> now) throws IOException {
    for (Map.Entry<Path, FileStamp> entry : now.entrySet()) {
      FileBackup was = before.get(entry.getKey());
      if (was == null || !entry.getValue().isAs(was.stamp()) || !hasContent(entry.getKey(), was)) {
        return false;
      }
    }
    return now.size() == before.size();
  }

  /// A file system in memory does not see all that is written through a mapping.
  private boolean hasContent(Path path, FileBackup was) throws IOException {
    return !inMemory || !was.stamp().isRegular() || was.hasContentOf(path);
  }

  private boolean putBack(Path path, FileBackup was) throws IOException {
    demandSameWorkspace();
    makeWay(parent(path));
    if (was.stamp().isDirectory()) {
      makeWay(path);
      Files.setAttribute(path, "unix:mode", was.stamp().permissions());
      return true;
    }
    if (isJournal(path) && was.cutBack(path)) {
      return true;
    }
    return !was.isSpoilt(FileStamp.ifThere(path)) && was.putBack(path);
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
    FileStamp is = isThere(parent(path)) ? FileStamp.ifThere(path) : null;
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
    FileStamp is = ways.containsKey(directory) ? null : FileStamp.ifThere(directory);
    if (is != null) {
      ways.put(directory, is);
    }
    if (!directory.equals(workspace)) {
      way(parent(directory));
    }
  }

  /// Opens directories again that a command closed: nothing below them could be restored otherwise.
  private void openWays() throws IOException {
    for (Map.Entry<Path, FileStamp> way : new TreeMap<>(ways).entrySet()) {
      if (isThere(way.getKey())) { // not behind a link
        open(way.getKey(), FileStamp.of(way.getKey()), way.getValue());
      }
    }
  }

  /// Opens a directory that a command closed.
  static void open(Path directory, FileStamp is, FileStamp was) throws IOException {
    final int everythingForOwner = 0700;
    boolean closed = (is.mode() & everythingForOwner) != everythingForOwner;
    if (closed && was.mode() != is.mode()) {
      Files.setAttribute(directory, "unix:mode", was.permissions());
    }
  }

  private Map<Path, FileStamp> scan() throws IOException {
    Map<Path, FileStamp> found = new HashMap<>();
    for (Path root : roots) {
      FileStamp is = isThere(parent(root)) ? FileStamp.ifThere(root) : null;
      if (is != null) {
        scan(root, is, found);
      }
    }
    return found;
  }

  private void scan(Path path, Map<Path, FileStamp> found) throws IOException {
    FileStamp is;
    try {
      is = FileStamp.of(path);
    } catch (NoSuchFileException _) {
      return;
    }
    scan(path, is, found);
  }

  private void scan(Path path, FileStamp is, Map<Path, FileStamp> found) throws IOException {
    found.put(path, is);
    if (!is.isDirectory()) {
      return;
    }
    if (restoring) {
      FileBackup was = before.get(path);
      if (was == null || !was.stamp().isDirectory()) {
        return; // what is new is removed as a whole
      }
      open(path, is, was.stamp());
    }
    if (ObjectStoreBackup.isOne(path)) {
      if (!restoring) {
        stores.add(new ObjectStoreBackup(workspace, path, contents));
      }
      ObjectStoreBackup.scan(path, found);
      scan(path.resolve("info"), found);
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        scan(entry, found);
      }
    } catch (NoSuchFileException _) {
      // It went meanwhile.
    }
  }
}
