// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.output;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.ViewContents;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.ViewDifference.Kind;
import dev.writ.kernel.comparison.ViewDifference.Role;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.LedgerEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Files that a command moved to a place that Git ignores. New files there need no record, but undo
/// restores files whose removal is recorded, which would then exist in both places.
public final class MovedOutputs {
  private final Map<Long, List<ViewDifference>> removed = new HashMap<>();
  private final Set<String> names = new HashSet<>();
  private final boolean needed;

  /// @param found all differences of a view
  public MovedOutputs(List<ViewDifference> found) {
    for (ViewDifference one : found) {
      if (one.isRecorded() && one.after().isAbsent()) {
        if (one.before().isFile()) {
          removed.computeIfAbsent(one.before().stamp().size(), _ -> new ArrayList<>()).add(one);
        }
        names.add(one.path().name());
      }
    }
    needed = !removed.isEmpty() && found.stream().anyMatch(MovedOutputs::isNew);
  }

  /// Whether there may be any.
  public boolean areThere() {
    return needed;
  }

  /// Whether a file in a new directory may be one, so that the directory isn't one thing.
  public boolean mayBe(String name, long size) {
    return needed && names.contains(name) && removed.containsKey(size);
  }

  /// The differences, each moved file and the directories that came for it recorded by themselves.
  ///
  /// @param found the differences of the same view, where such directories aren't one thing
  /// @param lasting where no tool makes what is there again; elsewhere it may go without a record
  public List<ViewDifference> recorded(
      List<ViewDifference> found, Predicate<WorkspacePath> lasting, ViewContents contents)
      throws IOException {
    Map<Long, Set<String>> hashes = new HashMap<>();
    Set<WorkspacePath> moved = new HashSet<>();
    for (ViewDifference one : found) {
      boolean file = isNew(one) && one.after().isFile() && lasting.test(one.path());
      if (file && isMoved(one, hashes, contents)) {
        moved.add(one.path());
        for (WorkspacePath at = one.path().parent(); !at.isRoot(); at = at.parent()) {
          moved.add(at);
        }
      }
    }
    List<ViewDifference> all = new ArrayList<>();
    for (ViewDifference one : found) {
      boolean empty = one.after().isDirectory() && names.contains(one.path().name());
      boolean comes = isNew(one) && lasting.test(one.path());
      if (comes && empty && moved.contains(one.path().parent())) {
        moved.add(one.path());
      }
      all.add(comes && moved.contains(one.path()) ? recorded(one) : one);
    }
    return all;
  }

  /// @param hashes of what was removed, by size, as far as they were needed
  private boolean isMoved(ViewDifference one, Map<Long, Set<String>> hashes, ViewContents contents)
      throws IOException {
    long size = one.after().stamp().size();
    if (!removed.containsKey(size)) {
      return false;
    }
    Set<String> known = hashes.get(size);
    if (known == null) {
      known = new HashSet<>();
      for (ViewDifference from : removed.get(size)) {
        hash(contents.changes(from), false).ifPresent(known::add);
      }
      hashes.put(size, known);
    }
    return hash(contents.changes(one), true).filter(known::contains).isPresent();
  }

  static Optional<String> hash(List<FileChange> changes, boolean after) {
    return changes.isEmpty()
        ? Optional.empty()
        : LedgerEntry.hash(after ? changes.getLast().after() : changes.getFirst().before());
  }

  private static boolean isNew(ViewDifference one) {
    return one.role() == Role.OUTPUT
        && one.before().isAbsent()
        && (one.after().isFile() || one.after().isDirectory() || one.after().kind() == Kind.TREE);
  }

  static ViewDifference recorded(ViewDifference one) {
    return new ViewDifference(one.path(), one.before(), one.after(), Role.IGNORED, one.standing());
  }
}
