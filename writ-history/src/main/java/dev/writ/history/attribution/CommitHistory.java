// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.ledger.Evidence;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The facts about lines in the repository's history.
public final class CommitHistory {
  /// How many commits are looked at, at most.
  private static final int MOST_COMMITS = 5_000;

  private final Evidence evidence;
  private final Map<String, Set<Long>> lines = new HashMap<>();

  CommitHistory(Evidence evidence) {
    this.evidence = evidence;
  }

  /// The commit that is checked out; empty where there is none.
  public Optional<String> checkedOut() {
    return evidence.checkedOut();
  }

  /// Announces that these files of a commit are asked about next.
  ///
  /// @throws IOException where the repository can't be read
  public void expect(String commit, List<WorkspacePath> paths) throws IOException {
    evidence.expect(commit, paths);
  }

  /// A commit's first parent; empty for the first commit.
  ///
  /// @throws IOException where the repository can't be read
  public Optional<String> parent(String commit) throws IOException {
    List<String> parents = evidence.parents(commit);
    return parents.isEmpty() ? Optional.empty() : Optional.of(parents.getFirst());
  }

  /// The lines of a file in a commit; none where it has no such file.
  ///
  /// @throws IOException where the repository can't be read
  public List<String> lines(String commit, WorkspacePath path) throws IOException {
    return evidence.past(commit, path) instanceof Evidence.Past.Had(FileContent content)
            && !content.binary()
        ? content.lines()
        : List.of();
  }

  /// The commit that first had a line, of those from which it is in the file without a gap up to
  /// the commit that is checked out; empty where that has no such line.
  ///
  /// @throws IOException where the repository can't be read
  public Optional<String> first(WorkspacePath path, String line) throws IOException {
    long key = LineForm.of(line).key();
    Optional<String> head = evidence.checkedOut();
    if (head.isEmpty() || !has(head.get(), path, key)) {
      return Optional.empty();
    }
    String last = head.get();
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(last));
    while (!open.isEmpty() && seen.size() < MOST_COMMITS) {
      String commit = open.poll();
      if (seen.add(commit)) {
        last = commit;
        for (String parent : evidence.parents(commit)) {
          if (has(parent, path, key)) {
            open.add(parent);
          }
        }
      }
    }
    return Optional.of(last);
  }

  private boolean has(String commit, WorkspacePath path, long key) throws IOException {
    Set<Long> known = lines.get(commit + path);
    if (known == null) {
      known = new HashSet<>();
      for (String line : lines(commit, path)) {
        known.add(LineForm.of(line).key());
      }
      lines.put(commit + path, known);
    }
    return known.contains(key);
  }
}
