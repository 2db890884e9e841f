// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.RecordedChange;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Finds the states that a record names by their hashes after its process was killed: in the
/// workspace, in what is left of a command's view, among the old contents and what was staged.
public final class RecordedStateFinder {
  private static final ToolError LOST =
      new ToolError(ErrorCode.FILE_NOT_FOUND, "The content of a recorded state is lost");

  private final Hands hands;
  private final Optional<Path> view;

  /// @param view the changed files of the command; empty where it had no view
  public RecordedStateFinder(Hands hands, Optional<Path> view) {
    this.hands = hands;
    this.view = view;
  }

  /// The state of a change's place.
  ///
  /// @param recorded the change's state before or after it
  /// @return unusable where its content is lost
  /// @throws IOException where something can't be read
  public FileState state(RecordedChange file, RecordedChange.RecordedState recorded)
      throws IOException {
    if (recorded.directory()) {
      return recorded.vacant() ? new FileState.Absent() : new FileState.Directory();
    }
    Optional<String> hash = recorded.hash();
    if (hash.isEmpty()) {
      return new FileState.Absent();
    }
    WorkspacePath path = file.place();
    Optional<WorkspacePath> from = file.formerPlace();
    for (WorkspacePath place : from.map(old -> List.of(path, old)).orElse(List.of(path))) {
      FileState there = hands.files().stateOrLink(place);
      if (LedgerEntry.hash(there).equals(hash)) {
        return there;
      }
    }
    if (view.isPresent()) {
      FileState changed = changed(view.get(), path);
      if (LedgerEntry.hash(changed).equals(hash)) {
        return changed;
      }
    }
    Optional<FileContent> kept = hands.store().get(hash.get());
    return (kept.isPresent() ? kept : hands.store().staged(hash.get()))
        .<FileState>map(c -> recorded.link() ? new FileState.Link(c) : new FileState.Present(c))
        .orElseGet(() -> new FileState.Unusable(LOST));
  }

  private FileState changed(Path upper, WorkspacePath path) throws IOException {
    try (ViewContents contents =
        new ViewContents(hands.files(), hands.root(), WorkspaceRoot.open(upper))) {
      return contents.after(path);
    } catch (FileSystemException _) {
      return new FileState.Absent(); // the view has nothing at this place, or is gone
    }
  }
}
