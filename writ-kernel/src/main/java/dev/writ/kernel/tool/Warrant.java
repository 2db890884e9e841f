// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.tool;

import dev.writ.base.scope.WalkTerms;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.LineSpan;
import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.door.IssuedWarrant;
import dev.writ.records.change.FileChange;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The permission for one proposal. It opens the hands for exactly the proposal's effects, each
/// changing one once, and closes with the call; using it otherwise is a bug and ends the call.
public sealed interface Warrant permits IssuedWarrant {
  /// The permitted proposal.
  Proposal proposal();

  /// Reads the file of a proposed read.
  ///
  /// @throws IOException if it is missing, no regular file, too large or unreadable
  FileContent read(Effect.ReadPath effect) throws IOException;

  /// Walks the tree of a proposed read.
  void walk(Effect.ReadPath effect, WalkTerms.WalkVisitor visitor) throws IOException;

  /// Records that the model now sees these lines of a read file. A model cannot change lines that
  /// it has not seen.
  ///
  /// @param lines the lines delivered
  /// @param whole whether that is the whole file
  void seen(Effect.ReadPath effect, FileContent content, LineSpan lines, boolean whole);

  /// Replaces the file of a proposed write, with its record in the ledger.
  ///
  /// @throws StaleException if another file exists there now than when it was proposed
  FileChange write(Effect.WritePath effect) throws IOException;

  /// Performs proposed mutations as one, with one record in the ledger: all of them happen, or
  /// none.
  ///
  /// @return the changes, a place each; none where everything was as it should be already
  /// @throws StaleException if something else stands somewhere now than when it was proposed
  List<FileChange> mutate(List<? extends Mutation> effects) throws IOException;

  /// Runs the program of a proposed command to its end.
  ///
  /// @throws InterruptedException when aborted; the process tree is ended before
  Ran run(Effect.RunCommand effect) throws IOException, InterruptedException;

  /// Starts the program of a command that was proposed for the background.
  ///
  /// @return its id from now on
  /// @throws InterruptedException when aborted; the process tree is ended before
  String start(Effect.RunCommand effect) throws IOException, InterruptedException;

  /// The output of a background command since the last read.
  ///
  /// @throws IOException if it turned out that it could not be started
  /// @throws InterruptedException when aborted; it runs on
  NewOutput output(Effect.ReadOutput effect) throws IOException, InterruptedException;

  /// Ends a command in the background with all that it started.
  ///
  /// @throws IOException if it turned out that it could not be started
  NewOutput stop(Effect.StopCommand effect) throws IOException;

  /// Changes the session or the project's intents as proposed.
  ///
  /// @throws InterruptedException when aborted
  ToolResult change(Effect.ChangeSession effect) throws IOException, InterruptedException;

  /// How a command ended.
  ///
  /// @param exitCode its exit code; 128 + n after signal n
  record Ran(
      int exitCode,
      StreamText stdout,
      StreamText stderr,
      boolean timedOut,
      Duration took,
      CommandReport report) {}

  /// The new output of a background command.
  ///
  /// @param ended how it ended; empty while it runs
  record NewOutput(StreamText stdout, StreamText stderr, Optional<Ran> ended) {}

  /// One output stream, tolerant of any bytes and without terminal controls.
  ///
  /// @param totalBytes how much the program wrote; more than the text where it was cut
  record StreamText(String text, boolean cut, long totalBytes) {}

  /// The file changed between proposal and write.
  final class StaleException extends IOException {
    private static final long serialVersionUID = 1;

    public StaleException(String message) {
      super(message);
    }
  }
}
