// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.file;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Files as a turn left them, which another program may change at any time. It also notices a
/// change that is taken back.
public final class LeftFiles {
  private final Hands hands;
  private final Map<WorkspacePath, Optional<String>> left;
  private final Map<WorkspacePath, String> objections;
  private final Map<WorkspacePath, Optional<DirectoryEntry>> looks = new HashMap<>();

  /// @param left the hash of each, as records have it; of a link that of where it leads
  /// @param objections what speaks against some of them from the beginning
  public LeftFiles(
      Hands hands,
      Map<WorkspacePath, Optional<String>> left,
      Map<WorkspacePath, String> objections) {
    this.hands = hands;
    this.left = Map.copyOf(left);
    this.objections = Map.copyOf(objections);
  }

  /// What speaks against files: also that one is not as it was left, or was changed since the first
  /// call.
  ///
  /// @throws IOException if that can't be said
  public Map<WorkspacePath, String> objections() throws IOException {
    Map<WorkspacePath, String> changed = new LinkedHashMap<>(objections);
    try (DirectoryCursor cursor = new DirectoryCursor(hands.root().path())) {
      for (Map.Entry<WorkspacePath, Optional<String>> file : left.entrySet()) {
        WorkspacePath path = file.getKey();
        Optional<DirectoryEntry> look = look(cursor, path); // before the content: Git may read then
        boolean seen = looks.computeIfAbsent(path, _ -> look).equals(look);
        if (!seen || !now(path).equals(file.getValue())) {
          changed.put(path, path + " changed after the turn");
        }
      }
    }
    return changed;
  }

  private static Optional<DirectoryEntry> look(DirectoryCursor cursor, WorkspacePath path)
      throws IOException {
    try {
      return Optional.ofNullable(cursor.at(path.parent()).entry(path.name()));
    } catch (FileSystemException _) {
      return Optional.empty(); // the directory is gone
    }
  }

  private Optional<String> now(WorkspacePath path) throws IOException {
    try {
      return LedgerEntry.hash(hands.files().stateOrLink(path));
    } catch (FileSystemException _) {
      return Optional.empty(); // not to be read: nothing of it is known
    }
  }
}
