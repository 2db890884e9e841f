// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.change.FileChange;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Hashes of the file states that this process's records end in. A change that starts from another
/// content records the forms of all its lines, so that attribution needs only the ledger.
final class KnownFileStates {
  /// The longest file whose forms are recorded.
  private static final int MOST_LINES = 20_000;

  private static final int MOST_STATES = 4_096;

  private final Set<String> states = new HashSet<>();
  private final Supplier<Predicate<WorkspacePath>> silent;

  /// @param silent gives what finds the files whose lines nothing is said about
  KnownFileStates(Supplier<Predicate<WorkspacePath>> silent) {
    this.silent = silent;
  }

  /// Finds the files whose lines nothing is said about, for one record.
  Predicate<WorkspacePath> silent() {
    return silent.get();
  }

  /// Adds the old lines' forms if no record has them, and remembers the new content.
  synchronized void putForms(FileChange change, List<LineForm> old, Json.Builder file) {
    if (change.before() instanceof FileState.Present before
        && !states.contains(before.content().hash() + change.from().orElse(change.path()))) {
      if (!old.isEmpty() && old.size() <= MOST_LINES) {
        file.put("old_forms", LineForm.codes(old));
      }
    }
    if (states.size() >= MOST_STATES) {
      states.clear();
    }
    LedgerEntry.hash(change.after()).ifPresent(hash -> states.add(hash + change.path()));
  }
}
