// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.gate;

import dev.writ.kernel.audit.AuditLog;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.effect.AbandonedView;
import dev.writ.kernel.effect.Hands;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Appended;
import dev.writ.kernel.ledger.TraceRecord;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Settles the commands of sessions that were killed, before anything else happens: what had been
/// judged and recorded is applied, everything else never happened. Each of them gets its outcome in
/// the audit, and a line for the person.
final class ViewRecovery {
  private final Hands hands;
  private final Scribe scribe;
  private final AuditLog audit;
  private boolean done;
  private final List<String> told = new ArrayList<>();

  ViewRecovery(Hands hands, Scribe scribe, AuditLog audit) {
    this.hands = hands;
    this.scribe = scribe;
    this.audit = audit;
  }

  /// Does it, once.
  ///
  /// @return what became of each command, in words; everything since the session began
  /// @throws IOException where it can't be settled; then nothing else may be changed
  synchronized List<String> recover() throws IOException {
    if (!done) {
      for (AbandonedView view : AbandonedView.all(hands)) {
        recover(view);
      }
      done = true;
    }
    return told;
  }

  private void recover(AbandonedView view) throws IOException {
    List<Appended> records = new ArrayList<>();
    List<TraceRecord> own = view.begun() ? since(view.about()) : List.of();
    own.forEach(record -> records.add(record.appended()));
    Optional<Map<WorkspacePath, String>> applied = view.finish();
    Set<String> undone = new TreeSet<>();
    for (TraceRecord record : own) {
      Set<String> places = new HashSet<>();
      for (Json.Obj file : record.files()) {
        String place = file.text("relative_path").orElse("");
        if (applied.isEmpty() || applied.get().containsKey(WorkspacePath.of(place))) {
          places.add(place);
        }
      }
      if (!places.isEmpty()) {
        records.add(scribe.recordNeverMade(record, places, view));
        undone.addAll(places);
      }
    }
    String command = Inert.line(view.about().text("command").orElse("a command"));
    String code = applied.isPresent() ? "recovered" : "cut_off";
    Optional<String> receipt = view.about().text("receipt");
    if (receipt.isPresent()) {
      audit.recovered(receipt.get(), code, records);
    }
    told.add(
        applied.isPresent()
            ? "Writ was ended while it applied what '%s' had changed: that is finished now%s"
                .formatted(
                    command, undone.isEmpty() ? "" : ", except for " + String.join(", ", undone))
            : "Writ was ended while '%s' ran: nothing that it changed was applied"
                .formatted(command));
    view.drop();
  }

  /// The records that a command has written since its view was opened.
  private List<TraceRecord> since(Json.Obj about) throws IOException {
    String url = about.text("url").orElse("");
    long mark = about.number("ledger").orElse(0);
    List<TraceRecord> found = new ArrayList<>();
    for (TraceRecord record : scribe.ledger().since(mark)) {
      boolean own =
          record.files().stream()
              .flatMap(file -> file.items("conversations").stream())
              .anyMatch(
                  c -> c instanceof Json.Obj o && o.text("url").filter(url::equals).isPresent());
      if (own) {
        found.add(record);
      }
    }
    return found;
  }
}
