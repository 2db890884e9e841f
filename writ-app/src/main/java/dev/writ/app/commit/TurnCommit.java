// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.commit;

import dev.writ.base.value.DisplayText;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.kernel.door.AutoCommit;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.session.SessionState;
import java.io.IOException;
import java.io.PrintStream;
import java.util.function.Consumer;

/// Commits after each turn what it changed (`git.auto_commit`), and tells the person what became of
/// it. A commit that fails ends nothing.
public final class TurnCommit implements Consumer<SessionEvent> {
  private static final int SHORT_ID = 10;

  private final Governor governor;
  private final SessionState state;
  private final String prefix;
  private final PrintStream err;
  private final Consumer<SessionEvent> next;
  private String request = "";
  private long since = -1;

  /// @param prefix of the subject
  /// @param err where the person reads of commits
  /// @param next hears every event first
  public TurnCommit(
      Governor governor,
      SessionState state,
      String prefix,
      PrintStream err,
      Consumer<SessionEvent> next) {
    this.governor = governor;
    this.state = state;
    this.prefix = prefix;
    this.err = err;
    this.next = next;
  }

  @Override
  public void accept(SessionEvent event) {
    next.accept(event);
    switch (event) {
      case SessionEvent.Recorded(var line)
          when since < 0 && line.text("type").filter("user"::equals).isPresent() ->
          begin(line.text("content").orElse(""));
      case SessionEvent.Ended(TurnEnd end) -> {
        if (since >= 0 && !(end instanceof TurnEnd.Aborted)) {
          commit();
        }
        since = -1;
      }
      default -> {}
    }
  }

  private void begin(String words) {
    request = words;
    try {
      since = governor.gate().mutations().now();
    } catch (IOException e) {
      tell("nothing will be committed: " + e.getMessage());
    }
  }

  private void commit() {
    AutoCommit.Turn turn = new AutoCommit.Turn(since, state, request, prefix);
    try {
      switch (new AutoCommit(governor).commit(turn)) {
        case AutoCommit.Outcome.Committed(String id, String subject, int files) ->
            tell(
                "committed %s %s (%d %s)"
                    .formatted(
                        id.substring(0, SHORT_ID), subject, files, files == 1 ? "file" : "files"));
        case AutoCommit.Outcome.Left(String reason) -> tell("not committed: " + reason);
        case AutoCommit.Outcome.Nothing() -> {}
      }
    } catch (IOException e) {
      tell("not committed: " + e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      tell("not committed: interrupted");
    }
  }

  private void tell(String words) {
    err.println("writ: " + DisplayText.line(words));
  }
}
