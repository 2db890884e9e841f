// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.sandbox.snapshot.WorkspaceScan.ReuseRule;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The state of a workspace at a time, from metadata.
public final class Snapshot {
  /// How deep it goes, in directories: what is in deeper ones is not in it.
  public static final int MOST_DEPTH = 256;

  /// The index of a file that is not in a directory.
  private static final int ABSENT = -1;

  private final Path workspace;
  private final ExemptDirectories exempt;
  private final SnapshotDirectory root;
  private final OpenedDirectories opened;
  private final List<WorkspacePath> undecoded;

  Snapshot(
      Path workspace,
      ExemptDirectories exempt,
      SnapshotDirectory root,
      OpenedDirectories opened,
      List<WorkspacePath> undecoded) {
    this.undecoded = undecoded;
    this.workspace = workspace;
    this.exempt = exempt;
    this.root = root;
    this.opened = opened;
  }

  /// Takes one. Directories that are closed to their owner are open until [#shut(Predicate)].
  ///
  /// @param earlier an older one of the same workspace, which makes this one faster
  /// @throws IOException where the workspace can't be read
  public static Snapshot take(Path workspace, ExemptDirectories exempt, Optional<Snapshot> earlier)
      throws IOException {
    SnapshotDirectory before = earlier.isPresent() ? earlier.get().root : SnapshotDirectory.NONE;
    boolean alike =
        earlier.filter(one -> one.exempt.tracked().equals(exempt.tracked())).isPresent();
    return walk(workspace, exempt, alike ? ReuseRule.DECISIONS : ReuseRule.NOTHING, before);
  }

  /// Takes another one, which leaves out the same as this one, whatever ignore files and Git's
  /// index say by now.
  ///
  /// @throws IOException where the workspace can't be read
  public Snapshot again() throws IOException {
    return walk(workspace, exempt, ReuseRule.RULES, root);
  }

  private static Snapshot walk(
      Path workspace, ExemptDirectories exempt, ReuseRule reuse, SnapshotDirectory earlier)
      throws IOException {
    OpenedDirectories opened = new OpenedDirectories();
    WorkspaceScan.Listers listers = () -> DirectoryLister.below(workspace);
    WorkspaceScan scan = new WorkspaceScan(listers, exempt, reuse, opened);
    try {
      SnapshotDirectory root = scan.walk(earlier);
      return new Snapshot(workspace, exempt, root, opened, scan.undecoded());
    } catch (IOException | RuntimeException | Error e) {
      opened.shut(workspace, _ -> false);
      throw e;
    }
  }

  /// The files, and the directories that are not looked into, whose names are not UTF-8.
  public List<WorkspacePath> undecoded() {
    return undecoded;
  }

  /// Gives the directories that were opened for it their permissions back.
  ///
  /// @param stays finds those that stay as they are
  /// @throws IOException where the workspace can't be opened
  public void shut(Predicate<WorkspacePath> stays) throws IOException {
    opened.shut(workspace, stays);
  }

  /// A file or directory that is not the same in two snapshots.
  ///
  /// @param before what it was; nothing where it was not there
  /// @param preimage the source of the old content
  /// @param after what it is; nothing where it is not there
  public record SnapshotDifference(
      WorkspacePath path,
      Optional<StatRow> before,
      FilePreimage preimage,
      Optional<StatRow> after) {}

  /// The differences in a later snapshot, in no particular order.
  public List<SnapshotDifference> difference(Snapshot later) {
    List<SnapshotDifference> found = new ArrayList<>();
    compare(root, later.root, found);
    return found;
  }

  private void compare(
      SnapshotDirectory before, SnapshotDirectory after, List<SnapshotDifference> found) {
    if (before.decidedLike(after)) {
      for (int i = 0; i < before.files.length; i++) {
        if (!before.same(i, after, i)) {
          file(before, i, after, i, found);
        }
      }
      for (int i = 0; i < before.folders.length; i++) {
        folder(before, i, after, i, found);
        compare(before.below[i], after.below[i], found);
      }
      return;
    }
    Map<String, Integer> old = before.byName();
    Map<String, Integer> fresh = after.byName();
    old.forEach((name, i) -> file(before, i, after, fresh.getOrDefault(name, ABSENT), found));
    fresh.forEach(
        (name, i) -> {
          if (!old.containsKey(name)) {
            file(before, ABSENT, after, i, found);
          }
        });
    Map<String, Integer> oldFolders = before.foldersByName();
    Map<String, Integer> freshFolders = after.foldersByName();
    oldFolders.forEach(
        (name, i) -> {
          int j = freshFolders.getOrDefault(name, ABSENT);
          folder(before, i, after, j, found);
          compare(before.below[i], j == ABSENT ? SnapshotDirectory.NONE : after.below[j], found);
        });
    freshFolders.forEach(
        (name, j) -> {
          if (!oldFolders.containsKey(name)) {
            folder(before, ABSENT, after, j, found);
            compare(SnapshotDirectory.NONE, after.below[j], found);
          }
        });
  }

  /// A directory itself: it came, went, or has other permissions. Whatever else is said of it
  /// changes with what is in it.
  private void folder(
      SnapshotDirectory before,
      int i,
      SnapshotDirectory after,
      int j,
      List<SnapshotDifference> found) {
    Optional<StatRow> was = i == ABSENT ? Optional.empty() : row(before.folderRows, i);
    Optional<StatRow> is = j == ABSENT ? Optional.empty() : row(after.folderRows, j);
    boolean same = was.map(StatRow::mode).equals(is.map(StatRow::mode));
    WorkspacePath path =
        i == ABSENT ? after.path.child(after.folder(j)) : before.path.child(before.folder(i));
    IgnoreRules rules = i == ABSENT ? after.rules : before.rules;
    boolean counts =
        !EntryNames.isDecoded(path.name()) || !exempt.isOutput(rules, path, /* directory= */ true);
    if (!same && counts) {
      found.add(new SnapshotDifference(path, was, FilePreimage.LOST, is));
    }
  }

  private static Optional<StatRow> row(long[] rows, int index) {
    StatRow row = StatRow.at(rows, index);
    return row.mode() == 0 ? Optional.empty() : Optional.of(row);
  }

  private static void file(
      SnapshotDirectory before,
      int i,
      SnapshotDirectory after,
      int j,
      List<SnapshotDifference> found) {
    boolean was = i != ABSENT && before.isThere(i);
    boolean is = j != ABSENT && after.isThere(j);
    if (was == is && (!was || before.same(i, after, j))) {
      return;
    }
    FilePreimage preimage = was ? before.preimages[i] : null;
    found.add(
        new SnapshotDifference(
            was ? before.place(i) : after.place(j),
            was ? Optional.of(StatRow.at(before.rows, i)) : Optional.empty(),
            preimage == null ? FilePreimage.LOST : preimage,
            is ? Optional.of(StatRow.at(after.rows, j)) : Optional.empty()));
  }

  /// Sets the source of a file's content.
  @FunctionalInterface
  public interface Keeping {
    /// Where, for a regular file or a link.
    ///
    /// @throws IOException if there is no source because the content cannot be stored
    FilePreimage keep(WorkspacePath path, StatRow row) throws IOException;
  }

  /// Requests the sources of contents, for every file and link without a known one.
  ///
  /// @throws IOException where one can't be kept
  public void keep(Keeping keeping) throws IOException {
    try (DirectoryLister lister = DirectoryLister.below(workspace)) {
      keep(root, keeping, lister);
    }
  }

  private static void keep(SnapshotDirectory directory, Keeping keeping, DirectoryLister lister)
      throws IOException {
    for (int i = 0; i < directory.files.length; i++) {
      if (directory.preimages[i] == null && directory.isThere(i)) {
        StatRow row = StatRow.at(directory.rows, i);
        directory.preimages[i] =
            row.regular() || row.link() ? keeping.keep(directory.place(i), row) : FilePreimage.LOST;
        if (row.closed()) {
          directory.lookAgain(i, lister);
        }
      }
    }
    for (SnapshotDirectory below : directory.below) {
      keep(below, keeping, lister);
    }
  }

  /// Writes it down for another process.
  ///
  /// @throws IOException where that can't be done
  public void write(DataOutputStream out) throws IOException {
    new SnapshotForm().write(root, out);
  }

  /// Reads what another process wrote down.
  ///
  /// @throws IOException where that is not whole
  public static Snapshot read(DataInputStream in, Path workspace, ExemptDirectories exempt)
      throws IOException {
    SnapshotDirectory root = new SnapshotForm().read(in);
    return new Snapshot(workspace, exempt, root, new OpenedDirectories(), List.of());
  }

  /// The directories of a name in it.
  public Map<WorkspacePath, StatRow> directories(String name) {
    Map<WorkspacePath, StatRow> found = new TreeMap<>();
    find(root, name, found);
    return found;
  }

  private static void find(
      SnapshotDirectory directory, String name, Map<WorkspacePath, StatRow> found) {
    for (int i = 0; i < directory.folders.length; i++) {
      if (directory.folder(i).equals(name)) {
        row(directory.folderRows, i).ifPresent(is -> found.put(directory.path.child(name), is));
      }
      find(directory.below[i], name, found);
    }
  }

  /// How many files are in it.
  public int size() {
    return size(root);
  }

  private static int size(SnapshotDirectory directory) {
    int all = directory.files.length;
    for (SnapshotDirectory below : directory.below) {
      all += size(below);
    }
    return all;
  }
}
