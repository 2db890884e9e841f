// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.door;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.objects.GitFiles;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.kernel.store.WorkspaceRecords;
import dev.writ.records.ledger.Evidence;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The sources of attribution in a workspace: its ledger, its files, the contents stored for undo,
/// and the repository's objects.
///
/// @param records where the ledger is
/// @param hands for the files and what was kept
/// @param git for what commits had
record WorkspaceEvidence(WorkspaceRecords records, Hands hands, GitFiles git) implements Evidence {
  /// With Git run in the sandbox of commands, which is set up when a commit is asked about first.
  static WorkspaceEvidence of(
      WorkspaceRecords records,
      Hands hands,
      GitHead head,
      WorkspacePlace place,
      CommandServices commands) {
    ProgramEnvironment programs = place.programEnvironment();
    return new WorkspaceEvidence(
        records,
        hands,
        new GitFiles(hands.root(), head, programs, () -> commands.parts().running().sandbox()));
  }

  @Override
  public long ledgerBytes() throws IOException {
    return records.size();
  }

  @Override
  public byte[] ledger(long from, int wanted) throws IOException {
    return records.read(from, wanted);
  }

  @Override
  public Optional<FileContent> file(WorkspacePath path) throws IOException {
    try {
      return !path.isRoot() && hands.files().state(path) instanceof FileState.Present present
          ? Optional.of(present.content())
          : Optional.empty();
    } catch (java.nio.file.FileSystemException _) {
      return Optional.empty(); // not to be read: nothing of it is known
    }
  }

  @Override
  public Optional<FileContent> kept(String hash) throws IOException {
    return hands.store().get(hash);
  }

  @Override
  public void expect(String commit, List<WorkspacePath> paths) throws IOException {
    git.expect(commit, paths);
  }

  @Override
  public Optional<String> checkedOut() {
    return git.checkedOut();
  }

  @Override
  public List<String> parents(String commit) throws IOException {
    return git.commit(commit).map(GitFiles.Commit::parents).orElse(List.of());
  }

  @Override
  public Past past(String commit, WorkspacePath path) throws IOException {
    return switch (git.at(commit, path)) {
      case GitFiles.CommittedState.Blob(FileContent content) -> new Past.Had(content);
      case GitFiles.CommittedState.Missing _ -> new Past.Lacked();
      case GitFiles.CommittedState.Unreadable _ -> new Past.Silent();
    };
  }
}
