// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramVersion;
import dev.writ.app.trace.AgentTraceExport;
import dev.writ.app.trace.GitAiNotes;
import dev.writ.app.trace.SurvivingLines;
import dev.writ.app.trace.TabularExport;
import dev.writ.app.trace.TelemetryExport;
import dev.writ.app.trace.VouchedRecords;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `writ trace export`: the ledger in the forms that others read, on standard output.
public final class TraceExport {
  public static final String FORMAT = "format";
  public static final String NOW = "now";
  public static final String COMMIT = "commit";

  private TraceExport() {}

  static ExitCode run(SessionHost host, ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    String format = arguments.value(FORMAT).orElse("agent-trace");
    List<TraceRecord> records =
        format.equals("git-ai") ? List.of() : TraceRecord.readable(host.governor().ledger());
    VouchedRecords vouched = LinePlace.vouched(context);
    switch (format) {
      case "agent-trace" -> agentTrace(host, records, vouched, arguments, context);
      case "git-ai" -> {
        return note(host, arguments, context);
      }
      case "csv" -> {
        context.out().println(TabularExport.HEAD);
        for (TraceRecord record : records) {
          TabularExport.lines(record, vouched)
              .forEach(row -> context.out().println(DisplayText.name(row)));
        }
      }
      case "otel" -> {
        TelemetryExport telemetry = new TelemetryExport(ProgramVersion.NAME);
        for (TraceRecord record : records) {
          context.out().println(telemetry.span(record, vouched).write());
        }
      }
      default ->
          throw new UsageException(
              "--format: there is no '" + format + "'; agent-trace, git-ai, csv or otel");
    }
    return ExitCode.DONE;
  }

  private static void agentTrace(
      SessionHost host,
      List<TraceRecord> records,
      VouchedRecords vouched,
      ParsedArguments arguments,
      ProcessContext context)
      throws IOException {
    AgentTraceExport form = new AgentTraceExport(ProgramVersion.NAME);
    if (arguments.has(NOW)) {
      LineAttribution attribution = LinePlace.attribution(host, context);
      SurvivingLines surviving = SurvivingLines.now(host.governor(), attribution);
      Optional<String> head = attribution.commits().checkedOut();
      for (Json.Obj record : form.surviving(surviving, head)) {
        context.out().println(record.write());
      }
      BlameCommand.doubts(surviving.doubts(), context);
      return;
    }
    for (TraceRecord record : records) {
      context.out().println(form.recorded(record, vouched).write());
    }
  }

  private static ExitCode note(SessionHost host, ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    LineAttribution attribution = LinePlace.attribution(host, context);
    Optional<String> commit = arguments.value(COMMIT).or(() -> attribution.commits().checkedOut());
    if (commit.isEmpty()) {
      throw new UsageException("there is no commit yet; git-ai notes belong to a commit");
    }
    GitAiNotes notes = new GitAiNotes(attribution);
    Optional<String> note = notes.note(commit.get());
    if (note.isEmpty()) {
      context.err().println("writ: commit " + commit.get() + " added no line that a model wrote");
      return ExitCode.DONE;
    }
    context.out().print(note.get());
    if (notes.foreign()) {
      context
          .err()
          .println(
              "writ: your audit log does not have the records of some of these lines: another"
                  + " person or machine recorded them, or they are forged; writ blame marks them");
    }
    context
        .err()
        .println("To keep it: save it and git notes --ref=ai add -f -F FILE " + commit.get());
    return ExitCode.DONE;
  }
}
