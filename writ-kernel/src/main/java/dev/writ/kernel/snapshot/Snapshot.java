// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.snapshot;

import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The state of a workspace at a time, as metadata tells it.
public final class Snapshot {
  /// The index of a file that is not in a directory.
  private static final int ABSENT = -1;

  private final Path workspace;
  private final Exempt exempt;
  private final Folder root;

  private Snapshot(Path workspace, Exempt exempt, Folder root) {
    this.workspace = workspace;
    this.exempt = exempt;
    this.root = root;
  }

  /// Takes one.
  ///
  /// @param earlier an older one of the same workspace, which makes this one faster
  /// @throws IOException where the workspace can't be read
  public static Snapshot take(Path workspace, Exempt exempt, Optional<Snapshot> earlier)
      throws IOException {
    Folder before = earlier.isPresent() ? earlier.get().root : Folder.NONE;
    return new Snapshot(
        workspace, exempt, new Scan(workspace, exempt, /* keepingRules= */ false).walk(before));
  }

  /// Takes another one, which leaves out the same as this one, whatever ignore files say by now.
  ///
  /// @throws IOException where the workspace can't be read
  public Snapshot again() throws IOException {
    return new Snapshot(
        workspace, exempt, new Scan(workspace, exempt, /* keepingRules= */ true).walk(root));
  }

  /// A file that is not the same in two snapshots.
  ///
  /// @param before what it was; nothing where it was not there
  /// @param preimage where the old content can be had
  /// @param after what it is; nothing where it is not there
  public record Difference(
      WorkspacePath path, Optional<Row> before, Preimage preimage, Optional<Row> after) {}

  /// What is different in a later snapshot, in no particular order.
  public List<Difference> difference(Snapshot later) {
    List<Difference> found = new ArrayList<>();
    compare(root, later.root, found);
    return found;
  }

  private static void compare(Folder before, Folder after, List<Difference> found) {
    if (before.decidedLike(after)) {
      for (int i = 0; i < before.files.length; i++) {
        if (!before.same(i, after, i)) {
          file(before, i, after, i, found);
        }
      }
      for (int i = 0; i < before.folders.length; i++) {
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
    Map<String, Folder> oldFolders = before.belowByName();
    Map<String, Folder> freshFolders = after.belowByName();
    oldFolders.forEach(
        (name, folder) -> compare(folder, freshFolders.getOrDefault(name, Folder.NONE), found));
    freshFolders.forEach(
        (name, folder) -> {
          if (!oldFolders.containsKey(name)) {
            compare(Folder.NONE, folder, found);
          }
        });
  }

  private static void file(Folder before, int i, Folder after, int j, List<Difference> found) {
    boolean was = i != ABSENT && before.isThere(i);
    boolean is = j != ABSENT && after.isThere(j);
    if (was == is && (!was || before.same(i, after, j))) {
      return;
    }
    Preimage preimage = was ? before.preimages[i] : null;
    found.add(
        new Difference(
            was ? before.place(i) : after.place(j),
            was ? Optional.of(Row.at(before.rows, i)) : Optional.empty(),
            preimage == null ? Preimage.LOST : preimage,
            is ? Optional.of(Row.at(after.rows, j)) : Optional.empty()));
  }

  /// Says where a file's content can be had again.
  @FunctionalInterface
  public interface Keeping {
    /// Where, for a regular file.
    Preimage keep(WorkspacePath path, Row row);
  }

  /// Asks where contents can be had, for every regular file of which that isn't known yet.
  public void keep(Keeping keeping) {
    keep(root, keeping);
  }

  private static void keep(Folder folder, Keeping keeping) {
    for (int i = 0; i < folder.files.length; i++) {
      if (folder.preimages[i] == null && folder.isThere(i)) {
        Row row = Row.at(folder.rows, i);
        folder.preimages[i] = row.regular() ? keeping.keep(folder.place(i), row) : Preimage.LOST;
      }
    }
    for (Folder below : folder.below) {
      keep(below, keeping);
    }
  }

  /// How many files are in it.
  public int size() {
    return size(root);
  }

  private static int size(Folder folder) {
    int all = folder.files.length;
    for (Folder below : folder.below) {
      all += size(below);
    }
    return all;
  }
}
