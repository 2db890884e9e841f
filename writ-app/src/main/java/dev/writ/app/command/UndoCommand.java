// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.Option;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.gate.Undo;
import dev.writ.kernel.ledger.Origin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `writ undo`: a person takes recorded changes back.
final class UndoCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "undo",
        "Take recorded changes back.",
        "RECORD | --turn | --session | --intent ID",
        "writ undo --turn",
        List.of(
            Option.flag("turn", "the last turn that changed something"),
            Option.flag("session", "the last session that changed something"),
            Option.valued("intent", "ID", "everything done under an intent"),
            Option.flag("force", "also where a file changed since")));
  }

  @Override
  public ExitCode run(CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    Undo.Selection selection = selection(line);
    try (Host host = Host.open(line, surroundings, Host.Use.RUN, Approver.nobody())) {
      return undo(host, selection, line.has("force"), surroundings);
    }
  }

  private static Undo.Selection selection(CommandLine line) throws UsageException {
    List<Undo.Selection> chosen = new ArrayList<>();
    if (line.has("turn")) {
      chosen.add(new Undo.Selection.LastTurn());
    }
    if (line.has("session")) {
      chosen.add(new Undo.Selection.BySession(""));
    }
    line.value("intent").ifPresent(id -> chosen.add(new Undo.Selection.ByIntent(id)));
    line.operands().forEach(id -> chosen.add(new Undo.Selection.ById(id)));
    if (chosen.size() != 1) {
      throw new UsageException("undo needs one of: RECORD, --turn, --session, --intent ID");
    }
    return chosen.getFirst();
  }

  static void lastTurn(Host host, Surroundings surroundings) throws IOException {
    ExitCode _ = undo(host, new Undo.Selection.LastTurn(), false, surroundings);
  }

  private static ExitCode undo(
      Host host, Undo.Selection selection, boolean force, Surroundings surroundings)
      throws IOException {
    Origin origin = new Origin(host.file().id(), 0, 0, new Origin.Contributor.Human());
    List<Undo.Undone> results = host.governor().undo().undo(selection, origin, force);
    if (results.isEmpty()) {
      surroundings.out().println("Nothing to undo.");
      return ExitCode.FAILED;
    }
    boolean refused = false;
    for (Undo.Undone result : results) {
      switch (result) {
        case Undo.Undone.Restored(String id, var path, var record) ->
            surroundings
                .out()
                .println(
                    "restored "
                        + Inert.name(path.toString())
                        + " (undoes "
                        + id
                        + ", record "
                        + record.id()
                        + ")");
        case Undo.Undone.Refused(String _, var path, ToolError error) -> {
          refused = true;
          surroundings.err().println("writ: " + error.code() + ": " + Inert.line(error.message()));
          surroundings.err().println("  " + Inert.name(path + ": " + error.requiredAction()));
        }
      }
    }
    return refused ? ExitCode.DENIED : ExitCode.DONE;
  }
}
