// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.base.json.Json;
import dev.writ.records.ledger.ActOrigin;
import java.util.List;

/// The record of one decision, written before any act.
///
/// @param digest of the proposal; of the raw call if it gave no proposal
/// @param subject what it is about
/// @param circumstances intent, mode, authority, risk and approver
public record Receipt(
    ActOrigin origin,
    String digest,
    Subject subject,
    List<GateAnswer> gates,
    Json.Obj circumstances) {
  public Receipt {
    gates = List.copyOf(gates);
  }

  /// The call.
  ///
  /// @param effects what it would do, as data
  /// @param commandLine for the readable line: the argument array, or the tool with its paths
  /// @param command whether it runs a program
  public record Subject(
      String callId, String tool, List<Json> effects, String commandLine, boolean command) {
    public Subject {
      effects = List.copyOf(effects);
    }
  }

  /// The code of the denial, empty where nothing denied.
  public String denial() {
    for (GateAnswer gate : gates) {
      if (gate.denies()) {
        return gate.detail();
      }
    }
    return "";
  }

  Json.Obj json(String id, String time, AuditLog.Workspace workspace) {
    Json.Builder asked = Json.object();
    for (GateAnswer gate : gates) {
      asked.put(gate.gate(), gate.text());
    }
    return workspace
        .put(Json.object().put("type", "receipt").put("id", id).put("timestamp", time))
        .put("origin", origin.url())
        .put("turn", origin.turn())
        .put("call_id", subject.callId())
        .put("tool", subject.tool())
        .put("digest", digest)
        .put("effects", new Json.Arr(subject.effects()))
        .put("gates", asked.build())
        .put("verdict", denial().isEmpty() ? "allow" : "deny")
        .put("circumstances", circumstances)
        .build();
  }
}
