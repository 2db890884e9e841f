// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The read-only sources of attribution.
public interface Evidence {
  /// How long the ledger is, in bytes; 0 where there is none.
  ///
  /// @throws IOException where it can't be looked at
  long ledgerBytes() throws IOException;

  /// Reads a piece of the ledger.
  ///
  /// @return fewer bytes than wanted only where it ends
  /// @throws IOException where it can't be read
  byte[] ledger(long from, int wanted) throws IOException;

  /// A file of the workspace as it is now; empty where no readable text file is.
  ///
  /// @throws IOException where the operating system fails
  Optional<FileContent> file(WorkspacePath path) throws IOException;

  /// An old content that was kept for undo, if it still is.
  ///
  /// @throws IOException where the operating system fails
  Optional<FileContent> kept(String hash) throws IOException;

  /// A file as it was in a commit of the repository.
  ///
  /// @param commit its id
  /// @throws IOException where the repository can't be read
  Past past(String commit, WorkspacePath path) throws IOException;

  /// Announces that these files of a commit are asked about next, so that they can be read
  /// together.
  ///
  /// @throws IOException where the repository can't be read
  default void expect(String commit, List<WorkspacePath> paths) throws IOException {}

  /// The commit that is checked out; empty where there is none.
  Optional<String> checkedOut();

  /// A commit's parents; empty where the repository doesn't have it.
  ///
  /// @throws IOException where the repository can't be read
  List<String> parents(String commit) throws IOException;

  /// A file as a commit has it.
  sealed interface Past {
    /// It had that content.
    record Had(FileContent content) implements Past {}

    /// It had no such file.
    record Lacked() implements Past {}

    /// The repository does not have the answer: there is none, or the commit is missing.
    record Silent() implements Past {}
  }
}
