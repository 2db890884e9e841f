// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.intent.IntentMap;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `writ trace`: the ledger, shown, verified and signed.
public final class TraceCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "trace",
        "Show, verify, sign or export the ledger; count lines; renew the intent map.",
        "show [RECORD] | verify | checkpoint | key | stats | export | anchor | map [--rebuild]",
        "writ trace verify",
        List.of(
            CommandOption.flag(NarrowLine.LONG, "show: ids, times and file names in full"),
            CommandOption.valued(
                TraceVerify.PUBLIC_KEY, "FILE", "verify: trust only these keys and yours"),
            CommandOption.flag(
                TraceCheckpoint.FORCE, "checkpoint: also records that the audit log lacks"),
            CommandOption.valued(
                TraceExport.FORMAT, "FORM", "export: agent-trace, git-ai, csv or otel"),
            CommandOption.flag(
                TraceExport.NOW, "export agent-trace: the remaining lines at their present places"),
            CommandOption.valued(
                TraceExport.COMMIT, "ID", "export git-ai: for that commit instead of HEAD"),
            CommandOption.flag(TraceAnchor.HOOK, "anchor: print a Git hook that calls it"),
            CommandOption.flag("rebuild", "map: rebuild it from the ledger")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> operands = arguments.operands();
    String what = operands.isEmpty() ? "show" : operands.getFirst();
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.RUN, Approver.nobody())) {
      return switch (what) {
        case "show", "log" -> TraceListing.run(host, operands, arguments, context);
        case "verify" -> TraceVerify.run(host, arguments, context);
        case "checkpoint" -> TraceCheckpoint.run(host, arguments, context);
        case "key" -> TraceCheckpoint.key(host, context);
        case "stats" -> TraceStatistics.run(host, arguments, context);
        case "export" -> TraceExport.run(host, arguments, context);
        case "anchor" -> TraceAnchor.run(host, arguments, context);
        case "map" -> map(host, arguments, context);
        default ->
            throw new UsageException(
                "trace "
                    + what
                    + ": show, log, verify, checkpoint, key, stats, export, anchor or map");
      };
    }
  }

  private static ExitCode map(SessionHost host, ParsedArguments arguments, ProcessContext context)
      throws IOException {
    Optional<String> problem = host.governor().map().update(arguments.has("rebuild"));
    if (problem.isPresent()) {
      context
          .err()
          .println("writ: the intent map was not written: " + DisplayText.line(problem.get()));
      return ExitCode.FAILED;
    }
    context.out().println(IntentMap.PATH + " is up to date with the ledger.");
    return ExitCode.DONE;
  }
}
