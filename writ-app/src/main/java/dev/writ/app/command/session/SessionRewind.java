// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.command.session;

import dev.writ.app.cli.UsageException;
import dev.writ.app.command.trace.UndoReport;
import dev.writ.app.host.SessionHost;
import dev.writ.app.session.SessionFiles;
import dev.writ.app.session.SessionReport;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.conversation.TypedCommandReport;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import dev.writ.engine.history.TurnMark;
import dev.writ.kernel.change.UndoService;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// Takes the last turns of a session back: the conversation, and the files where that is asked for,
/// including what commands changed.
final class SessionRewind {
  private final SessionHost host;
  private final PrintStream out;

  SessionRewind(SessionHost host, PrintStream out) {
    this.host = host;
    this.out = out;
  }

  /// Removes a number of turns. If a file cannot be restored, the conversation remains unchanged.
  ///
  /// @return the request of the first of them
  /// @throws UsageException where there are not so many turns, or a file was changed since
  String back(long count, boolean files) throws UsageException, IOException {
    TurnMark mark = mark(count);
    if (files) {
      restore(mark);
    }
    host.rewind(mark.before(), count);
    String request = TypedCommandReport.request(mark.request());
    out.println("rewound to before: " + DisplayText.line(SessionReport.shortened(request)));
    return request;
  }

  /// Restores the files of so many turns; the conversation stays.
  ///
  /// @throws UsageException where there are not so many turns, or a file was changed since
  void files(long count) throws UsageException, IOException {
    restore(mark(count));
  }

  /// The first of the last so many turns.
  private TurnMark mark(long count) throws UsageException, IOException {
    RecordedSession recorded = SessionReplay.read(SessionFiles.lines(host.file().file()));
    List<TurnMark> turns = recorded.turns();
    if (count > turns.size()) {
      throw new UsageException(
          turns.isEmpty()
              ? "there is no turn to remove"
              : "the conversation has " + SessionReport.turns(turns.size()));
    }
    return turns.get((int) (turns.size() - count));
  }

  private void restore(TurnMark mark) throws UsageException, IOException {
    ActOrigin origin = new ActOrigin(host.file().id(), 0, 0, new ActOrigin.Contributor.Human());
    List<UndoService.Undone> undone =
        host.governor()
            .undo()
            .undo(
                new UndoService.Selection.FromTurn(host.file().id(), mark.turn()),
                origin,
                /* overChanges= */ false);
    for (UndoService.Undone one : undone) {
      if (one instanceof UndoService.Undone.RefusedUndo(String id, var path, var error)) {
        throw new UsageException(
            "%s: %s; nothing was rewound. writ undo %s --force restores it all the"
                    .formatted(path, error.message(), id)
                + " same");
      }
    }
    UndoReport.of(undone).lines().forEach(out::println);
    if (undone.isEmpty()) {
      out.println("no file was changed in these turns");
    }
  }
}
