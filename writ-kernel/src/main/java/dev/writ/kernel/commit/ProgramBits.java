// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.commit;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.file.PermissionText;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What records say of the one permission that Git keeps: whether a file is a program.
final class ProgramBits {
  private ProgramBits() {}

  /// The files that became programs by them, or ceased to be.
  ///
  /// @param records in their order
  static Set<WorkspacePath> changed(List<TraceRecord> records) {
    Set<WorkspacePath> changed = new HashSet<>();
    for (TraceRecord record : records) {
      for (RecordedChange file : record.leaves()) {
        Optional<Boolean> before = file.before().mode().map(PermissionText::isProgram);
        Optional<Boolean> after = file.after().mode().map(PermissionText::isProgram);
        boolean other = before.isPresent() && after.isPresent() && !before.equals(after);
        if (other && !changed.remove(file.place())) {
          changed.add(file.place());
        }
      }
    }
    return changed;
  }
}
