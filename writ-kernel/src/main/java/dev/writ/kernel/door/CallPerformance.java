// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.door;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.approval.ApprovalCheck;
import dev.writ.kernel.approval.ApprovalCheck.Settling;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.settle.BackgroundRecord;
import dev.writ.kernel.settle.ChangeConsent;
import dev.writ.kernel.tool.CallFailure;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.Warrant;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.OpenAct;
import dev.writ.records.ledger.UnsettledRecordException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Optional;

/// Performs a decided call with its warrant, and says what its outcome is, whatever happens.
final class CallPerformance {
  /// The means of a warrant.
  ///
  /// @param receipt the id of the decision
  /// @param consent decides whether what a command changes counts; empty where that was decided
  record WarrantGround(String receipt, Optional<ChangeConsent> consent) {}

  private final ActRecorder acts;
  private final SecretMasker masker;

  CallPerformance(ActRecorder acts, SecretMasker masker) {
    this.acts = acts;
    this.masker = masker;
  }

  /// The means of a call's warrant.
  WarrantGround ground(
      Settling settling, ApprovalCheck approval, ShownChangesCheck.CommandCall call) {
    return new WarrantGround(
        call.receipt(),
        settling == Settling.AT_ONCE
            ? Optional.empty()
            : Optional.of(new ShownChangesCheck(approval, acts, masker, call)));
  }

  /// Performs a call. The warrant is closed afterwards, and the act knows what to record.
  ///
  /// @return the result, without secrets and with the time that it took; that of a call that was
  ///     aborted after it had begun says what it did, and the thread is interrupted still
  /// @throws InterruptedException when aborted before anything was done
  ToolResult perform(ToolCatalogue.Performer performer, IssuedWarrant warrant, OpenAct open)
      throws InterruptedException {
    try {
      ToolResult plain = attempt(performer, warrant, open);
      ToolResult result = mask(plain).with("duration_ms", open.took().toMillis());
      if (result instanceof ToolResult.Failure failure) {
        open.code(failure.error().code().name());
      }
      return result;
    } finally {
      warrant.close();
      warrant.ended().ifPresent(ran -> open.exit(ran.status(), ran.report().tampered()));
      open.records(warrant.records());
      warrant.started().map(BackgroundRecord::new).ifPresent(open::background);
    }
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

  private static ToolResult attempt(
      ToolCatalogue.Performer performer, IssuedWarrant warrant, OpenAct open)
      throws InterruptedException {
    try {
      return warrant.withReport(performer.perform(warrant));
    } catch (ClosedByInterruptException | InterruptedException _) {
      ToolError what = warrant.aborted().orElseThrow(CallFailure::aborted);
      Thread.currentThread().interrupt();
      return new ToolResult.Failure(what);
    } catch (Warrant.StaleException e) {
      return ToolResult.failed(ErrorCode.STALE_FILE, String.valueOf(e.getMessage()));
    } catch (UnsettledRecordException e) {
      open.unsettled();
      return new ToolResult.Failure(warrant.withReport(CallFailure.of(e)));
    } catch (IOException e) {
      return new ToolResult.Failure(warrant.withReport(CallFailure.of(e)));
    } catch (RuntimeException | Error e) {
      return new ToolResult.Failure(CallFailure.bug(e));
    }
  }
}
