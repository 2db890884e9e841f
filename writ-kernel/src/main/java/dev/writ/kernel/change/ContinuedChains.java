// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.change;

import dev.writ.base.value.ContentHash;
import dev.writ.kernel.store.WorkspaceRecords;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.audit.OwnRecords;
import dev.writ.records.audit.OwnRecords.MadeElsewhere;
import dev.writ.records.form.ChainLink;
import dev.writ.records.ledger.ChainContinuation;
import dev.writ.records.ledger.LedgerReading;
import dev.writ.records.verify.SignatureTrust;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The chains of a ledger whose later records were made in another directory, as the audit log
/// knows: the ledger is a copy of that directory's. Where those records stand there, that is an
/// honest copy; where they don't, or the directory was moved or deleted, they are lost, and the
/// ledger may have been rolled back. It looks at the records while they are verified.
public final class ContinuedChains implements Consumer<ChainLink> {
  private final OwnRecords own;
  private final Map<String, Long> reached = new HashMap<>();
  private final List<Continued> continued = new ArrayList<>();
  private int lines;

  /// A session that went on elsewhere.
  ///
  /// @param place the other directory
  /// @param more how many of its records are there and not here
  public record Continued(String session, String place, long more) {}

  ContinuedChains(OwnRecords own) {
    this.own = own;
  }

  @Override
  public void accept(ChainLink link) {
    lines++;
    if (own.elsewhere().containsKey(link.writer())
        && own.places().containsKey(ContentHash.written(link.hash()))) {
      reached.put(link.writer(), link.seq());
    }
  }

  /// What is to be said of the ledger once all of it was seen.
  VerificationReport judged(VerificationReport report) {
    Map<String, Set<String>> standing = new HashMap<>();
    for (Map.Entry<String, Long> chain : reached.entrySet()) {
      MadeElsewhere last = own.elsewhere().get(chain.getKey());
      if (last == null || last.record().seq() <= chain.getValue()) {
        continue;
      }
      if (!standing.computeIfAbsent(last.place(), this::standing).contains(last.record().hash())) {
        return lost(report, last);
      }
      String session = ChainContinuation.session(chain.getKey());
      long more = last.record().seq() - chain.getValue();
      continued.add(new Continued(session, last.place(), more));
    }
    return report;
  }

  /// Which sessions went on elsewhere, where their records are.
  List<Continued> continued() {
    return continued;
  }

  private VerificationReport lost(VerificationReport report, MadeElsewhere last) {
    String problem =
        "record %s (number %d of %s) is missing here and in %s, but the audit log has it"
            .formatted(
                last.record().id(), last.record().seq(), last.record().writer(), last.place());
    VerificationReport.BrokenLedger lost =
        new VerificationReport.BrokenLedger(lines + 1, problem, Optional.of(last.record().id()));
    return switch (report) {
      case VerificationReport.Sound _ -> lost;
      case VerificationReport.BrokenCheckpoint checkpoint ->
          new VerificationReport.BrokenBoth(lost, checkpoint);
      case VerificationReport.BrokenLedger broken -> broken;
      case VerificationReport.BrokenBoth broken -> broken;
    };
  }

  /// The last records of chains that stand in a directory's ledger, as far as that holds.
  private Set<String> standing(String place) {
    Set<String> found = new HashSet<>();
    try (WorkspaceRoot root = WorkspaceRoot.open(Path.of(place))) {
      Optional<LedgerReading> ledger = new WorkspaceRecords(root).reading();
      if (ledger.isPresent()) {
        try (LedgerReading open = ledger.get()) {
          VerificationReport _ =
              VerificationReport.of(
                  open, Map.of(), new byte[0], SignatureTrust.ANYBODY, Map.of(), found(found));
        }
      }
    } catch (IOException _) {
      return Set.of(); // moved, deleted, or not to be read
    }
    return found;
  }

  private Consumer<ChainLink> found(Set<String> into) {
    return link -> {
      MadeElsewhere last = own.elsewhere().get(link.writer());
      if (last != null && last.record().seq() == link.seq()) {
        into.add(ContentHash.written(link.hash()));
      }
    };
  }
}
