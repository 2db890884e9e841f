// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.base.value.ErrorCode;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.UnsettledRecordException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// An act whose decision is recorded and whose outcome is not: it collects what the outcome says.
/// Used by the thread of the act.
public final class OpenAct {
  private final AuditLog log;
  private final AuditLog.Written receipt;
  private final long began = System.nanoTime();
  private final List<AppendedRecord> records = new ArrayList<>();
  private Optional<String> code = Optional.empty();
  private Optional<Integer> exit = Optional.empty();
  private Optional<String> commit = Optional.empty();
  private List<String> tampered = List.of();
  private Optional<Background> background = Optional.empty();
  private boolean unsettled;

  OpenAct(AuditLog log, AuditLog.Written receipt) {
    this.log = log;
    this.receipt = receipt;
  }

  /// A command that goes on after its call.
  public interface Background {
    /// What it is called in its session.
    String id();

    /// Has its end told, once, whenever and by whomever it ends; at once where it has ended.
    void whenEnded(Consumer<AuditLog.Ending> listener);
  }

  /// The id of the decision's receipt.
  public String receipt() {
    return receipt.id();
  }

  /// How long the act has taken until now.
  public Duration took() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /// How it ended: `ok`, or the code of the failure. Once said, it stands.
  public void code(String ended) {
    code = Optional.of(ended);
  }

  /// The exit status of its command, and the protected places that it changed, in words.
  public void exit(int status, List<String> changed) {
    exit = Optional.of(status);
    tampered = changed;
  }

  /// The Git commit that it made.
  public void commit(String id) {
    commit = Optional.of(id);
  }

  /// What it wrote in the ledger.
  public void records(List<AppendedRecord> appended) {
    records.addAll(appended);
  }

  /// It goes on in the background.
  public void background(Background command) {
    background = Optional.of(command);
  }

  /// A record of it stands that isn't so: it stays without an outcome, and the next start settles
  /// it.
  public void unsettled() {
    unsettled = true;
  }

  void returned() {
    code = code.or(() -> Optional.of("ok"));
  }

  void failed(Throwable failure) {
    unsettled |= failure instanceof UnsettledRecordException;
    code = code.or(() -> Optional.of(code(failure)));
  }

  private static String code(Throwable failure) {
    return switch (failure) {
      case InterruptedException _, ClosedByInterruptException _ -> "aborted";
      case IOException _ -> ErrorCode.IO_ERROR.name();
      default -> ErrorCode.INTERNAL_ERROR.name();
    };
  }

  void end() {
    if (unsettled) {
      return; // the session stays marked
    }
    try {
      if (background.isPresent()) {
        Background command = background.get();
        log.started(receipt, command.id(), took());
        command.whenEnded(ending -> ended(command.id(), ending));
      } else {
        log.outcome(
            receipt,
            new AuditLog.Outcome(code.orElseThrow(), exit, took(), records, commit, tampered));
      }
    } catch (IOException _) {
      // Verification reports the missing outcome. An end whose start is not recorded would be a
      // second fault.
    }
  }

  private void ended(String id, AuditLog.Ending ending) {
    try {
      log.ended(receipt, id, ending);
    } catch (IOException _) {
      // Verification reports it.
    }
  }
}
