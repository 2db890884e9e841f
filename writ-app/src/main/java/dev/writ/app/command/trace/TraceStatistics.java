// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.trace.SurvivingLines;
import dev.writ.app.trace.TabularExport;
import dev.writ.app.trace.VouchedRecords;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.history.attribution.LineAuthor;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.RecordedConversation;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// `writ trace stats`: how many lines who wrote, and how many of them are left.
final class TraceStatistics {
  private TraceStatistics() {}

  private static final class Sum {
    private long written;
    private long surviving;

    Json.Obj json(String name) {
      boolean foreign = name.endsWith(VouchedRecords.MARK);
      Json.Builder json = Json.object().put("name", foreign ? unmarked(name) : name);
      return (foreign ? json.put(VouchedRecords.MEMBER, VouchedRecords.SOMEBODY) : json)
          .put("written", written)
          .put("surviving", surviving)
          .put("share", new Json.Num(share()))
          .build();
    }

    private static String unmarked(String name) {
      return name.substring(0, name.length() - VouchedRecords.MARK.length());
    }

    String share() {
      double share = written == 0 ? 0 : Math.min(1, (double) surviving / written);
      return String.format(Locale.ROOT, "%.3f", share);
    }
  }

  private static final class Table {
    private final Map<String, Sum> rows = new TreeMap<>();

    /// @param own whether the person's audit log has the record; else it has a row of its own
    Sum row(String name, boolean own) {
      return rows.computeIfAbsent(own ? name : name + VouchedRecords.MARK, _ -> new Sum());
    }

    Json json() {
      List<Json> all = new ArrayList<>();
      rows.forEach((name, sum) -> all.add(sum.json(name)));
      return new Json.Arr(all);
    }
  }

  static ExitCode run(SessionHost host, ParsedArguments arguments, ProcessContext context)
      throws IOException {
    Table contributors = new Table();
    Table models = new Table();
    Table intents = new Table();
    Table files = new Table();
    VouchedRecords vouched = LinePlace.vouched(context);
    for (TraceRecord record : TraceRecord.readable(host.governor().ledger())) {
      boolean own = vouched.has(record);
      for (RecordedChange file : record.leaves()) {
        for (RecordedConversation conversation : file.conversations()) {
          long lines = TabularExport.lines(conversation);
          contributors.row(conversation.contributor().orElse("unknown"), own).written += lines;
          if (conversation.model().isPresent()) {
            models.row(conversation.model().get(), own).written += lines;
            intents.row(record.intentId(), own).written += lines;
            files.row(file.path(), own).written += lines;
          }
        }
      }
    }
    SurvivingLines surviving =
        SurvivingLines.now(host.governor(), LinePlace.attribution(host, context));
    long unrecorded = 0;
    for (SurvivingLines.InFile file : surviving.files()) {
      unrecorded += file.lines();
      for (SurvivingLines.Portion portion : file.portions()) {
        LineAuthor author = portion.author();
        boolean own = author.place().own();
        contributors.row(author.who().word(), own).surviving += portion.lines();
        unrecorded -= portion.lines();
        if (author.who() != LineAuthor.Who.HUMAN) {
          models.row(author.model(), own).surviving += portion.lines();
          intents.row(author.intentId(), own).surviving += portion.lines();
          files.row(file.path().toString(), own).surviving += portion.lines();
        }
      }
    }
    if (arguments.has("json")) {
      Json.Obj json =
          Json.object()
              .put("contributors", contributors.json())
              .put("models", models.json())
              .put("intents", intents.json())
              .put("files", files.json())
              .put("unrecorded_lines", unrecorded)
              .put("doubts", Json.texts(surviving.doubts()))
              .build();
      context.out().println(json.write());
    } else {
      table("contributor", contributors, context);
      table("model", models, context);
      table("intent", intents, context);
      table("file", files, context);
      context.out().println("lines of these files that no record explains: " + unrecorded);
      explain(contributors, context);
    }
    BlameCommand.doubts(surviving.doubts(), context);
    return ExitCode.DONE;
  }

  private static void explain(Table contributors, ProcessContext context) {
    if (contributors.rows.keySet().stream().anyMatch(name -> name.endsWith(VouchedRecords.MARK))) {
      BlameCommand.foreign(context);
    }
  }

  private static void table(String name, Table table, ProcessContext context) {
    context.out().println(row(name, "written", "surviving", "share"));
    table.rows.forEach(
        (key, sum) ->
            context
                .out()
                .println(
                    row(
                        DisplayText.line(key),
                        Long.toString(sum.written),
                        Long.toString(sum.surviving),
                        sum.share())));
    context.out().println();
  }

  private static String row(String name, String written, String surviving, String share) {
    String padded = name + " ".repeat(Math.max(1, 44 - name.length()));
    return padded + right(written) + right(surviving) + right(share);
  }

  private static String right(String text) {
    return " ".repeat(Math.max(1, 11 - text.length())) + text;
  }
}
