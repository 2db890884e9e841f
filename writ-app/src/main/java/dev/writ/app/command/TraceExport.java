// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.app.host.Version;
import dev.writ.app.trace.AgentTrace;
import dev.writ.app.trace.GitAiNotes;
import dev.writ.app.trace.Surviving;
import dev.writ.app.trace.Tabular;
import dev.writ.app.trace.Telemetry;
import dev.writ.kernel.attribution.Attribution;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.TraceRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `writ trace export`: the ledger in the forms that others read, on standard output.
final class TraceExport {
  static final String FORMAT = "format";
  static final String NOW = "now";
  static final String COMMIT = "commit";

  private TraceExport() {}

  static ExitCode run(Host host, CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    String format = line.value(FORMAT).orElse("agent-trace");
    List<TraceRecord> records =
        format.equals("git-ai") ? List.of() : TraceRecord.readable(host.governor().ledger());
    switch (format) {
      case "agent-trace" -> agentTrace(host, records, line, surroundings);
      case "git-ai" -> {
        return note(host, line, surroundings);
      }
      case "csv" -> {
        surroundings.out().println(Tabular.HEAD);
        for (TraceRecord record : records) {
          Tabular.lines(record).forEach(row -> surroundings.out().println(Inert.name(row)));
        }
      }
      case "otel" -> {
        Telemetry telemetry = new Telemetry(Version.NAME);
        for (TraceRecord record : records) {
          surroundings.out().println(telemetry.span(record).write());
        }
      }
      default ->
          throw new UsageException(
              "--format: there is no '" + format + "'; agent-trace, git-ai, csv or otel");
    }
    return ExitCode.DONE;
  }

  private static void agentTrace(
      Host host, List<TraceRecord> records, CommandLine line, Surroundings surroundings)
      throws IOException {
    AgentTrace form = new AgentTrace(Version.NAME);
    if (line.has(NOW)) {
      Surviving surviving = Surviving.now(host.governor());
      Optional<String> head = new Attribution(host.governor().evidence()).commits().checkedOut();
      for (Json.Obj record : form.surviving(surviving, head)) {
        surroundings.out().println(record.write());
      }
      BlameCommand.doubts(surviving.doubts(), surroundings);
      return;
    }
    for (TraceRecord record : records) {
      surroundings.out().println(form.recorded(record).write());
    }
  }

  private static ExitCode note(Host host, CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    Attribution attribution = new Attribution(host.governor().evidence());
    Optional<String> commit = line.value(COMMIT).or(() -> attribution.commits().checkedOut());
    if (commit.isEmpty()) {
      throw new UsageException("there is no commit yet; git-ai notes stand beside one");
    }
    Optional<String> note = new GitAiNotes(attribution).note(commit.get());
    if (note.isEmpty()) {
      surroundings.err().println("writ: no line that " + commit.get() + " added is a model's");
      return ExitCode.DONE;
    }
    surroundings.out().print(note.get());
    surroundings
        .err()
        .println("To keep it: save it and git notes --ref=ai add -f -F FILE " + commit.get());
    return ExitCode.DONE;
  }
}
