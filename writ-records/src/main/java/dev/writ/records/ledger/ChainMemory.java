// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import java.io.IOException;
import java.util.Map;

/// What a person's audit log has of the chains in a committed file, which anybody can change.
@FunctionalInterface
public interface ChainMemory {
  /// A session's chains.
  ///
  /// @return the last line of each, by its name
  /// @throws IOException where the log can't be read
  Map<String, AppendedRecord> lasts(String session) throws IOException;
}
