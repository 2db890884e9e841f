// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.trace;

import dev.writ.history.attribution.LineAuthor;
import dev.writ.records.ledger.TraceRecord;
import java.util.Set;

/// The records that the person's audit log has. Another one is a colleague's, that of another
/// machine, or forged: any program, and whoever has the repository, can append one.
///
/// @param hashes of the records' lines
public record VouchedRecords(Set<String> hashes) {
  /// The member of a record's data that says by whom it is.
  public static final String MEMBER = "recorded_by";

  /// By whom a record is that the log does not have.
  public static final String SOMEBODY = "somebody else";

  /// Stands behind what such a record says.
  public static final String MARK = " *";

  public VouchedRecords {
    hashes = Set.copyOf(hashes);
  }

  /// Whether the log has a record.
  public boolean has(TraceRecord record) {
    return hashes.contains(record.appended().hash());
  }

  /// By whom a record is, in a word.
  public String by(TraceRecord record) {
    return by(has(record));
  }

  /// The same of the record behind a line.
  public static String by(LineAuthor author) {
    return by(author.place().own());
  }

  private static String by(boolean own) {
    return own ? "you" : SOMEBODY;
  }
}
