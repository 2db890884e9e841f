// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.comparison.PendingCommand;
import dev.writ.kernel.comparison.WorkspaceComparison;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.judge.CommandChange;
import dev.writ.kernel.run.CommandServices;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.KilledActOutcome;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
  /// @throws IOException where one can't be settled; it is tried again by the next session
  void recover(List<String> told) throws IOException {
    List<PendingCommand> left = PendingCommand.abandoned(hands);
    try {
      while (!left.isEmpty()) {
        try (PendingCommand command = left.getFirst()) {
          left.removeFirst();
          settle(command).ifPresent(told::add);
          command.settled();
        }
      }
    } catch (InterruptedException e) {
      throw new IOException("interrupted while a killed command was settled", e);
    } finally {
      left.forEach(PendingCommand::release);
    }
  }

  private Optional<String> settle(PendingCommand command) throws IOException, InterruptedException {
    Json.Obj about = command.about().object("change");
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
            new OtherWriters(transaction.ledger(), running.audit(), mark, earlier),
            changes -> running.judge(changes, change),
            earlier);
    WorkspaceComparison comparison = running.detector().after(command, death);
    recorder.settle(comparison, death.isPresent() && command.about().isTrue("confined"));
    Optional<String> receipt = about.text("receipt");
    if (receipt.isPresent()) {
      acts.settle(
          receipt.get(), KilledActOutcome.of(recorder.stands()), recorder.report().records());
    }
    List<String> words = new ArrayList<>(recorder.report().words());
    unmark(running.markedSince(command.about()), words);
    return Optional.of(
        "Writ was ended while '%s' ran: %s"
            .formatted(
                DisplayText.line(about.text("command").orElse("a command")),
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
