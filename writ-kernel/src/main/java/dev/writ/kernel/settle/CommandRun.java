// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.comparison.PendingCommand;
import dev.writ.kernel.comparison.WorkspaceChangeDetector;
import dev.writ.kernel.comparison.WorkspaceComparison;
import dev.writ.kernel.judge.ChangeReport;
import dev.writ.kernel.judge.CommandChange;
import dev.writ.kernel.judge.EarlierGitIds;
import dev.writ.kernel.judge.StoppedOperation;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.kernel.program.PersonScripts;
import dev.writ.kernel.program.StartException;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.store.DiskReserve;
import dev.writ.kernel.store.OtherWriters;
import dev.writ.kernel.view.CommandView;
import dev.writ.kernel.workspace.UnmappedOwner;
import dev.writ.records.journal.InterruptShield;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.sandbox.launch.LiveListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Runs one command line that may change the workspace, and records its changes: in a view, of
/// which only judged and recorded changes are applied, or, without one, in the workspace itself,
/// which is compared.
public final class CommandRun {
  public static final String NOTHING = "It had changed nothing";
  private static final int MAX_NAMED = 20;

  /// The message of programs whose rename of a directory failed (errno(3), EXDEV).
  private static final String CROSS_DEVICE = "cross-device link";

  private static final String NO_RENAME =
      "a directory that holds hidden or protected files cannot be renamed by a command:"
          + " mv its files one by one";

  private static final String NO_OWNER =
      ", in this sandbox: use the file tools, or have the person give it the own group (chgrp), or"
          + " set safety.sandbox: landlock";

  private final CommandServices.Running running;
  private final ChangeTransaction transaction;
  private final SessionState state;
  private final ActOrigin origin;
  private final String receipt;
  private final Optional<ChangeConsent> consent;
  private final List<AppendedRecord> records = new ArrayList<>();
  private String left = "";
  private boolean counts = true;

  /// @param origin whose change it is
  /// @param receipt the id of the decision that allowed it
  /// @param consent whether what it changes counts; empty where that was agreed to before
  public CommandRun(
      CommandServices.Running running,
      ChangeTransaction transaction,
      SessionState state,
      ActOrigin origin,
      String receipt,
      Optional<ChangeConsent> consent) {
    this.receipt = receipt;
    this.consent = consent;
    this.running = running;
    this.transaction = transaction;
    this.state = state;
    this.origin = origin;
  }

  /// The resulting records.
  public List<AppendedRecord> records() {
    return records;
  }

  /// The outcome for the changes of an aborted run, in a sentence.
  public String left() {
    return left;
  }

  /// Whether what it changed counts; not where a person must see it and did not agree.
  public boolean counts() {
    return counts;
  }

  /// Runs the line to its end and settles what it changed.
  ///
  /// @throws InterruptedException when aborted; in a view nothing was changed then, else what was
  ///     changed until then is recorded. [#left()] says so.
  public CommandOutcome run(Effect.RunCommand effect, LiveListener live, PersonScripts scripts)
      throws IOException, InterruptedException {
    CommandChange change = new CommandChange(effect, transaction, state, origin, receipt);
    if (change.git().resumes()) {
      demandNoStopped();
    }
    running.hand().views().awaitClock();
    Optional<CommandView> view =
        running.hand().views().open(change.describe(), running.hand().background().places());
    try {
      return view.isPresent()
          ? inView(effect, live, scripts, view.get(), change)
          : inPlace(effect, live, scripts, change);
    } finally {
      running.hand().settled();
    }
  }

  /// In the workspace itself the rest of what Git does could not be reverted with it.
  private void demandNoStopped() throws StartException {
    Optional<String> stopped =
        running.sandbox().repository().stopped(running.hand().views().operations());
    if (stopped.isPresent()) {
      throw new StartException(StoppedOperation.refusal(stopped.get()));
    }
  }

  private CommandOutcome inView(
      Effect.RunCommand effect,
      LiveListener live,
      PersonScripts scripts,
      CommandView view,
      CommandChange change)
      throws IOException, InterruptedException {
    try (view) {
      CommandOutcome outcome;
      try {
        outcome = running.hand().run(effect, live, scripts, view);
      } catch (InterruptedException e) {
        left = kept(view, effect);
        throw e;
      } catch (IOException | RuntimeException | Error e) {
        // A later part of the line can't be started.
        left = kept(view, effect);
        throw e;
      }
      if (outcome.timedOut()) {
        return outcome.with(outcome.report().noting(kept(view, effect)));
      }
      ViewConclusion conclusion =
          new ViewConclusion(
              running,
              change,
              running.hand().outputs(effect),
              running.hand().history(view),
              consent);
      ViewConclusion.End end;
      try {
        end = conclusion.conclude(view.changes());
      } catch (InterruptedException e) {
        left = kept(view, effect);
        throw e;
      }
      counts = end instanceof ViewConclusion.End.Settled;
      ChangeReport told = conclusion.report();
      records.addAll(told.records());
      CommandReport report = outcome.report().with(told.changes(), List.of());
      if (outcome.status() != 0 && outcome.stderr().text().contains(CROSS_DEVICE)) {
        report = report.noting(NO_RENAME);
      }
      if (says(outcome, UnmappedOwner.SYMPTOM)) {
        Optional<String> why = running.sandbox().unmapped();
        report = why.isPresent() ? report.noting(why.get() + NO_OWNER) : report;
      }
      report =
          switch (end) {
            case ViewConclusion.End.Settled() -> report;
            case ViewConclusion.End.Dropped(String why) -> report.noting(why);
            case ViewConclusion.End.Unanswered(String why) ->
                report.noting(why + ". " + kept(view, effect));
          };
      for (String note : told.notes()) {
        report = report.noting(note);
      }
      return outcome.with(report);
    }
  }

  private static boolean says(CommandOutcome outcome, String words) {
    return outcome.stderr().text().contains(words) || outcome.stdout().text().contains(words);
  }

  /// Keeps what a command that did not come to its end had changed, and says where.
  private String kept(CommandView view, Effect.RunCommand effect) {
    boolean none;
    try {
      Set<String> outputs = running.hand().outputs(effect);
      none = InterruptShield.call(() -> !view.changes().hasChanges(running.detector(), outputs));
    } catch (IOException | RuntimeException | Error _) {
      none = false; // what can't be read now may be readable later
    }
    if (none) {
      return NOTHING;
    }
    view.changes().keep();
    return "Nothing it changed was applied; 'writ changes show %s' shows it"
        .formatted(view.changes().name());
  }

  /// The changes until the failure or abort of a command remain changes.
  private CommandOutcome inPlace(
      Effect.RunCommand effect, LiveListener live, PersonScripts scripts, CommandChange change)
      throws IOException, InterruptedException {
    running.sandbox().demandViews(running.hand().views().missing());
    InPlaceSettlement recorder =
        new InPlaceSettlement(
            change,
            new OtherWriters(
                transaction.ledger(), running.audit(), running.sandbox().repository().workspace()),
            changes -> running.judge(changes, change, history(changes)));
    Set<String> outputs = running.hand().outputs(effect);
    WorkspaceChangeDetector.Watching watching =
        change.git().runs()
            ? running.detector().beforeGit(outputs)
            : running.detector().before(outputs);
    running.hand().views().awaitClock();
    try (PendingCommand pending = running.note(change, watching)) {
      DiskReserve reserve = running.hand().views().reserve();
      Optional<CommandOutcome> ended = Optional.empty();
      try {
        ended = Optional.of(running.hand().run(effect, live, scripts));
      } finally {
        Optional<CommandReport> report = ended.map(CommandOutcome::report);
        reserve.release();
        InterruptShield.run(() -> settle(recorder, watching, pending, report));
        pending.settled();
        records.addAll(recorder.report().records());
        left = recorded(recorder);
      }
      CommandOutcome outcome = ended.get();
      return outcome.with(recorder.report().in(outcome.report()));
    }
  }

  private GitHistory history(WorkspaceComparison changes) {
    return running.hand().history(new EarlierGitIds(changes));
  }

  private void settle(
      InPlaceSettlement recorder,
      WorkspaceChangeDetector.Watching watching,
      PendingCommand pending,
      Optional<CommandReport> report)
      throws IOException {
    running.hand().background().endMoved().forEach(recorder.report()::note);
    if (report.map(CommandReport::allEnded).orElse(true)) {
      pending.settling(transaction.ledger().size());
    }
    try {
      boolean may = InPlaceSettlement.mayPutBack(running.sandbox().confines(), report);
      WorkspaceComparison changes = running.detector().after(watching, may);
      if (!running.hand().background().places().isEmpty()) {
        changes.separateNew();
      }
      if (may) {
        // Before Git is asked what came.
        new GitObjectSweep(
                running.hand().root(), history(changes), watching.objects(), recorder.report())
            .sweep(changes.repositories());
      }
      recorder.settle(changes, may);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted behind a shield", e);
    }
  }

  private static String recorded(InPlaceSettlement recorder) {
    List<String> all = recorder.report().words();
    if (all.isEmpty()) {
      return NOTHING;
    }
    int more = all.size() - MAX_NAMED;
    return "What it had changed is recorded: "
        + String.join(", ", more > 0 ? all.subList(0, MAX_NAMED) : all)
        + (more > 0 ? " and " + more + " more" : "");
  }
}
