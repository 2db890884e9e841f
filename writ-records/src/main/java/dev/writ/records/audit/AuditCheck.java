// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Looks at the audit log's records one after the other. A session numbers its receipts, so that
/// one that was removed shows, too.
public final class AuditCheck {
  /// The outcome of a call that left a command running.
  static final String STARTED = "started";

  /// The type of what remembers a checkpoint of a ledger.
  static final String CHECKPOINT = "checkpoint";

  private final Map<String, AuditEntry> open = new LinkedHashMap<>();
  private final Set<String> running = new HashSet<>();
  private final Set<String> known = new HashSet<>();
  private final Map<String, Long> last = new HashMap<>();
  private final List<String> faults = new ArrayList<>();
  private long receipts;

  /// The errors of a log.
  ///
  /// @param receipts how many there are
  /// @param faults what stands where it must not, as `file:line: what`
  /// @param open permitted receipts without an outcome, and commands in the background whose end is
  ///     missing: a process ended in between, or still runs
  public record Found(long receipts, List<String> faults, List<AuditEntry> open) {
    public Found {
      faults = List.copyOf(faults);
      open = List.copyOf(open);
    }

    /// Whether nothing is.
    public boolean sound() {
      return faults.isEmpty() && open.isEmpty();
    }
  }

  AuditCheck() {}

  void check(String place, Optional<Json.Obj> record) {
    if (record.isEmpty()) {
      faults.add(place + ": unreadable record");
      return;
    }
    Json.Obj json = record.get();
    switch (json.text("type").orElse("")) {
      case "receipt" -> receipt(place, json);
      case "outcome" -> outcome(place, json);
      case "ended" -> ended(place, json.text("receipt").orElse(""));
      case CHECKPOINT -> {}
      default -> faults.add(place + ": neither a receipt nor an outcome");
    }
  }

  private void receipt(String place, Json.Obj json) {
    AuditEntry entry = AuditEntry.of(json);
    receipts++;
    if (!known.add(entry.id())) {
      faults.add(place + ": a second receipt " + entry.id());
      return;
    }
    number(place, entry.id());
    if (!entry.denied()) {
      open.put(entry.id(), entry);
    }
  }

  /// A session's first receipt in the log may have any number: older files may be gone.
  private void number(String place, String id) {
    int dash = id.lastIndexOf('-');
    String digits = id.substring(dash + 1);
    if (dash < 0 || !digits.matches("[0-9]{1,18}")) {
      faults.add(place + ": a receipt without a number: " + id);
      return;
    }
    String session = id.substring(0, dash);
    long number = Long.parseLong(digits);
    Long before = last.put(session, number);
    if (before != null && number != before + 1) {
      faults.add(place + ": receipt " + id + " follows number " + before + " of its session");
    }
  }

  private void outcome(String place, Json.Obj outcome) {
    String receipt = outcome.text("receipt").orElse("");
    if (open.containsKey(receipt)
        && !running.contains(receipt)
        && outcome.text("code").filter(STARTED::equals).isPresent()) {
      running.add(receipt);
    } else if (known.contains(receipt)
        && outcome.text("code").filter(KilledActOutcome::isCode).isPresent()) {
      open.remove(receipt); // or the killed session had begun to report itself
    } else if (running.contains(receipt) || open.remove(receipt) == null) {
      faults.add(
          place
              + (known.contains(receipt)
                  ? ": an unexpected outcome of receipt " + receipt
                  : ": an outcome without its receipt " + receipt));
    }
  }

  private void ended(String place, String receipt) {
    if (running.remove(receipt)) {
      open.remove(receipt);
    } else {
      faults.add(place + ": the end of a command without its start, of receipt " + receipt);
    }
  }

  Found found() {
    return new Found(receipts, faults, List.copyOf(open.values()));
  }
}
