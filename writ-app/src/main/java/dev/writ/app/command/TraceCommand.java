// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.Option;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.ledger.IntentMap;
import dev.writ.kernel.ledger.TraceRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `writ trace`: the ledger, shown, verified and signed.
final class TraceCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "trace",
        "Show the ledger, verify or sign it, count and export its lines, or renew the intent map.",
        "show [RECORD] | verify | checkpoint | key | stats | export | anchor | map [--rebuild]",
        "writ trace verify",
        List.of(
            Option.valued(
                TraceVerify.PUBLIC_KEY, "FILE", "verify: only these keys and yours count"),
            Option.valued(TraceExport.FORMAT, "FORM", "export: agent-trace, git-ai, csv or otel"),
            Option.flag(
                TraceExport.NOW, "export agent-trace: the lines that are left, where they are"),
            Option.valued(TraceExport.COMMIT, "ID", "export git-ai: of that commit, not HEAD"),
            Option.flag(TraceAnchor.HOOK, "anchor: print the hook for Git that calls it"),
            Option.flag("rebuild", "map: make all of it from the ledger again")));
  }

  @Override
  public ExitCode run(CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    List<String> operands = line.operands();
    String what = operands.isEmpty() ? "show" : operands.getFirst();
    try (Host host = Host.open(line, surroundings, Host.Use.RUN, Approver.nobody())) {
      return switch (what) {
        case "show" -> show(host, operands, line, surroundings);
        case "verify" -> TraceVerify.run(host, line, surroundings);
        case "checkpoint" -> TraceCheckpoint.run(host, line, surroundings);
        case "key" -> TraceCheckpoint.key(host, surroundings);
        case "stats" -> TraceStatistics.run(host, line, surroundings);
        case "export" -> TraceExport.run(host, line, surroundings);
        case "anchor" -> TraceAnchor.run(host, line, surroundings);
        case "map" -> map(host, line, surroundings);
        default ->
            throw new UsageException(
                "trace " + what + ": show, verify, checkpoint, key, stats, export, anchor or map");
      };
    }
  }

  private static ExitCode map(Host host, CommandLine line, Surroundings surroundings)
      throws IOException {
    Optional<String> problem = host.governor().map().update(line.has("rebuild"));
    if (problem.isPresent()) {
      surroundings
          .err()
          .println("writ: the intent map was not written: " + Inert.line(problem.get()));
      return ExitCode.FAILED;
    }
    surroundings.out().println(IntentMap.PATH + " is up to date with the ledger.");
    return ExitCode.DONE;
  }

  private static ExitCode show(
      Host host, List<String> operands, CommandLine line, Surroundings surroundings)
      throws IOException {
    String wanted = operands.size() > 1 ? operands.get(1) : "";
    boolean any = false;
    for (TraceRecord record : TraceRecord.readable(host.governor().ledger())) {
      if (!wanted.isEmpty() && !record.id().equals(wanted)) {
        continue;
      }
      any = true;
      surroundings
          .out()
          .println(
              line.has("json") || !wanted.isEmpty()
                  ? record.json().write()
                  : Inert.name(record.summary()));
    }
    if (!any) {
      String none =
          wanted.isEmpty()
              ? "The ledger is empty: nothing was changed yet."
              : "no record " + wanted;
      surroundings.err().println("writ: " + none);
    }
    return any || wanted.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
