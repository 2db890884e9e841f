// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.run;

import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.hand.BackgroundCommand;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.records.audit.AuditLog;
import dev.writ.sandbox.confinement.SandboxException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// Records that a command continues in the background, and its end, whenever and by whomever. A
/// failed write is handled like that of any outcome: verification reports it.
public record BackgroundRecord(
    AuditLog audit, AuditLog.Written receipt, BackgroundCommand command) {
  /// Writes the outcome of the start, and that of the end when it comes.
  ///
  /// @param took how long starting it took
  public void keep(Duration took) {
    try {
      audit.started(receipt, command.id(), took);
    } catch (IOException _) {
      return; // the end of what was never said to have begun would be a second fault
    }
    command.whenEnded(this::ended);
  }

  private void ended() {
    try {
      audit.ended(receipt, command.id(), ending());
    } catch (IOException _) {
      // A failed write is handled like that of any outcome: verification reports it.
    }
  }

  private AuditLog.Ending ending() {
    try {
      CommandOutcome outcome = command.ended().orElseThrow();
      String code =
          !outcome.report().tampered().isEmpty()
              ? ErrorCode.PROTECTED_PATH.name()
              : outcome.timedOut()
                  ? ErrorCode.COMMAND_TIMEOUT.name()
                  : command.stopped() ? "stopped" : "ok";
      return new AuditLog.Ending(code, Optional.of(outcome.status()), outcome.took());
    } catch (SandboxException _) {
      return failed(ErrorCode.SANDBOX_UNAVAILABLE);
    } catch (IOException _) {
      return failed(ErrorCode.COMMAND_FAILED_TO_START);
    }
  }

  private static AuditLog.Ending failed(ErrorCode code) {
    return new AuditLog.Ending(code.name(), Optional.empty(), Duration.ZERO);
  }
}
