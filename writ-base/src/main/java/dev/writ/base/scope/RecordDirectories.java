// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.base.scope;

import java.util.List;

/// The directories that Writ keeps in a project: its records and its settings. They are of no
/// interest to someone who searches the project.
public final class RecordDirectories {
  /// Their names.
  public static final List<String> NAMES = List.of(".orchestration", ".writ");

  private RecordDirectories() {}

  /// Whether a place is one of them or lies in one.
  public static boolean hold(WorkspacePath place) {
    return place.segments().stream().anyMatch(NAMES::contains);
  }
}
