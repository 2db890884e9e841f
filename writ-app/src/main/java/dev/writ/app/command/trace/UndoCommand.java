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
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `writ undo`: a person takes recorded changes back.
public final class UndoCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "undo",
        "Undo recorded changes.",
        "RECORD | --turn | --session | --intent ID",
        "writ undo --turn",
        List.of(
            CommandOption.flag("turn", "the last turn that changed something"),
            CommandOption.flag("session", "the last session that changed something"),
            CommandOption.valued("intent", "ID", "everything done under an intent"),
            CommandOption.flag("force", "also restore files that changed since")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    UndoService.Selection selection = selection(arguments);
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.RUN, Approver.nobody())) {
      return undo(host, named(selection, host), arguments.has("force"), context);
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

  /// The same with the whole id of a record that is named by a part of it.
  private static UndoService.Selection named(UndoService.Selection selection, SessionHost host)
      throws UsageException, IOException {
    if (!(selection instanceof UndoService.Selection.ById(String id))) {
      return selection;
    }
    List<TraceRecord> records = TraceRecord.readable(host.governor().ledger());
    Optional<TraceRecord> record = RecordReference.find(records, id);
    if (record.isEmpty()) {
      throw new UsageException(
          "there is no record '%s'; writ trace show lists them, and the end of an id is enough"
              .formatted(DisplayText.line(id)));
    }
    return new UndoService.Selection.ById(record.get().id());
  }

  /// Undoes the session's last turn with changes. Earlier sessions' changes remain: a person in a
  /// chat means the changes that they saw.
  public static void lastTurn(SessionHost host, ProcessContext context) throws IOException {
    UndoService.Selection selection = new UndoService.Selection.LastTurnOf(host.file().id());
    if (lacksNewest(host, selection, context)) {
      return;
    }
    List<UndoService.Undone> results = undone(host, selection, /* force= */ false);
    if (results.isEmpty()) {
      context
          .out()
          .println(
              "Nothing to undo in this session. For the last turn of an earlier one: writ undo"
                  + " --turn");
      return;
    }
    ExitCode exit = told(results, context);
    boolean commits = host.settings().flag("git.auto_commit");
    if (exit == ExitCode.DONE && commits && host.governor().branch().isPresent()) {
      context
          .out()
          .println("If the turn was committed, that commit stays; the next has what was restored");
    }
  }

  private static ExitCode undo(
      SessionHost host, UndoService.Selection selection, boolean force, ProcessContext context)
      throws IOException {
    if (lacksNewest(host, selection, context)) {
      return ExitCode.DENIED;
    }
    List<UndoService.Undone> results = undone(host, selection, force);
    if (results.isEmpty()) {
      context.out().println("Nothing to undo.");
    }
    boolean single = selection instanceof UndoService.Selection.ById;
    if (!single && (results.isEmpty() || selection instanceof UndoService.Selection.ByIntent)) {
      foreign(host.governor().undo().foreign(selection)).ifPresent(context.out()::println);
    }
    return results.isEmpty() ? ExitCode.FAILED : told(results, context);
  }

  private static boolean lacksNewest(
      SessionHost host, UndoService.Selection selection, ProcessContext context)
      throws IOException {
    boolean lacks = host.governor().undo().lacksNewest(selection);
    if (lacks) {
      context
          .err()
          .println(
              """
              writ: nothing was undone: the newest records of this directory aren't in its ledger
                Another branch or a stash may have them. 'writ trace show' lists those that are \
              here; for one of them: writ undo RECORD\
              """);
    }
    return lacks;
  }

  /// What is left alone because others made it.
  private static Optional<String> foreign(List<TraceRecord> records) {
    return records.isEmpty()
        ? Optional.empty()
        : Optional.of(
            (records.size() == 1 ? "Another record was" : records.size() + " others were")
                + " not made by you in this directory; for each of them: writ undo RECORD"
                + " (such as %s)".formatted(RecordReference.shortened(records.getLast().id())));
  }

  private static List<UndoService.Undone> undone(
      SessionHost host, UndoService.Selection selection, boolean force) throws IOException {
    ActOrigin origin = new ActOrigin(host.file().id(), 0, 0, new ActOrigin.Contributor.Human());
    return host.governor().undo().undo(selection, origin, force);
  }

  private static ExitCode told(List<UndoService.Undone> results, ProcessContext context) {
    UndoReport.of(results).lines().forEach(context.out()::println);
    again(results).ifPresent(context.out()::println);
    boolean refused = false;
    for (UndoService.Undone result : results) {
      if (result instanceof UndoService.Undone.RefusedUndo(String _, var path, ToolError error)) {
        refused = true;
        context.err().println("writ: " + error.code() + ": " + DisplayText.line(error.message()));
        context.err().println("  " + DisplayText.name(path + ": " + error.requiredAction()));
      }
    }
    return refused ? ExitCode.DENIED : ExitCode.DONE;
  }

  /// How the undo itself is taken back.
  private static Optional<String> again(List<UndoService.Undone> results) {
    Set<String> records = new LinkedHashSet<>();
    for (UndoService.Undone result : results) {
      if (result instanceof UndoService.Undone.Restored restored) {
        records.add(restored.record().id());
      }
    }
    return switch (records.size()) {
      case 0 -> Optional.empty();
      case 1 ->
          Optional.of(
              "To redo it: writ undo " + RecordReference.shortened(records.iterator().next()));
      default -> Optional.of(records.size() + " records were undone");
    };
  }
}
