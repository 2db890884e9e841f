// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.judge.ChangeReport;
import dev.writ.kernel.judge.CommandChange;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.view.ViewChanges;
import dev.writ.records.audit.OpenAct;
import dev.writ.records.journal.InterruptShield;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// Concludes a command that worked in a view and has ended: its changes are settled at once, or
/// after a person saw them. The seen changes are the applied ones: they are judged again after the
/// answer, and shown again if the verdict differs.
final class ViewConclusion {
  private static final String REFUSED =
      "The person saw its changes and rejected them, so Writ drops all of them";
  private static final Attempt SETTLED = new Attempt.FinalAttempt(new End.Settled());
  private static final String UNANSWERED =
      "A person must see its changes, and no person can be asked";

  /// So many changed places are recorded and applied after one command: at a fifth of a millisecond
  /// each, more would keep the answer waiting for minutes.
  private static final int MOST_RECORDED = 50_000;

  private final CommandServices.Running running;
  private final CommandChange change;
  private final Set<String> outputs;
  private final GitHistory history;
  private final Optional<ChangeConsent> consent;
  private ViewSettlement settlement;

  /// @param outputs names of what the command's programs make
  /// @param history reads what commits hold that the command brought
  /// @param consent whether what was changed counts; empty where that was agreed to before
  ViewConclusion(
      CommandServices.Running running,
      CommandChange change,
      Set<String> outputs,
      GitHistory history,
      Optional<ChangeConsent> consent) {
    this.running = running;
    this.change = change;
    this.outputs = outputs;
    this.history = history;
    this.consent = consent;
    this.settlement = settlement();
  }

  private ViewSettlement settlement() {
    return new ViewSettlement(running, change, outputs, history);
  }

  /// How it ended.
  sealed interface End {
    /// The permitted changes are applied.
    record Settled() implements End {}

    /// The changes are dropped.
    record Dropped(String why) implements End {}

    /// The changes are kept until a person decides.
    record Unanswered(String why) implements End {}
  }

  /// The outcome for the changes, in records and in words.
  ChangeReport report() {
    return settlement.report();
  }

  /// Judges the changes, has a person decide where one is to, and applies or drops them. Until it
  /// has ended, the view is kept.
  ///
  /// @throws InterruptedException when aborted while a person is asked; nothing counts then
  End conclude(ViewChanges view) throws IOException, InterruptedException {
    Attempt attempt = InterruptShield.call(() -> view.locked(this::attempt));
    while (attempt instanceof Attempt.ShownAttempt(ShownChanges seen)) {
      switch (consent.orElseThrow().decide(seen)) {
        case ChangeConsent.Decision.Agreed agreed ->
            attempt =
                InterruptShield.call(
                    () ->
                        agreed
                            .acts()
                            .perform(
                                agreed.receipt(),
                                open -> view.locked(changes -> attempt(changes, seen, open))));
        case ChangeConsent.Decision.Refused(String reason) -> {
          view.drop();
          return new End.Dropped(reason.isBlank() ? REFUSED : REFUSED + ": " + reason);
        }
        case ChangeConsent.Decision.Unanswered() -> {
          return new End.Unanswered(UNANSWERED);
        }
      }
    }
    return ((Attempt.FinalAttempt) attempt).end();
  }

  /// What came of judging the changes under the workspace's lock.
  private sealed interface Attempt {
    record FinalAttempt(End end) implements Attempt {}

    /// A person must see the changes first.
    record ShownAttempt(ShownChanges shown) implements Attempt {}
  }

  private Attempt attempt(ViewChanges.LockedChanges changes) throws IOException {
    Optional<Attempt> open = judged(changes);
    if (open.isEmpty()) {
      settlement.apply(changes);
    }
    return open.orElse(SETTLED);
  }

  /// Applies the changes that a person saw, unless they are others by now.
  private Attempt attempt(ViewChanges.LockedChanges changes, ShownChanges seen, OpenAct open)
      throws IOException {
    Optional<Attempt> now = judged(changes);
    if (now.isPresent()
        && !(now.get() instanceof Attempt.ShownAttempt(ShownChanges shown)
            && shown.digest().equals(seen.digest()))) {
      open.code(ErrorCode.STALE_FILE.name());
      return now.get();
    }
    settlement.decidedBy(open.receipt());
    try {
      settlement.apply(changes);
      return SETTLED;
    } finally {
      open.records(settlement.report().records());
    }
  }

  /// Judges the changes.
  ///
  /// @return why they are not to be applied yet; empty where they are
  private Optional<Attempt> judged(ViewChanges.LockedChanges changes) throws IOException {
    settlement = settlement();
    settlement.judge(changes);
    long places = settlement.places();
    if (places > MOST_RECORDED) {
      return Optional.of(
          new Attempt.FinalAttempt(
              new End.Unanswered(
                  "It changed %d places; more than %d are only applied by a person"
                      .formatted(places, MOST_RECORDED))));
    }
    if (consent.isEmpty()) {
      return Optional.empty();
    }
    ShownChanges shown = settlement.shown(changes.view());
    return shown.isEmpty() ? Optional.empty() : Optional.of(new Attempt.ShownAttempt(shown));
  }
}
