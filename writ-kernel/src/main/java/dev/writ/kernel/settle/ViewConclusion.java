// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.judge.ChangeReport;
import dev.writ.kernel.judge.CommandChange;
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
  private static final String UNANSWERED =
      "A person must see its changes, and no person can be asked";

  /// So many changed places are recorded and applied after one command: at a fifth of a millisecond
  /// each, more would keep the answer waiting for minutes.
  private static final int MOST_RECORDED = 50_000;

  private final CommandServices.Running running;
  private final CommandChange change;
  private final Set<String> outputs;
  private final Optional<ChangeConsent> consent;
  private ViewSettlement settlement;

  /// @param outputs names of what the command's programs make
  /// @param consent whether what was changed counts; empty where that was agreed to before
  ViewConclusion(
      CommandServices.Running running,
      CommandChange change,
      Set<String> outputs,
      Optional<ChangeConsent> consent) {
    this.running = running;
    this.change = change;
    this.outputs = outputs;
    this.consent = consent;
    this.settlement = new ViewSettlement(running, change, outputs);
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
    judge(view);
    Optional<ShownChanges> shown = shown(view);
    long places = settlement.places();
    if (places > MOST_RECORDED) {
      return new End.Unanswered(
          "It changed %d places; more than %d are only applied by a person"
              .formatted(places, MOST_RECORDED));
    }
    while (shown.isPresent()) {
      switch (consent.orElseThrow().decide(shown.get())) {
        case ChangeConsent.Decision.Agreed agreed -> {
          ShownChanges seen = shown.get();
          boolean applied =
              InterruptShield.call(
                  () -> agreed.acts().perform(agreed.receipt(), open -> apply(view, seen, open)));
          if (applied) {
            return new End.Settled();
          }
          shown = shown(view);
        }
        case ChangeConsent.Decision.Refused(String reason) -> {
          view.drop();
          return new End.Dropped(reason.isBlank() ? REFUSED : REFUSED + ": " + reason);
        }
        case ChangeConsent.Decision.Unanswered() -> {
          return new End.Unanswered(UNANSWERED);
        }
      }
    }
    InterruptShield.run(() -> settlement.apply(view));
    return new End.Settled();
  }

  private void judge(ViewChanges view) throws IOException {
    settlement = new ViewSettlement(running, change, outputs);
    InterruptShield.run(() -> settlement.judge(view));
  }

  /// The judged changes that a person must see; empty if there are none, or no person must see
  /// them.
  private Optional<ShownChanges> shown(ViewChanges view) throws IOException {
    return consent.isEmpty()
        ? Optional.empty()
        : Optional.of(settlement.shown(view)).filter(changes -> !changes.isEmpty());
  }

  /// Applies the changes that a person saw.
  ///
  /// @return false if they are others by now: then nothing is applied
  private boolean apply(ViewChanges view, ShownChanges seen, OpenAct open) throws IOException {
    judge(view);
    if (!shown(view).map(ShownChanges::digest).equals(Optional.of(seen.digest()))) {
      open.code(ErrorCode.STALE_FILE.name());
      return false;
    }
    settlement.decidedBy(open.receipt());
    try {
      settlement.apply(view);
      return true;
    } finally {
      open.records(settlement.report().records());
    }
  }
}
