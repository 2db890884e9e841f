// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.repository;

import dev.writ.kernel.store.ViewStore;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.audit.AuditTrail;
import dev.writ.records.audit.OverlappingSessions;
import dev.writ.records.journal.SegmentedJournal;
import dev.writ.sandbox.protection.PathProtection;
import dev.writ.sandbox.protection.RightfulWriters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// Other sessions that may append to this workspace's journals while a command runs, and whose Git
/// may work in it from a project below the workspace or around it. Before each record there is a
/// receipt in the audit log, behind it an outcome, and until then its session is marked. Each use
/// of Git is shown, too: all of that is out of reach of commands.
public final class OtherSessions implements RightfulWriters {
  /// Files that are written now may have an older time, by as much as file systems are coarse.
  private static final Duration COARSE = Duration.ofSeconds(2);

  private final AuditTrail audit;
  private final AuditLog.Workspace workspace;
  private final String session;
  private final ViewStore store;

  /// @param session the one whose command runs
  /// @param store knows where each workspace's uses of Git are shown
  public OtherSessions(
      AuditTrail audit, AuditLog.Workspace workspace, String session, ViewStore store) {
    this.audit = audit;
    this.workspace = workspace;
    this.session = session;
    this.store = store;
  }

  @Override
  public WriterWatch watch() throws IOException {
    Path root = Path.of(workspace.path());
    Instant since = Instant.now().minus(COARSE);
    SegmentedJournal.JournalExtent before = audit.extent();
    OverlappingSessions overlapping = audit.overlapping(root, before);
    return place ->
        PathProtection.isJournal(root, place)
            ? audit.isAnotherAtWork(workspace, session) || !audit.extent().equals(before)
            : isInUse(overlapping, since, place);
  }

  private boolean isInUse(OverlappingSessions overlapping, Instant since, Path place)
      throws IOException {
    for (AuditLog.Workspace one : overlapping.workspaces()) {
      if (reaches(Path.of(one.path()), place)
          && RepositoryUse.isInUse(store.records(RepositoryUse.KIND, one.identity()), since)) {
        return true;
      }
    }
    return false;
  }

  /// Whether Git in a project may change what is at a place of this workspace: that of one around
  /// works in all of it; that of one below in its own repository or, where that is elsewhere (of a
  /// submodule or a further worktree) or it has none, in those around it.
  private boolean reaches(Path project, Path place) {
    Path own = project.resolve(RepositoryUse.GIT);
    if (Path.of(workspace.path()).startsWith(project) || place.startsWith(own)) {
      return true;
    }
    Path repository = place;
    while (repository != null && !repository.endsWith(RepositoryUse.GIT)) {
      repository = repository.getParent();
    }
    return repository != null
        && project.startsWith(repository.resolveSibling(""))
        && !Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS);
  }
}
