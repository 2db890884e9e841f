// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.tool;

import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.program.StartException;
import dev.writ.kernel.program.UnknownProgramException;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.ledger.UnsettledRecordException;
import dev.writ.sandbox.confinement.SandboxException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Errors while a call is decided or performed, in terms of the error contract.
public final class CallFailure {
  private CallFailure() {}

  /// Reading a file ends like this where the thread is interrupted meanwhile.
  public static InterruptedException aborted() {
    boolean _ = Thread.interrupted();
    return new InterruptedException();
  }

  /// A refusal by the operating system before anything is done.
  ///
  /// @throws InterruptedException if it only shows that the thread was interrupted
  public static ToolError beforeAct(IOException e) throws InterruptedException {
    if (e instanceof ClosedByInterruptException) {
      throw aborted();
    }
    return of(e);
  }

  /// A refusal by the operating system.
  public static ToolError of(IOException e) {
    return switch (e) {
      case UnsettledRecordException unsettled -> of(unsettled);
      case SandboxException unavailable ->
          new ToolError(ErrorCode.SANDBOX_UNAVAILABLE, String.valueOf(unavailable.getMessage()));
      case UnknownProgramException unknown ->
          new ToolError(ErrorCode.BINARY_CHANGED, String.valueOf(unknown.getMessage()));
      case StartException refused ->
          new ToolError(ErrorCode.COMMAND_FAILED_TO_START, String.valueOf(refused.getMessage()));
      case NoSuchFileException missing ->
          new ToolError(
              ErrorCode.FILE_NOT_FOUND, "There is no " + DisplayText.named(missing.getFile()));
      case FileNotFoundException missing ->
          new ToolError(ErrorCode.BINARY_NOT_FOUND, String.valueOf(missing.getMessage()));
      case WorkspaceRoot.NotAFileException other ->
          new ToolError(
              ErrorCode.NOT_A_FILE,
              DisplayText.named(other.getFile()) + " is " + other.getReason());
      case WorkspaceRoot.TooLargeException large ->
          new ToolError(
              ErrorCode.TOO_LARGE, DisplayText.named(large.getFile()) + ": " + large.getReason());
      case FileSystemException file when file.getReason() != null ->
          new ToolError(
              ErrorCode.IO_ERROR, DisplayText.named(file.getFile()) + ": " + file.getReason());
      default -> new ToolError(ErrorCode.IO_ERROR, String.valueOf(e.getMessage()));
    };
  }

  private static ToolError of(UnsettledRecordException unsettled) {
    ToolError why =
        unsettled.failure() instanceof IOException refused ? of(refused) : bug(unsettled.failure());
    return new ToolError(why.code(), why.message() + UnsettledRecordException.remedy());
  }

  /// A defect of Writ: an unchecked exception, or an error such as a stack overflow.
  public static ToolError bug(Throwable e) {
    return new ToolError(ErrorCode.INTERNAL_ERROR, "A defect of Writ ended the call: " + e);
  }
}
