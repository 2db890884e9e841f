// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.records.audit.AuditTrail;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Reports the changes of other writers while a command ran, from their records. A record counts
/// only if the audit log, out of reach of commands, has it: any program can append a line to the
/// ledger.
final class OtherWriters {
  /// A record is in the ledger shortly before the audit log knows it.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Ledger ledger;
  private final AuditTrail audit;
  private final long mark;
  private final Set<String> own;

  /// From now on.
  ///
  /// @throws IOException where the ledger can't be read
  OtherWriters(Ledger ledger, AuditTrail audit) throws IOException {
    this(ledger, audit, ledger.size(), EarlierRecords.NONE);
  }

  /// @param mark how long the ledger was when the command began
  /// @param own what was recorded of the command itself
  OtherWriters(Ledger ledger, AuditTrail audit, long mark, EarlierRecords own) {
    this.own = own.all().stream().map(AppendedRecord::hash).collect(Collectors.toSet());
    this.ledger = ledger;
    this.audit = audit;
    this.mark = mark;
  }

  /// The changes of other writers.
  ///
  /// @param places the paths that they changed, each with the hash of what they left there
  /// @param unknown the number of records whose writers the audit log does not know
  record OtherChanges(Set<String> places, int unknown) {
    /// The report on records that no session made.
    Optional<String> report() {
      return unknown == 0
          ? Optional.empty()
          : Optional.of(
              "%s has %d new records that none of your sessions made"
                  .formatted(Ledger.PATH, unknown));
    }
  }

  /// The changes so far. Waits for the audit log where it does not know all records yet.
  OtherChanges changes() throws IOException, InterruptedException {
    List<TraceRecord> since = new ArrayList<>(ledger.since(mark));
    since.removeIf(record -> own.contains(hash(record)));
    Set<String> others = new HashSet<>();
    List<TraceRecord> known = known(since);
    for (TraceRecord record : known) {
      for (RecordedChange file : record.files()) {
        others.add(file.after().hash().orElse("") + " " + file.path());
        file.from().ifPresent(from -> others.add(" " + from));
      }
    }
    return new OtherChanges(others, since.size() - known.size());
  }

  private List<TraceRecord> known(List<TraceRecord> since)
      throws IOException, InterruptedException {
    if (since.isEmpty()) {
      return since;
    }
    Set<String> hashes = new HashSet<>();
    since.forEach(record -> hashes.add(hash(record)));
    long until = System.nanoTime() + PATIENCE.toNanos();
    Set<String> known = audit.known(hashes);
    while (known.size() < hashes.size() && System.nanoTime() < until) {
      Thread.sleep(PAUSE);
      known = audit.known(hashes);
    }
    Set<String> found = known;
    return since.stream().filter(record -> found.contains(hash(record))).toList();
  }

  /// Not the id, which any line can have.
  private static String hash(TraceRecord record) {
    return record.appended().hash();
  }
}
