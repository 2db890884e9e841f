// Implements: docs/spec/02-architecture.md §2.3 (Kernel packages)
package dev.writ.kernel.session;

import dev.writ.kernel.policy.ProgramDirectory;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.records.audit.AuditLog;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The places of a workspace and its records.
///
/// @param directory the workspace
/// @param data the user's data directory, with the audit log
/// @param session the session's id
/// @param environment the variables Writ was started with
/// @param programs directories of programs besides the usual ones
/// @param auditBytes how large a file of the audit log becomes before the next one is begun
public record WorkspacePlace(
    Path directory,
    Path data,
    String session,
    Map<String, String> environment,
    List<ProgramDirectory> programs,
    long auditBytes) {
  public WorkspacePlace {
    environment = Map.copyOf(environment);
    programs = List.copyOf(programs);
  }

  /// Whether this process was started by Writ.
  public boolean isGoverned() {
    return environment.containsKey(ProgramEnvironment.CHILD_MARKER);
  }

  /// The directories of its programs.
  public ProgramEnvironment programEnvironment() {
    return new ProgramEnvironment(environment, programs);
  }

  /// With the usual programs, and files of the audit log as large as usual.
  public WorkspacePlace(
      Path directory, Path data, String session, Map<String, String> environment) {
    this(directory, data, session, environment, List.of(), AuditLog.MAX_BYTES);
  }
}
