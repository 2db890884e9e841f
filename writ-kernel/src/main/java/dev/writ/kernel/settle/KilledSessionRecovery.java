// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.comparison.ApplicationOrder;
import dev.writ.kernel.comparison.RecordedStateFinder;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.file.WritableDirectories;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.view.AbandonedView;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.KilledActOutcome;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Settles the commands of sessions that were killed, before anything else happens: what had been
/// judged and recorded is applied, everything else never happened. Each of them gets its outcome in
/// the audit, and a line for the person. What can't be settled refuses no start: see
/// [UnsettledWork].
public final class KilledSessionRecovery {
  private final Hands hands;
  private final ChangeTransaction transaction;
  private final ActRecorder acts;
  private final InPlaceRecovery commands;
  private final CallRecovery calls;
  private boolean done;
  private final List<String> told = new ArrayList<>();

  public KilledSessionRecovery(
      Hands hands, ChangeTransaction transaction, ActRecorder acts, CommandServices commands) {
    this.commands = new InPlaceRecovery(hands, commands, transaction, acts);
    this.calls = new CallRecovery(hands, transaction, acts);
    this.hands = hands;
    this.transaction = transaction;
    this.acts = acts;
  }

  /// Settles everything that killed sessions left, once.
  ///
  /// @return what became of each command, in words; everything since the session began
  /// @throws IOException where the thread was interrupted; the next call tries again
  public synchronized List<String> recover() throws IOException {
    if (!done) {
      UnsettledWork unsettled = new UnsettledWork(told);
      recoverViews(unsettled);
      commands.recover(told, unsettled);
      calls.recover(told, unsettled);
      done = true;
    }
    return told;
  }

  private void recoverViews(UnsettledWork unsettled) throws IOException {
    List<AbandonedView> found =
        unsettled.found(hands.viewStore().records(), () -> AbandonedView.all(hands));
    try {
      for (AbandonedView view : found) {
        try {
          settle(view);
        } catch (IOException | RuntimeException e) {
          unsettled.add(line(view.about()), receipts(view), view.places(), e);
        }
      }
    } finally {
      found.forEach(AbandonedView::release); // what can't be settled is tried again
    }
  }

  /// Of the command, and of an answer to its changes.
  private static Set<String> receipts(AbandonedView view) {
    Set<String> receipts = new LinkedHashSet<>();
    view.about().text("receipt").ifPresent(receipts::add);
    try {
      view.begun().flatMap(begun -> begun.text("receipt")).ifPresent(receipts::add);
    } catch (IOException _) {
      // No answer is known then.
    }
    return receipts;
  }

  private static String line(Json.Obj about) {
    return DisplayText.line(about.text("command").orElse("a command"));
  }

  private void settle(AbandonedView view) throws IOException {
    Optional<Json.Obj> begun = view.begun();
    Report said = begun.isPresent() ? describe(begun.get(), view) : Report.NOTHING;
    List<AppendedRecord> records = new ArrayList<>();
    Stream.concat(said.made().stream(), said.corrections().stream())
        .forEach(record -> records.add(record.appended()));
    if (begun.isEmpty()) {
      finished(view.about()).forEach(record -> records.add(record.appended()));
    }
    boolean isFinished = !records.isEmpty() && begun.isEmpty();
    Set<WorkspacePath> corrected = places(said.corrections());
    Optional<Map<WorkspacePath, ToolError>> applied = view.finish(corrected);
    Set<WorkspacePath> undone = new TreeSet<>();
    applied.ifPresent(
        refused ->
            refused.keySet().stream()
                .filter(ApplicationOrder::isInRepository)
                .forEach(undone::add));
    for (TraceRecord record : said.made()) {
      Set<WorkspacePath> places = places(List.of(record));
      applied.ifPresent(refused -> places.retainAll(refused.keySet()));
      places.removeAll(corrected);
      Optional<ChangeTransaction.Correction> correction = correct(record, places, view.states());
      correction.ifPresent(made -> records.add(made.record()));
      correction.ifPresent(made -> undone.addAll(made.places()));
    }
    Json.Obj about = begun.orElseGet(view::about);
    for (String receipt : receipts(view)) {
      acts.settle(receipt, KilledActOutcome.of(isFinished || applied.isPresent()), records);
    }
    tell(about, isFinished || applied.isPresent(), undone);
    view.close(applied.isPresent());
  }

  private Optional<ChangeTransaction.Correction> correct(
      TraceRecord record, Set<WorkspacePath> places, RecordedStateFinder states)
      throws IOException {
    try (WritableDirectories opened = new WritableDirectories(hands.root())) {
      places.forEach(place -> opened.open(place.parent()));
      return transaction.correct(record, places, states);
    }
  }

  private void tell(Json.Obj about, boolean applied, Set<WorkspacePath> undone) {
    String command = line(about);
    String except =
        undone.stream()
            .map(path -> DisplayText.line(path.toString()))
            .collect(Collectors.joining(", "));
    told.add(
        applied
            ? "Writ was ended while it applied the changes of '%s': Writ has now applied the rest%s"
                .formatted(command, except.isEmpty() ? "" : ", except for " + except)
            : "Writ was ended while '%s' ran: none of its changes was applied".formatted(command));
  }

  private static Set<WorkspacePath> places(List<TraceRecord> records) {
    Set<WorkspacePath> places = new TreeSet<>();
    for (TraceRecord record : records) {
      record.files().forEach(file -> places.add(file.place()));
    }
    return places;
  }

  /// The ledger's records of a command.
  ///
  /// @param made the records of what it changed
  /// @param corrections later ones, of what could not be applied
  private record Report(List<TraceRecord> made, List<TraceRecord> corrections) {
    static final Report NOTHING = new Report(List.of(), List.of());
  }

  private Report describe(Json.Obj begun, AbandonedView view) throws IOException {
    Ledger ledger = transaction.ledger();
    List<String> urls = // they are the same where a person without a session applied it
        List.of(
            begun.text("url").orElse(""),
            ChangeTransaction.ofRecovery(begun.text("session").orElse("")).url());
    long recorded = view.recorded(ledger.size());
    List<TraceRecord> corrections = own(ledger.since(recorded), urls);
    Set<String> later = corrections.stream().map(TraceRecord::id).collect(Collectors.toSet());
    List<TraceRecord> made = new ArrayList<>(own(ledger.since(mark(begun)), urls));
    made.removeIf(record -> later.contains(record.id()));
    return new Report(made, corrections);
  }

  /// The records of a command whose changes were all applied: of its view only what it was for was
  /// left. Undo takes back what the audit log has, so it gets them, too.
  private List<TraceRecord> finished(Json.Obj about) throws IOException {
    return own(transaction.ledger().since(mark(about)), List.of(about.text("url").orElse("")));
  }

  private static long mark(Json.Obj begun) {
    return begun.number("ledger").orElse(0L);
  }

  private static List<TraceRecord> own(List<TraceRecord> records, List<String> urls) {
    return records.stream().filter(record -> urls.stream().anyMatch(record::isFrom)).toList();
  }
}
