// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.comparison.PendingCommand;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.judge.CommandChange;
import dev.writ.kernel.judge.EarlierGitIds;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.store.OtherWriters;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.KilledActOutcome;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Settles the commands that worked in the workspace itself when their session was killed: their
/// changes are compared with the scan before, recorded, and, if not allowed, reverted. Changes
/// after the kill belong to other programs; if its time is unknown, nothing is reverted.
final class InPlaceRecovery {
  private final Hands hands;
  private final CommandServices commands;
  private final ChangeTransaction transaction;
  private final ActRecorder acts;

  InPlaceRecovery(
      Hands hands, CommandServices commands, ChangeTransaction transaction, ActRecorder acts) {
    this.hands = hands;
    this.commands = commands;
    this.transaction = transaction;
    this.acts = acts;
  }

  /// Settles all of them.
  ///
  /// @param told receives a line about each command
  /// @param unsettled receives those that can't be settled
  /// @throws IOException where the thread was interrupted
  void recover(List<String> told, UnsettledWork unsettled) throws IOException {
    List<PendingCommand> found =
        unsettled.found(PendingCommand.directory(hands), () -> PendingCommand.abandoned(hands));
    try {
      for (PendingCommand command : found) {
        try (command) {
          settle(command).ifPresent(told::add);
          command.settled();
        } catch (IOException | RuntimeException e) {
          unsettled.add(line(command), receipt(command), List.of(command.place()), e);
        }
      }
    } catch (InterruptedException e) {
      throw new IOException("interrupted while a killed command was settled", e);
    } finally {
      found.forEach(PendingCommand::release);
    }
  }

  private static Json.Obj change(PendingCommand command) {
    return command.about().object("change");
  }

  private static String line(PendingCommand command) {
    return DisplayText.line(change(command).text("command").orElse("a command"));
  }

  private static Set<String> receipt(PendingCommand command) {
    return change(command).text("receipt").map(Set::of).orElse(Set.of());
  }

  private Optional<String> settle(PendingCommand command) throws IOException, InterruptedException {
    Json.Obj about = change(command);
    if (about.equals(Json.Obj.EMPTY)) {
      return Optional.empty(); // it never began
    }
    CommandServices.Running running = commands.parts().running();
    Optional<Instant> death = command.killed();
    CommandChange change = CommandChange.recovered(transaction, about);
    long mark = about.number("ledger").orElse(0);
    EarlierRecords earlier = earlier(command, about.text("url").orElse(""));
    InPlaceSettlement recorder =
        new InPlaceSettlement(
            change,
            OtherWriters.sinceKill(
                transaction.ledger(),
                running.audit(),
                running.sandbox().repository().workspace(),
                mark,
                earlier.hashes()),
            changes ->
                running.judge(changes, change, running.hand().history(new EarlierGitIds(changes))),
            earlier);
    boolean may = death.isPresent() && command.about().isTrue("confined");
    recorder.settle(running.detector().after(command, death, may), may);
    for (String receipt : receipt(command)) {
      acts.settle(receipt, KilledActOutcome.of(recorder.stands()), recorder.report().records());
    }
    List<String> words = new ArrayList<>(recorder.report().words());
    unmark(running.markedSince(command.about()), words);
    return Optional.of(
        "Writ was ended while '%s' ran: %s"
            .formatted(
                line(command),
                words.isEmpty() ? "it had changed nothing" : String.join(", ", words)));
  }

  /// Writ's marks in Git's index are for one command.
  private void unmark(List<WorkspacePath> marked, List<String> words) throws InterruptedException {
    if (marked.isEmpty()) {
      return;
    }
    try {
      commands.gitHand().unmark(marked);
    } catch (IOException e) {
      words.add(
          "Git still treats %s as unchanged, which 'git update-index --no-skip-worktree"
                  .formatted(marked.getFirst())
              + " --no-assume-unchanged FILE' ends: "
              + e.getMessage());
    }
  }

  private EarlierRecords earlier(PendingCommand command, String url) throws IOException {
    Optional<Long> since = command.settlingSince();
    return since.isEmpty()
        ? EarlierRecords.NONE
        : new EarlierRecords(
            transaction.ledger().since(since.get()).stream()
                .filter(record -> record.isFrom(url))
                .toList());
  }
}
