// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Control;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.Intents;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.TraceRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Declaring an intent: validates it against what the project declares now and answers with what
/// the model must know of it.
final class Handshake {
  /// The tool that is always visible and never needs an intent itself.
  static final String TOOL = "select_active_intent";

  /// How many of the intent's last records the model is shown.
  private static final int RECENT = 5;

  private final IntentSource intents;
  private final Ledger ledger;
  private final boolean requireDeclared;

  Handshake(IntentSource intents, Ledger ledger, boolean requireDeclared) {
    this.intents = intents;
    this.ledger = ledger;
    this.requireDeclared = requireDeclared;
  }

  ToolResult select(Control.SelectIntent wanted, Standing standing) {
    try {
      return switch (intents.now()) {
        case Intents.Malformed(String problem) ->
            ToolResult.failed(ErrorCode.INTENTS_INVALID, problem);
        case Intents.Undeclared() ->
            requireDeclared
                ? ToolResult.failed(
                    ErrorCode.UNKNOWN_INTENT, "This project declares no intents, and needs them")
                : declare(wanted, standing.request(), standing);
        case Intents.Declared declared -> select(wanted, declared, standing);
      };
    } catch (IOException e) {
      return ToolResult.failed(
          ErrorCode.INTENTS_INVALID, "The intents can't be read: " + e.getMessage());
    }
  }

  private ToolResult select(
      Control.SelectIntent wanted, Intents.Declared declared, Standing standing) {
    List<Intent> active = declared.active();
    if (wanted.intentId().isEmpty()) {
      if (active.size() == 1) {
        return declare(wanted, active.getFirst(), standing);
      }
      standing.declare(new Declaration.KindOnly(wanted.kind()));
      return new ToolResult.Success(
          "Declared %s without an intent: reading only. %s"
              .formatted(wanted.kind(), activeOnes(active)));
    }
    Optional<Intent> found = declared.byId(wanted.intentId());
    if (found.isEmpty()) {
      return ToolResult.failed(
          ErrorCode.UNKNOWN_INTENT,
          "There is no intent '%s'. %s".formatted(wanted.intentId(), activeOnes(active)));
    }
    if (found.get().status() != Intent.Status.ACTIVE) {
      return ToolResult.failed(
          ErrorCode.INTENT_NOT_ACTIVE,
          "The intent %s is %s. %s"
              .formatted(found.get().id(), found.get().status().word(), activeOnes(active)));
    }
    return declare(wanted, found.get(), standing);
  }

  private static String activeOnes(List<Intent> active) {
    return active.isEmpty()
        ? "No intent is active."
        : "Active: "
            + String.join(", ", active.stream().map(i -> i.id() + " (" + i.name() + ")").toList());
  }

  private ToolResult declare(Control.SelectIntent wanted, Intent intent, Standing standing) {
    standing.declare(new Declaration.Under(wanted.kind(), intent));
    StringBuilder text = new StringBuilder("<intent_context>\n");
    text.append("id: ").append(intent.id()).append("\nname: ").append(intent.name());
    text.append("\nkind: ").append(wanted.kind()).append("\nowned_scope:");
    intent.scope().patterns().forEach(pattern -> text.append("\n- ").append(pattern));
    append(text, "constraints", intent.constraints());
    append(text, "acceptance_criteria", intent.acceptanceCriteria());
    append(text, "recent_changes", recent(intent.id()));
    return new ToolResult.Success(text.append("\n</intent_context>").toString());
  }

  /// The intent's last records, oldest first; a ledger that can't be read is shown as such.
  private List<String> recent(String id) {
    try {
      List<TraceRecord> records =
          TraceRecord.readable(ledger.text()).stream()
              .filter(record -> record.intentId().equals(id))
              .toList();
      return records.subList(Math.max(0, records.size() - RECENT), records.size()).stream()
          .map(TraceRecord::summary)
          .map(Inert::line)
          .toList();
    } catch (IOException e) {
      return List.of("the ledger can't be read: " + e.getMessage());
    }
  }

  private static void append(StringBuilder text, String title, List<String> items) {
    if (!items.isEmpty()) {
      text.append('\n').append(title).append(':');
      items.forEach(item -> text.append("\n- ").append(item));
    }
  }
}
