// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.records.journal.SegmentedJournal;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// A watch of the sessions in workspaces that lie below another one or around it. All that it goes
/// by, the audit log and the sessions' marks, is out of reach of commands.
public final class OverlappingSessions {
  private final Path file;
  private final Path workspace;
  private final SegmentedJournal.JournalExtent since;
  private final Set<AuditLog.Workspace> living;

  /// @param file the audit log
  /// @param workspace the real path of the other one
  /// @param since how far the log went when the watch began
  OverlappingSessions(Path file, Path workspace, SegmentedJournal.JournalExtent since)
      throws IOException {
    this.file = file;
    this.workspace = workspace;
    this.since = since;
    this.living = living(file, workspace);
  }

  private static Set<AuditLog.Workspace> living(Path file, Path workspace) throws IOException {
    return SessionMark.living(
        file.resolveSibling(AuditLog.MARKS), one -> overlaps(workspace, one.path()));
  }

  /// Not with one whose name this process can't write.
  private static boolean overlaps(Path workspace, String other) {
    try {
      Path path = Path.of(other);
      return !path.equals(workspace) && (path.startsWith(workspace) || workspace.startsWith(path));
    } catch (InvalidPathException _) {
      return false;
    }
  }

  /// The workspaces in which a session had begun acts and may not have ended them when the watch
  /// began, or has begun or ended one since.
  ///
  /// @throws IOException where that can't be looked up
  public Set<AuditLog.Workspace> workspaces() throws IOException {
    Set<AuditLog.Workspace> found = new LinkedHashSet<>(living);
    found.addAll(living(file, workspace));
    SegmentedJournal.readSince(
        file,
        since,
        (_, _, text) ->
            workspace(text).filter(one -> overlaps(workspace, one.path())).ifPresent(found::add));
    return found;
  }

  private static Optional<AuditLog.Workspace> workspace(String line) {
    try {
      Json.Obj json = JsonReader.readObject(line);
      return AuditLog.Workspace.of(json);
    } catch (JsonException _) {
      return Optional.empty();
    }
  }
}
