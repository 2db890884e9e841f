// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.host;

import dev.writ.app.process.ProcessContext;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.records.journal.JournalLook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a person is told at a start about a ledger or an audit log that can't be what Writ wrote:
/// everything else passes over what is no record. So are they of intents that can't be read, or of
/// what else keeps all changes off.
final class DamagedRecords {
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";
  private static final String AUDIT = "audit.jsonl";

  private DamagedRecords() {}

  /// Says it, a line for each.
  ///
  /// @throws IOException when interrupted while the intents are read
  static void tell(Governor governor, ProcessContext context) throws IOException {
    List<String> told = told(governor.root(), context.data());
    if (governor.intents() instanceof DeclaredIntents.MalformedIntents(String problem)) {
      told.add(problem);
    }
    for (String line : told) {
      context.err().println("writ: " + DisplayText.line(line));
    }
  }

  private static List<String> told(Path root, Path data) {
    List<String> told = new ArrayList<>();
    fault(root.resolve(LEDGER))
        .ifPresent(
            fault ->
                told.add(
                    LEDGER
                        + " "
                        + fault
                        + ": blame, undo and the intent map lack what it had. 'writ trace verify'"
                        + " names the place; restore it ('git checkout -- "
                        + LEDGER
                        + "' or a backup), or move it away to begin a new one"));
    fault(data.resolve(AUDIT))
        .ifPresent(
            fault ->
                told.add(
                    data.resolve(AUDIT)
                        + " "
                        + fault
                        + ": the decisions that it had can't be looked up, and records of this"
                        + " person count as somebody else's. 'writ audit verify' names the place;"
                        + " restore it from a backup, or move it away to begin a new one"));
    return told;
  }

  private static Optional<String> fault(Path file) {
    try {
      return JournalLook.fault(file);
    } catch (IOException e) {
      return Optional.of("can't be read (" + e.getMessage() + ")");
    }
  }
}
