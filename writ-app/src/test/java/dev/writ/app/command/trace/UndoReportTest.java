// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.app.command.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.AppendedRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class UndoReportTest {
  @Test
  void aLinkSaysWhereItLeads() {
    FileState link = new FileState.Link(FileContent.of("../home/.ssh\nremoved all"));
    FileChange change = new FileChange(WorkspacePath.of("l"), new FileState.Absent(), link);
    AppendedRecord record = new AppendedRecord("2", "w", 2, "");

    List<String> lines = UndoReport.of(List.of(new Undone.Restored("1", change, record))).lines();

    assertThat(lines)
        .singleElement()
        .asString()
        .startsWith("restored l -> ")
        .contains("../home/.ssh", "(was deleted)")
        .doesNotContain("\n");
  }
}
