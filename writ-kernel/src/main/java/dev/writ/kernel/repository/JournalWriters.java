// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.repository;

import dev.writ.records.audit.AuditLog;
import dev.writ.records.audit.AuditTrail;
import dev.writ.sandbox.protection.RightfulWriters;
import java.io.IOException;

/// Other sessions that may append to this workspace's journals while a command runs. Before each
/// record there is a receipt in the audit log, behind it an outcome, and until then its session is
/// marked: all of that is out of reach of commands.
public final class JournalWriters implements RightfulWriters {
  private final AuditTrail audit;
  private final AuditLog.Workspace workspace;
  private final String session;

  /// @param session the one whose command runs
  public JournalWriters(AuditTrail audit, AuditLog.Workspace workspace, String session) {
    this.audit = audit;
    this.workspace = workspace;
    this.session = session;
  }

  @Override
  public WriterWatch watch() throws IOException {
    AuditTrail.AuditExtent before = audit.extent();
    return _ -> audit.isAnotherAtWork(workspace, session) || !audit.extent().equals(before);
  }
}
