// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.commit;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.records.ledger.Evidence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The journals that Writ leaves out of its commits: they lack lines that the last commit has,
/// because somebody took the file away. Writ's own commit would take these records from everybody.
final class LeftJournals {
  private final Evidence evidence;
  private final List<String> left = new ArrayList<>();

  LeftJournals(Evidence evidence) {
    this.evidence = evidence;
  }

  /// Begins a commit.
  void clear() {
    left.clear();
  }

  /// Whether a file is left out.
  ///
  /// @param commit the last one
  /// @throws IOException if the repository can't be read
  boolean leaves(WorkspacePath place, FileContent now, String commit) throws IOException {
    if (!place.name().endsWith(".jsonl")) {
      return false;
    }
    evidence.expect(commit, List.of(place));
    boolean lacks =
        evidence.past(commit, place) instanceof Evidence.Past.Had(FileContent had)
            && !new HashSet<>(now.lines()).containsAll(had.lines());
    if (lacks) {
      left.add(place.toString());
    }
    return lacks;
  }

  /// What was left out, in words that follow others; empty if nothing was.
  String words() {
    return left.isEmpty()
        ? ""
        : "; left out: %s lacks lines that the last commit has; bring them back or commit it"
            .formatted(String.join(", ", left));
  }
}
