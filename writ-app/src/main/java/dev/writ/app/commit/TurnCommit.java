// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.commit;

import dev.writ.base.thread.ThreadJoin;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.conversation.AttachedInput;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.conversation.TypedCommandReport;
import dev.writ.kernel.commit.AutoCommit;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.session.SessionState;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Consumer;

/// Commits each turn's changes (`git.auto_commit`), and Writ's records after a commit
/// (`git.records`); reports the result to the person. A failed commit ends nothing.
public final class TurnCommit implements Consumer<SessionEvent> {
  private static final int SHORT_ID = 10;

  private final Governor governor;
  private final SessionState state;
  private final Wishes wishes;
  private final PrintStream err;
  private final Consumer<SessionEvent> next;
  private String request = "";
  private Optional<AutoCommit.JournalPositions> since = Optional.empty();

  /// The configuration of commits.
  ///
  /// @param changes whether what a turn changed is committed
  /// @param records how records are (`git.records`)
  /// @param prefix of the subject
  public record Wishes(boolean changes, AutoCommit.Records records, String prefix) {
    /// Whether anything is to be committed.
    public boolean any() {
      return changes || ownRecords();
    }

    private boolean ownRecords() {
      return records == AutoCommit.Records.OWN_COMMIT;
    }
  }

  /// @param err where the person reads of commits
  /// @param next hears every event first
  public TurnCommit(
      Governor governor,
      SessionState state,
      Wishes wishes,
      PrintStream err,
      Consumer<SessionEvent> next) {
    this.governor = governor;
    this.state = state;
    this.wishes = wishes;
    this.err = err;
    this.next = next;
  }

  @Override
  public void accept(SessionEvent event) {
    next.accept(event);
    switch (event) {
      case SessionEvent.Recorded(var line)
          when since.isEmpty() && line.text("type").filter("user"::equals).isPresent() ->
          begin(line.text("content").orElse(""));
      case SessionEvent.Ended(TurnEnd end) -> {
        if (since.isPresent() && !(end instanceof TurnEnd.Aborted)) {
          AutoCommit.JournalPositions mark = since.get();
          uninterrupted(() -> commit(mark));
        }
        since = Optional.empty();
      }
      default -> {}
    }
  }

  /// Completes an action although the turn is aborted meanwhile: that turn has ended, and a person
  /// who leaves wants it committed.
  static void uninterrupted(Runnable work) {
    ThreadJoin.join(Thread.ofPlatform().name("commit").start(work));
  }

  private void begin(String words) {
    request = AttachedInput.words(TypedCommandReport.request(words));
    try {
      since = Optional.of(governor.committer().mark());
    } catch (IOException e) {
      tell("nothing will be committed: " + e.getMessage());
    }
  }

  private void commit(AutoCommit.JournalPositions mark) {
    AutoCommit.Turn turn =
        new AutoCommit.Turn(mark, state, request, wishes.prefix(), wishes.records());
    AutoCommit committer = governor.committer();
    try {
      boolean model = committer.hasCommitted(mark);
      if (wishes.records() != AutoCommit.Records.NONE && (model || wishes.changes())) {
        governor.map().keep(); // it is one of the records
      }
      AutoCommit.CommitOutcome outcome =
          wishes.changes() ? committer.commit(turn) : new AutoCommit.CommitOutcome.NoChanges();
      tell(outcome);
      if (wishes.ownRecords()
          && model
          && !(outcome instanceof AutoCommit.CommitOutcome.Committed)) {
        tell(committer.commitRecords(turn));
      }
    } catch (IOException e) {
      tell("not committed: " + e.getMessage() + remedy("" + e.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      tell("not committed: interrupted");
    }
  }

  private void tell(AutoCommit.CommitOutcome outcome) {
    switch (outcome) {
      case AutoCommit.CommitOutcome.Committed(String id, String subject, String what) ->
          tell("committed %s %s %s".formatted(id.substring(0, SHORT_ID), subject, what));
      case AutoCommit.CommitOutcome.UncommittedChanges(String reason) ->
          tell("not committed: " + reason + remedy(reason));
      case AutoCommit.CommitOutcome.NoChanges() -> {}
    }
  }

  /// The remedy for Git's error, if Git does not state it.
  private static String remedy(String reason) {
    if (reason.contains("identity unknown")) {
      return "; set your identity in Git: git config --global user.name NAME, and"
          + " user.email ADDRESS";
    }
    if (reason.contains(".lock'")) {
      return "; another Git process is running, or was killed: if none is running,"
          + " remove that file;"
          + " then commit the files yourself";
    }
    return reason.startsWith("git ")
        ? "; the files are as the turn left them: check them with git status, and"
            + " commit them yourself"
        : "";
  }

  private void tell(String words) {
    err.println("writ: " + DisplayText.line(words));
  }
}
