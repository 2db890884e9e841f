// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.kernel.intents;

import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.call.SessionControl;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.IntentId;
import dev.writ.kernel.intent.IntentLog;
import dev.writ.kernel.intent.IntentTerms;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.spending.IntentSource;
import dev.writ.kernel.spending.IntentSpending;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RelatedSource;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Declares an intent: validates it against the project's present declarations and answers with its
/// scope and terms for the model.
public final class IntentSelection {
  /// The tool that is always visible and never needs an intent itself.
  static final String TOOL = "select_active_intent";

  /// How many of the intent's last records the model is shown.
  private static final int RECENT = 5;

  private final IntentSource intents;
  private final Ledger ledger;
  private final boolean requireDeclared;
  private final IntentSpending spending;

  public IntentSelection(
      IntentSource intents, Ledger ledger, boolean requireDeclared, IntentSpending spending) {
    this.intents = intents;
    this.ledger = ledger;
    this.requireDeclared = requireDeclared;
    this.spending = spending;
  }

  ToolResult select(SessionControl.SelectIntent wanted, SessionState state) {
    try {
      DeclaredIntents now = intents.now();
      if (!(now instanceof DeclaredIntents.Undeclared)) {
        state.sawDeclared();
      } else if (state.isDeclaring()) {
        return ToolResult.failed(
            ErrorCode.INTENTS_INVALID, IntentFile.PATH + " was removed since this turn began");
      }
      return switch (now) {
        case DeclaredIntents.MalformedIntents(String problem) ->
            ToolResult.failed(ErrorCode.INTENTS_INVALID, problem);
        case DeclaredIntents.Undeclared() ->
            requireDeclared
                ? ToolResult.failed(
                    ErrorCode.UNKNOWN_INTENT, "This project declares no intents, and needs them")
                : request(wanted, state);
        case DeclaredIntents.Declared declared -> select(wanted, declared, state);
      };
    } catch (IOException e) {
      return ToolResult.failed(
          ErrorCode.INTENTS_INVALID, "The intents cannot be read: " + e.getMessage());
    }
  }

  private ToolResult select(
      SessionControl.SelectIntent wanted, DeclaredIntents.Declared declared, SessionState state) {
    List<Intent> active = declared.active();
    if (wanted.intentId().isEmpty()) {
      if (active.size() == 1) {
        return declare(wanted, active.getFirst(), state);
      }
      state.declare(new SessionDeclaration.KindOnly(wanted.kind()));
      return new ToolResult.Success(
          "Declared %s without an intent: reading only. %s"
              .formatted(wanted.kind(), IntentCheck.active(active)));
    }
    Optional<Intent> found = declared.byId(wanted.intentId());
    if (found.isEmpty()) {
      return ToolResult.failed(
          ErrorCode.UNKNOWN_INTENT,
          "There is no intent '%s'. %s"
              .formatted(DisplayText.line(wanted.intentId()), IntentCheck.active(active)));
    }
    if (found.get().status() != Intent.IntentStatus.ACTIVE) {
      return ToolResult.failed(
          ErrorCode.INTENT_NOT_ACTIVE,
          "The intent %s is %s. %s"
              .formatted(
                  found.get().id(), found.get().status().word(), IntentCheck.active(active)));
    }
    return declare(wanted, found.get(), state);
  }

  /// If nothing is declared the request is the only intent: citing another one is an error.
  private ToolResult request(SessionControl.SelectIntent wanted, SessionState state) {
    String id = wanted.intentId();
    boolean other = !id.isEmpty() && !id.equals(state.request().id()) && !IntentId.isOfSession(id);
    return other
        ? ToolResult.failed(
            ErrorCode.UNKNOWN_INTENT,
            "This project declares no intents, so there is no '%s'; omit intent_id"
                .formatted(DisplayText.line(id)))
        : declare(wanted, state.request(), state);
  }

  private ToolResult declare(
      SessionControl.SelectIntent wanted, Intent intent, SessionState state) {
    state.declare(new SessionDeclaration.Under(wanted.kind(), intent));
    IntentTerms terms = intent.terms();
    StringBuilder text = new StringBuilder("<intent_context>\n");
    text.append("id: ").append(intent.id()).append("\nname: ").append(line(intent.name()));
    text.append("\nkind: ").append(wanted.kind());
    append(text, "owned_scope", intent.scope().patterns());
    append(text, "constraints", terms.constraints());
    append(text, "acceptance_criteria", terms.acceptanceCriteria());
    append(text, "related", terms.related().stream().map(RelatedSource::toString).toList());
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
      IntentLog.IntentUsage spent = spending.spent(intent.id());
      words.add(
          "spent: %d iterations, %d changed lines"
              .formatted(spent.iterations(), spent.changedLines()));
      spending.exceeded(intent, 0).ifPresent(words::add);
    } catch (IOException e) {
      words.add("the record of spending cannot be read: " + e.getMessage());
    }
    return words;
  }

  /// The intent's last records, oldest first; a ledger that can't be read is shown as such.
  private List<String> recent(String id) {
    try {
      return ledger.recent(id, RECENT).stream().map(TraceRecord::summary).toList();
    } catch (IOException e) {
      return List.of("the ledger cannot be read: " + e.getMessage());
    }
  }

  /// The file's text comes from a person or a repository: it stays within its block.
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
    return DisplayText.line(text).replace("</intent_context", "<\\/intent_context");
  }
}
