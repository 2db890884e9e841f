// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.change;

import dev.writ.base.value.FileContent;
import dev.writ.kernel.store.ContentBatch;
import dev.writ.kernel.store.ContentBatch.FileSystemForce;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.PendingAppend;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;

/// Records of what one program changed. Their old contents are forced together, then their lines:
/// each force takes milliseconds, however much it forces.
public final class RecordSeries {
  private final Ledger ledger;
  private final ContentBatch contents;
  private final List<PendingAppend> records = new ArrayList<>();

  RecordSeries(Ledger ledger, ContentBatch contents) {
    this.ledger = ledger;
    this.contents = contents;
  }

  /// One record more. Of its changes no contents are held.
  void add(LedgerEntry entry) throws IOException {
    List<FileContent> old = new ArrayList<>();
    for (FileChange change : entry.changes()) {
      ChangeTransaction.content(change.before()).ifPresent(old::add);
    }
    contents.add(old);
    records.add(ledger.prepare(entry));
  }

  /// Writes them; durable when this returns.
  ///
  /// @param appended receives each record that stands in the ledger, with its number, also where
  ///     others could not be written
  /// @throws IOException where not all could be written
  public void append(ObjIntConsumer<AppendedRecord> appended) throws IOException {
    contents.force();
    write(appended);
  }

  /// The same where all of the workspace's file system is forced before.
  ///
  /// @param fileSystem forces it
  public void append(FileSystemForce fileSystem, ObjIntConsumer<AppendedRecord> appended)
      throws IOException {
    contents.forceWith(fileSystem);
    write(appended);
  }

  private void write(ObjIntConsumer<AppendedRecord> appended) throws IOException {
    ledger.append(records, appended);
    records.clear();
  }
}
