// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.door;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.approval.ApprovalCheck;
import dev.writ.kernel.approval.ApprovalCheck.Settling;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.run.BackgroundRecord;
import dev.writ.kernel.tool.CallFailure;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.Warrant;
import dev.writ.records.audit.AuditLog;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Optional;

/// Performs a decided call with its warrant, and records the outcome whatever happens.
final class CallPerformance {
  private final AuditLog audit;
  private final SecretMasker masker;

  CallPerformance(AuditLog audit, SecretMasker masker) {
    this.audit = audit;
    this.masker = masker;
  }

  /// Masks secrets.
  SecretMasker masker() {
    return masker;
  }

  /// The means of a call's warrant.
  WarrantGround ground(Settling settling, ApprovalCheck approval, ShownChangesCheck.Call call) {
    return new WarrantGround(
        call.receipt(),
        settling == Settling.AT_ONCE
            ? Optional.empty()
            : Optional.of(new ShownChangesCheck(approval, audit, this, call)));
  }

  /// Performs a call. The warrant is closed afterwards, and the receipt has its outcome.
  ///
  /// @return the result, without secrets and with the time that it took; that of a call that was
  ///     aborted after it had begun says what it did, and the thread is interrupted still
  /// @throws InterruptedException when aborted before anything was done
  ToolResult perform(
      ToolCatalogue.Performer performer, AuditLog.Written receipt, IssuedWarrant warrant)
      throws InterruptedException {
    long began = System.nanoTime();
    ToolResult result = ToolResult.failed(ErrorCode.CALL_NOT_EXECUTED, "aborted");
    try {
      ToolResult plain = attempt(performer, warrant);
      result = mask(plain).with("duration_ms", (System.nanoTime() - began) / 1_000_000);
    } finally {
      warrant.close();
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      if (warrant.started().isPresent()) {
        new BackgroundRecord(audit, receipt, warrant.started().get()).keep(took);
      } else {
        recordOutcome(
            receipt,
            new AuditLog.Outcome(code(result), warrant.exitCode(), took, warrant.records()));
      }
    }
    return result;
  }

  /// A text in which secrets can't be looked for is not shown.
  private ToolResult mask(ToolResult result) {
    try {
      return new CallMasking(masker).result(result);
    } catch (RuntimeException | Error e) {
      return ToolResult.failed(
          ErrorCode.INTERNAL_ERROR,
          "The call was performed, and a defect of Writ ended it before its result could be shown: "
              + e.getClass().getName());
    }
  }

  private static ToolResult attempt(ToolCatalogue.Performer performer, IssuedWarrant warrant)
      throws InterruptedException {
    try {
      return warrant.withReport(performer.perform(warrant));
    } catch (ClosedByInterruptException | InterruptedException _) {
      ToolError what = warrant.aborted().orElseThrow(CallFailure::aborted);
      Thread.currentThread().interrupt();
      return new ToolResult.Failure(what);
    } catch (Warrant.StaleException e) {
      return ToolResult.failed(ErrorCode.STALE_FILE, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return new ToolResult.Failure(warrant.withReport(CallFailure.of(e)));
    } catch (RuntimeException | Error e) {
      return new ToolResult.Failure(CallFailure.bug(e));
    }
  }

  private static String code(ToolResult result) {
    return result instanceof ToolResult.Failure failure ? failure.error().code().name() : "ok";
  }

  /// Records the outcome of a call. A failed write has no further effect: verification reports the
  /// receipt without an outcome, and the next receipt finds the full disk before anything happens.
  void recordOutcome(AuditLog.Written receipt, AuditLog.Outcome outcome) {
    try {
      audit.outcome(receipt, outcome);
    } catch (IOException _) {
      // Verification reports the missing outcome.
    }
  }
}
