// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.settle;

import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.hand.BackgroundCommand;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.audit.OpenAct;
import dev.writ.sandbox.confinement.SandboxException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// A command in the background, as the record of its call sees it.
public record BackgroundRecord(BackgroundCommand command) implements OpenAct.Background {
  @Override
  public String id() {
    return command.id();
  }

  @Override
  public void whenEnded(Consumer<AuditLog.Ending> listener) {
    command.whenEnded(() -> listener.accept(ending()));
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
