// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.app.command.trace;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.change.UndoService;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `writ undo`: a person takes recorded changes back.
public final class UndoCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "undo",
        "Take recorded changes back.",
        "RECORD | --turn | --session | --intent ID",
        "writ undo --turn",
        List.of(
            CommandOption.flag("turn", "the last turn that changed something"),
            CommandOption.flag("session", "the last session that changed something"),
            CommandOption.valued("intent", "ID", "everything done under an intent"),
            CommandOption.flag("force", "also where a file changed since")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    UndoService.Selection selection = selection(arguments);
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.Use.RUN, Approver.nobody())) {
      return undo(host, selection, arguments.has("force"), context);
    }
  }

  private static UndoService.Selection selection(ParsedArguments arguments) throws UsageException {
    List<UndoService.Selection> chosen = new ArrayList<>();
    if (arguments.has("turn")) {
      chosen.add(new UndoService.Selection.LastTurn());
    }
    if (arguments.has("session")) {
      chosen.add(new UndoService.Selection.BySession(""));
    }
    arguments.value("intent").ifPresent(id -> chosen.add(new UndoService.Selection.ByIntent(id)));
    arguments.operands().forEach(id -> chosen.add(new UndoService.Selection.ById(id)));
    if (chosen.size() != 1) {
      throw new UsageException("undo needs one of: RECORD, --turn, --session, --intent ID");
    }
    return chosen.getFirst();
  }

  public static void lastTurn(SessionHost host, ProcessContext context) throws IOException {
    ExitCode _ = undo(host, new UndoService.Selection.LastTurn(), false, context);
  }

  private static ExitCode undo(
      SessionHost host, UndoService.Selection selection, boolean force, ProcessContext context)
      throws IOException {
    ActOrigin origin = new ActOrigin(host.file().id(), 0, 0, new ActOrigin.Contributor.Human());
    List<UndoService.Undone> results = host.governor().undo().undo(selection, origin, force);
    if (results.isEmpty()) {
      context.out().println("Nothing to undo.");
      return ExitCode.FAILED;
    }
    boolean refused = false;
    for (UndoService.Undone result : results) {
      switch (result) {
        case UndoService.Undone.Restored(String id, var path, var record) ->
            context
                .out()
                .println(
                    "restored "
                        + DisplayText.name(path.toString())
                        + " (undoes "
                        + id
                        + ", record "
                        + record.id()
                        + ")");
        case UndoService.Undone.Refused(String _, var path, ToolError error) -> {
          refused = true;
          context.err().println("writ: " + error.code() + ": " + DisplayText.line(error.message()));
          context.err().println("  " + DisplayText.name(path + ": " + error.requiredAction()));
        }
      }
    }
    return refused ? ExitCode.DENIED : ExitCode.DONE;
  }
}
