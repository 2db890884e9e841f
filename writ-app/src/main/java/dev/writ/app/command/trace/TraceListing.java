// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.trace.VouchedRecords;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.intent.IntentId;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.RecordedConversation;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `writ trace show` and `log`: the records one a line, or all of one record.
final class TraceListing {
  private static final int INTENT_WIDTH = 12;
  private static final int NAME_WIDTH = 10;

  private TraceListing() {}

  static ExitCode run(
      SessionHost host, List<String> operands, ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<TraceRecord> records = TraceRecord.readable(host.governor().ledger());
    if (operands.size() > 1) {
      return one(records, operands.get(1), arguments, context);
    }
    VouchedRecords vouched = LinePlace.vouched(context);
    for (TraceRecord record : records) {
      context.out().println(shown(record, vouched, arguments));
    }
    if (!arguments.has("json") && !records.stream().allMatch(vouched::has)) {
      BlameCommand.foreign(context);
    }
    if (records.isEmpty()) {
      context.err().println("writ: the ledger is empty: nothing has been changed yet");
    }
    return ExitCode.DONE;
  }

  private static String shown(
      TraceRecord record, VouchedRecords vouched, ParsedArguments arguments) {
    if (arguments.has("json")) {
      return json(record, vouched);
    }
    String mark = vouched.has(record) ? "" : VouchedRecords.MARK;
    if (arguments.has(NarrowLine.LONG)) {
      return DisplayText.name(record.summary() + mark);
    }
    List<String> changes = record.leaves().stream().map(RecordedChange::summary).toList();
    String more = changes.size() > 1 ? " and %d more".formatted(changes.size() - 1) : "";
    return new NarrowLine()
        .column(RecordReference.shortened(record.id()), RecordReference.SHORT)
        .column(NarrowLine.minute(time(record)), NarrowLine.MINUTE_WIDTH)
        .column(declared(record.intentId()), INTENT_WIDTH)
        .last((changes.isEmpty() ? "" : changes.getFirst()) + more + mark);
  }

  private static String json(TraceRecord record, VouchedRecords vouched) {
    Json.Builder json = Json.object();
    record.json().members().forEach(json::put);
    return json.put(VouchedRecords.MEMBER, vouched.by(record)).build().write();
  }

  /// The intent, where one was declared; a request's own has a long id that says nothing more.
  private static String declared(String intent) {
    return IntentId.isOfSession(intent) ? "" : intent;
  }

  private static String time(TraceRecord record) {
    return record.json().text("timestamp").orElse("");
  }

  private static ExitCode one(
      List<TraceRecord> records, String name, ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    VouchedRecords vouched = LinePlace.vouched(context);
    Optional<TraceRecord> found = RecordReference.find(records, name);
    if (found.isEmpty()) {
      context.err().println("writ: no record " + DisplayText.line(name));
      return ExitCode.FAILED;
    }
    if (arguments.has("json")) {
      context.out().println(json(found.get(), vouched));
    } else {
      describe(found.get(), context);
      if (!vouched.has(found.get())) {
        row(
            "recorded",
            "by " + VouchedRecords.SOMEBODY + ": your audit log does not have it",
            context);
      }
    }
    return ExitCode.DONE;
  }

  private static void describe(TraceRecord record, ProcessContext context) {
    row("record", record.id(), context);
    row("time", NarrowLine.second(time(record)), context);
    row("intent", record.intentId(), context);
    row("class", record.json().text("mutation_class").orElse(""), context);
    Set<String> contributors = new LinkedHashSet<>();
    Set<String> sessions = new LinkedHashSet<>();
    for (RecordedChange file : record.files()) {
      for (RecordedConversation conversation : file.conversations()) {
        String who = conversation.contributor().orElse("");
        contributors.add((who + " " + conversation.model().orElse("")).strip());
        conversation.url().ifPresent(sessions::add);
      }
    }
    contributors.forEach(who -> row("by", who, context));
    sessions.forEach(url -> row("session", url, context));
    record.related("undoes").forEach(id -> row("undoes", id, context));
    record.related("corrects").forEach(id -> row("corrects", id, context));
    for (RecordedChange file : record.files()) {
      row("changes", file.summary() + lines(file), context);
    }
  }

  private static String lines(RecordedChange file) {
    List<String> spans = new ArrayList<>();
    for (RecordedConversation conversation : file.conversations()) {
      for (Json.Obj range : conversation.ranges()) {
        long first = range.number("start_line").orElse(0);
        long last = range.number("end_line").orElse(0);
        spans.add(first == last ? "" + first : first + "–" + last);
      }
    }
    return spans.isEmpty() ? "" : "  lines " + String.join(", ", spans);
  }

  private static void row(String name, String text, ProcessContext context) {
    if (!text.isEmpty()) {
      context.out().println(name + " ".repeat(NAME_WIDTH - name.length()) + DisplayText.name(text));
    }
  }
}
