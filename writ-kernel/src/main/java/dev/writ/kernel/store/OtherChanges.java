// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.store;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The changes of other writers while a command ran.
public final class OtherChanges {
  /// Each place that they recorded, behind the hash of what they left there.
  private final Set<String> states = new HashSet<>();

  private final Set<String> paths = new HashSet<>();

  /// The directories that lead to what they left.
  private final Set<String> above = new HashSet<>();

  private final List<NestedProject> nested = new ArrayList<>();

  /// How many records in each ledger are of writers that the audit log does not know.
  private final Map<String, Integer> unknown = new TreeMap<>();

  OtherChanges() {}

  /// Adds the changes of known records.
  ///
  /// @param prefix leads from the workspace to what their paths begin at
  void add(String prefix, String ledger, List<TraceRecord> all, List<TraceRecord> known) {
    for (TraceRecord record : known) {
      for (RecordedChange file : record.files()) {
        add(file.after().hash().orElse(""), prefix + file.path());
        file.from().ifPresent(from -> add("", prefix + from));
      }
    }
    if (known.size() < all.size()) {
      unknown.put(ledger, all.size() - known.size());
    }
  }

  /// Adds those of a project around the workspace, as far as they are in it.
  ///
  /// @param prefix leads from there to the workspace
  void addAround(String prefix, List<TraceRecord> known) {
    for (TraceRecord record : known) {
      for (RecordedChange file : record.files()) {
        addInside(file.after().hash().orElse(""), prefix, file.path());
        file.from().ifPresent(from -> addInside("", prefix, from));
      }
    }
  }

  private void addInside(String hash, String prefix, String path) {
    if (path.startsWith(prefix)) {
      add(hash, path.substring(prefix.length()));
    }
  }

  private void add(String hash, String path) {
    states.add(hash + " " + path);
    paths.add(path);
    for (int end = path.lastIndexOf('/'); end > 0 && !hash.isEmpty(); ) {
      above.add(path.substring(0, end));
      end = path.lastIndexOf('/', end - 1);
    }
  }

  void addNested(NestedProject project) {
    nested.add(project);
  }

  /// Whether a place is one where another session keeps old contents, or a directory of its
  /// records.
  ///
  /// @param came whether nothing was there before
  public boolean areData(WorkspacePath path, boolean came) {
    return nested.stream().anyMatch(project -> project.isData(path, came));
  }

  /// Whether a change may be theirs; what it is decides.
  public boolean mayHave(WorkspacePath path) {
    return paths.contains(path.toString())
        || above.contains(path.toString())
        || nested.stream().anyMatch(project -> project.mayHave(path));
  }

  /// Whether a change is theirs. A new directory is, in which they left something.
  public boolean have(FileChange change) {
    String hash = LedgerEntry.hash(change.after()).orElse("");
    boolean directory =
        change.before() instanceof FileState.Absent
            && change.after() instanceof FileState.Directory;
    return states.contains(hash + " " + change.path())
        || (directory && above.contains(change.path().toString()))
        || nested.stream().anyMatch(project -> project.has(change));
  }

  /// The reports on records that no session made.
  public List<String> report() {
    return unknown.entrySet().stream()
        .map(
            one ->
                "%s has %d new records that none of your sessions made"
                    .formatted(one.getKey(), one.getValue()))
        .toList();
  }
}
