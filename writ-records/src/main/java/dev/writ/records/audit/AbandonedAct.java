// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.base.json.Json;
import java.util.List;
import java.util.Set;

/// A permitted act whose process ended before it recorded the outcome.
///
/// @param receipt the id of its receipt
/// @param name the tool and its object, in words
/// @param origin where it came from, as the ledger's records name it
/// @param effects the verbs of what it would do, such as `read`, `write`, `run`; empty for a
///     person's act
public record AbandonedAct(String receipt, String name, String origin, List<String> effects) {
  /// What leaves everything outside the session as it is.
  private static final Set<String> HARMLESS = Set.of("read", "output", "session");

  public AbandonedAct {
    effects = List.copyOf(effects);
  }

  static AbandonedAct of(Json.Obj receipt) {
    String tool = receipt.text("tool").orElse("");
    String what = AuditEntry.what(receipt);
    return new AbandonedAct(
        receipt.text("id").orElse(""),
        (tool + " " + what).strip(),
        receipt.text("origin").orElse(""),
        receipt.items("effects").stream()
            .map(item -> item instanceof Json.Obj effect ? effect.text("effect").orElse("") : "")
            .toList());
  }

  /// Whether it may have changed something outside its session.
  public boolean mayChange() {
    return effects.isEmpty() || !HARMLESS.containsAll(effects);
  }
}
