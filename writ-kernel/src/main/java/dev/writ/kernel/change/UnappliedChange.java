// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.file.Hands;
import dev.writ.records.change.FileChange;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// A recorded change that was not made, or only in part.
final class UnappliedChange {
  private final FileChange recorded;

  /// @param recorded what its record says
  UnappliedChange(FileChange recorded) {
    this.recorded = recorded;
  }

  /// The change that takes back what was recorded and is not so; empty where all is as recorded.
  /// Where another program has changed the place meanwhile, nothing of the record was made: what
  /// stands there is that program's.
  ///
  /// @throws IOException where what stands there can't be read
  Optional<FileChange> correction(Hands hands) throws IOException {
    Optional<BasicFileAttributes> now = hands.root().attributes(recorded.path());
    boolean isDirectory = now.isPresent() && now.get().isDirectory();
    boolean isAsRecorded =
        recorded.after() instanceof FileState.Directory
            ? isDirectory
            : recorded.from().isEmpty()
                && now.isPresent()
                && !isDirectory
                && hands.files().stateOrLink(recorded.path()).equals(recorded.after());
    if (isAsRecorded) {
      FileChange.Modes modes =
          new FileChange.Modes(recorded.modes().after(), hands.files().mode(recorded.path()));
      FileChange change =
          new FileChange(recorded.path(), recorded.after(), recorded.after()).with(modes);
      return Optional.of(change).filter(FileChange::isChange);
    }
    if (recorded.from().isPresent() && now.isPresent() && !isDirectory) {
      return Optional.of(stayed(recorded.from().get(), hands.files()));
    }
    boolean isGone =
        recorded.after() instanceof FileState.Absent
            && (now.isEmpty() || isDirectory != recorded.before() instanceof FileState.Directory);
    return isGone ? Optional.empty() : Optional.of(recorded.back());
  }

  /// A file that was to be moved and changed came to the new place and did not go from the old one.
  private static FileChange stayed(WorkspacePath from, FileHand files) throws IOException {
    FileChange.Modes modes = new FileChange.Modes(Optional.empty(), files.mode(from));
    return new FileChange(from, new FileState.Absent(), files.stateOrLink(from)).with(modes);
  }
}
