// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.change.ChangeTitle;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.hand.CommandHand;
import dev.writ.kernel.judge.ChangeReport;
import dev.writ.kernel.judge.CommandChange;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.view.KeptView;
import dev.writ.kernel.view.OutputGuard;
import dev.writ.kernel.view.ReopenedView;
import dev.writ.kernel.view.ViewChanges;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.audit.OpenAct;
import dev.writ.records.audit.Receipt;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The changes of interrupted and timed out commands: none of them is in the workspace, and a
/// person may inspect, apply or drop them.
public final class KeptChanges {
  private static final int MAX_DIFF_LINES = 400;

  private final Hands hands;
  private final ChangeTransaction transaction;
  private final ActRecorder acts;
  private final CommandServices commands;

  public KeptChanges(
      Hands hands, ChangeTransaction transaction, ActRecorder acts, CommandServices commands) {
    this.hands = hands;
    this.transaction = transaction;
    this.acts = acts;
    this.commands = commands;
  }

  /// Changes that are kept.
  ///
  /// @param name by which they are called
  /// @param command the command line that made them
  public record Kept(String name, String command) {}

  /// One changed place.
  ///
  /// @param words what became of it
  /// @param diff a unified diff; empty without text
  public record Shown(String words, String diff) {}

  /// How applying ended.
  ///
  /// @param applied what was applied, in words
  /// @param leftOut what was not, with reasons
  public record Applied(List<String> applied, List<String> leftOut) {}

  /// All that are kept, the newest last.
  ///
  /// @throws IOException where they can't be listed
  public List<Kept> all() throws IOException {
    List<Kept> all = new ArrayList<>();
    for (KeptView view : KeptView.all(hands)) {
      all.add(new Kept(view.name(), view.about().text("command").orElse("")));
      view.release();
    }
    return all;
  }

  /// The changes of a command; empty if none of that name are kept.
  ///
  /// @throws IOException where that can't be read
  public Optional<List<Shown>> show(String name) throws IOException {
    Optional<KeptView> view = KeptView.find(hands, name);
    if (view.isEmpty()) {
      return Optional.empty();
    }
    try (ViewChanges changes = view.get().changes()) {
      changes.keep();
      List<Shown> shown = new ArrayList<>();
      List<ViewDifference> differences =
          new ArrayList<>(
              changes.differences(
                  commands.parts().running().detector(), Set.of(), OutputGuard.NONE));
      differences.sort(Comparator.comparing(ViewDifference::path));
      for (ViewDifference difference : differences) {
        if (!difference.isRecorded()) {
          shown.add(new Shown(words(difference), ""));
          continue;
        }
        for (FileChange change : changes.changes(difference)) {
          String words = change.kind().past() + " " + ChangeTitle.of(change);
          shown.add(new Shown(words, change.diff(MAX_DIFF_LINES)));
        }
      }
      return Optional.of(shown);
    }
  }

  private static String words(ViewDifference difference) {
    String what = difference.role() == ViewDifference.Role.GIT ? "data of Git" : "output";
    return what + " " + difference.path();
  }

  /// Applies the changes of a command that are not protected and whose places no other program
  /// changed since; the others are dropped.
  ///
  /// @throws IOException where it can't be recorded; then it is still kept
  public Optional<Applied> apply(String name, ActOrigin origin) throws IOException {
    Optional<KeptView> view = KeptView.find(hands, name);
    if (view.isEmpty()) {
      return Optional.empty();
    }
    Json.Obj about = view.get().about();
    CommandHand hand = commands.parts().running().hand();
    try (ViewChanges changes = view.get().changes();
        ReopenedView again = hand.views().again(view.get())) {
      changes.keep();
      Applying applying = new Applying(changes, hand.history(again), about, origin);
      ChangeReport report =
          acts.perform(receipt(name, about, origin), open -> apply(applying, open));
      List<String> leftOut = new ArrayList<>(report.changes().left());
      leftOut.addAll(report.changes().foreign());
      report.changes().unapplied().forEach(one -> leftOut.add(one.words()));
      List<String> applied = new ArrayList<>(report.changes().owned());
      applied.addAll(report.notes());
      return Optional.of(new Applied(applied, leftOut));
    }
  }

  /// @param about what is known of the command
  /// @param origin whose act it is
  private record Applying(
      ViewChanges changes, GitHistory history, Json.Obj about, ActOrigin origin) {}

  private ChangeReport apply(Applying applying, OpenAct open) throws IOException {
    CommandChange change =
        CommandChange.byPerson(transaction, applying.about(), applying.origin(), open.receipt());
    ViewSettlement settlement =
        new ViewSettlement(commands.parts().running(), change, Set.of(), applying.history());
    ViewChanges changes = applying.changes();
    try {
      changes.locked(
          held -> {
            settlement.settle(held);
            return settlement;
          });
      changes.drop();
    } finally {
      open.records(settlement.report().records());
    }
    return settlement.report();
  }

  private static Receipt receipt(String name, Json.Obj about, ActOrigin origin) {
    String text = "apply changes " + name + " of " + about.text("command").orElse("");
    return new Receipt(
        origin,
        ContentHash.of(text),
        new Receipt.Subject("", "changes", List.of(), text, false),
        List.of(GateAnswer.pass("person")),
        Json.object().put("approver", "person").build());
  }

  /// Drops what a command had changed; false where nothing of that name is kept.
  ///
  /// @throws IOException where it can't be removed
  public boolean drop(String name) throws IOException {
    Optional<KeptView> view = KeptView.find(hands, name);
    if (view.isPresent()) {
      view.get().changes().close();
    }
    return view.isPresent();
  }
}
