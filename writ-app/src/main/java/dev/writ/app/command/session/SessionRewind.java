// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.command.session;

import dev.writ.app.cli.UsageException;
import dev.writ.app.command.trace.UndoReport;
import dev.writ.app.host.SessionHost;
import dev.writ.app.session.SessionFiles;
import dev.writ.app.session.SessionReport;
import dev.writ.base.json.Json;
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
import java.util.Optional;

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
    UndoService undo = host.governor().undo();
    var turns = new UndoService.Selection.FromTurn(host.file().id(), mark.turn());
    Optional<UndoService.Undone.RefusedUndo> barrier = undo.barrier(turns);
    if (barrier.isPresent()) {
      throw refused(barrier.get(), "nothing was rewound");
    }
    ActOrigin origin = new ActOrigin(host.file().id(), 0, 0, new ActOrigin.Contributor.Human());
    List<UndoService.Undone> undone = undo.undo(turns, origin, /* overChanges= */ false);
    UndoReport.of(undone).lines().forEach(out::println);
    for (UndoService.Undone one : undone) {
      if (one instanceof UndoService.Undone.RefusedUndo refused) {
        throw refused(refused, "the rest is restored, the conversation is as it was");
      }
    }
    if (isCopied(mark)) {
      out.println(
          "what was changed before this session was copied stays; writ trace show lists it, and"
              + " writ undo RECORD takes it back");
    } else if (undone.isEmpty()) {
      out.println("no file was changed in these turns");
    }
  }

  private static UsageException refused(UndoService.Undone.RefusedUndo one, String state) {
    return new UsageException(
        "%s: %s; %s. writ undo %s --force restores it all the same"
            .formatted(one.path(), one.error().message(), state, one.id()));
  }

  /// Whether a turn is another session's, of which this one is a copy: its records are that one's.
  private boolean isCopied(TurnMark mark) throws IOException {
    Json.Obj from =
        SessionReplay.read(SessionFiles.lines(host.file().file())).start().object("forked_from");
    return from.text("id").isPresent() && mark.before() < from.number("seq").orElse(Long.MAX_VALUE);
  }
}
