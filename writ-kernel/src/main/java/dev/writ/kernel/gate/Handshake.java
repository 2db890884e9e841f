// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Control;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.IntentLog;
import dev.writ.kernel.intent.Intents;
import dev.writ.kernel.intent.Related;
import dev.writ.kernel.intent.Terms;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
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
  private final IntentUse use;

  Handshake(IntentSource intents, Ledger ledger, boolean requireDeclared, IntentUse use) {
    this.intents = intents;
    this.ledger = ledger;
    this.requireDeclared = requireDeclared;
    this.use = use;
  }

  ToolResult select(Control.SelectIntent wanted, Standing standing) {
    try {
      Intents now = intents.now();
      if (!(now instanceof Intents.Undeclared)) {
        standing.sawDeclared();
      } else if (standing.declaring()) {
        return ToolResult.failed(
            ErrorCode.INTENTS_INVALID, IntentFile.PATH + " is gone since this turn began");
      }
      return switch (now) {
        case Intents.Malformed(String problem) ->
            ToolResult.failed(ErrorCode.INTENTS_INVALID, problem);
        case Intents.Undeclared() ->
            requireDeclared
                ? ToolResult.failed(
                    ErrorCode.UNKNOWN_INTENT, "This project declares no intents, and needs them")
                : request(wanted, standing);
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
              .formatted(wanted.kind(), IntentCheck.active(active)));
    }
    Optional<Intent> found = declared.byId(wanted.intentId());
    if (found.isEmpty()) {
      return ToolResult.failed(
          ErrorCode.UNKNOWN_INTENT,
          "There is no intent '%s'. %s"
              .formatted(Inert.line(wanted.intentId()), IntentCheck.active(active)));
    }
    if (found.get().status() != Intent.Status.ACTIVE) {
      return ToolResult.failed(
          ErrorCode.INTENT_NOT_ACTIVE,
          "The intent %s is %s. %s"
              .formatted(
                  found.get().id(), found.get().status().word(), IntentCheck.active(active)));
    }
    return declare(wanted, found.get(), standing);
  }

  /// Where nothing is declared the request is the only intent: another one that is cited is not it.
  private ToolResult request(Control.SelectIntent wanted, Standing standing) {
    String id = wanted.intentId();
    boolean other =
        !id.isEmpty() && !id.equals(standing.request().id()) && !id.startsWith("INT-S-");
    return other
        ? ToolResult.failed(
            ErrorCode.UNKNOWN_INTENT,
            "This project declares no intents, so there is no '%s'; leave intent_id out"
                .formatted(Inert.line(id)))
        : declare(wanted, standing.request(), standing);
  }

  private ToolResult declare(Control.SelectIntent wanted, Intent intent, Standing standing) {
    standing.declare(new Declaration.Under(wanted.kind(), intent));
    Terms terms = intent.terms();
    StringBuilder text = new StringBuilder("<intent_context>\n");
    text.append("id: ").append(intent.id()).append("\nname: ").append(line(intent.name()));
    text.append("\nkind: ").append(wanted.kind());
    append(text, "owned_scope", intent.scope().patterns());
    append(text, "constraints", terms.constraints());
    append(text, "acceptance_criteria", terms.acceptanceCriteria());
    append(text, "related", terms.related().stream().map(Related::toString).toList());
    append(text, "checks (must pass before close_intent)", terms.checks());
    append(text, "budget", budget(intent));
    append(text, "recent_changes", recent(intent.id()));
    return new ToolResult.Success(text.append("\n</intent_context>").toString());
  }

  private List<String> budget(Intent intent) {
    if (intent.terms().budget().unlimited()) {
      return List.of();
    }
    List<String> words = new ArrayList<>(List.of(intent.terms().budget().words()));
    try {
      IntentLog.Spent spent = use.spent(intent.id());
      words.add(
          "spent: %d iterations, %d changed lines"
              .formatted(spent.iterations(), spent.changedLines()));
      use.exceeded(intent, 0).ifPresent(words::add);
    } catch (IOException e) {
      words.add("what was spent can't be read: " + e.getMessage());
    }
    return words;
  }

  /// The intent's last records, oldest first; a ledger that can't be read is shown as such.
  private List<String> recent(String id) {
    try {
      return ledger.recent(id, RECENT).stream().map(TraceRecord::summary).toList();
    } catch (IOException e) {
      return List.of("the ledger can't be read: " + e.getMessage());
    }
  }

  /// What the file says is a person's or a repository's text: it stays within its block.
  private static void append(StringBuilder text, String title, List<String> items) {
    if (items.isEmpty()) {
      return;
    }
    text.append('\n').append(title).append(':');
    for (String item : items) {
      String lead = "\n- ";
      for (String line : item.strip().split("\\R", -1)) {
        text.append(lead).append(line(line));
        lead = "\n  ";
      }
    }
  }

  private static String line(String text) {
    return Inert.line(text).replace("</intent_context", "<\\/intent_context");
  }
}
