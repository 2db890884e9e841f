// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.trace;

import dev.writ.base.json.Json;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.RecordedConversation;
import dev.writ.records.ledger.TraceRecord;
import java.util.ArrayList;
import java.util.List;

/// Records as CSV (RFC 4180), a line for each file of a record.
public final class TabularExport {
  /// The first line.
  public static final String HEAD =
      "record,timestamp,session,turn,intent,contributor,model,change,path,lines_written,"
          + "revision,mutation_class,recorded_by";

  private TabularExport() {}

  /// The lines of a record.
  public static List<String> lines(TraceRecord record, VouchedRecords vouched) {
    List<String> rows = new ArrayList<>();
    for (RecordedChange file : record.leaves()) {
      String who = "";
      String model = "";
      long lines = 0;
      for (RecordedConversation conversation : file.conversations()) {
        who = conversation.contributor().orElse("");
        model = conversation.model().orElse("");
        lines += lines(conversation);
      }
      rows.add(
          row(
              record.id(),
              record.json().text("timestamp").orElse(""),
              record.session(),
              Long.toString(record.turn()),
              record.intentId(),
              who,
              model,
              file.kind(),
              file.path(),
              Long.toString(lines),
              record.json().object("vcs").text("revision_id").orElse(""),
              record.json().text("mutation_class").orElse(""),
              vouched.by(record)));
    }
    return rows;
  }

  /// How many lines a conversation of a record wrote.
  public static long lines(RecordedConversation conversation) {
    long lines = 0;
    for (Json.Obj range : conversation.ranges()) {
      long first = range.number("start_line").orElse(1);
      lines += Math.max(0, range.number("end_line").orElse(0) - first + 1);
    }
    return lines;
  }

  /// Fields in one line; what a spreadsheet would take for a formula is made a text.
  public static String row(String... fields) {
    StringBuilder row = new StringBuilder();
    for (String field : fields) {
      String safe =
          !field.isEmpty() && "=+-@\t\r".indexOf(field.charAt(0)) >= 0 ? "'" + field : field;
      boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
      row.append(row.isEmpty() ? "" : ",")
          .append(quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe);
    }
    return row.toString();
  }
}
