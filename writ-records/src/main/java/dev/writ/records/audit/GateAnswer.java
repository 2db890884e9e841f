// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.records.audit;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;

/// One gate's answer as it is recorded.
///
/// @param gate the gate's name
/// @param detail the reasons of a question, how it was agreed to, or the code of a denial; empty
///     otherwise
public record GateAnswer(String gate, AnswerKind kind, String detail) {
  /// The gate's verdict.
  public enum AnswerKind {
    /// No objection.
    PASS,
    /// A person had to be asked.
    ASK,
    /// A person agreed.
    APPROVED,
    /// The call was changed, and another proposal takes the place of this one.
    CHANGED,
    /// Refused.
    DENY
  }

  /// A gate without objection.
  public static GateAnswer pass(String gate) {
    return new GateAnswer(gate, AnswerKind.PASS, "");
  }

  /// A person agreed at that gate, now or earlier.
  ///
  /// @param how by whom and for how long
  public static GateAnswer approved(String gate, String how) {
    return new GateAnswer(gate, AnswerKind.APPROVED, how);
  }

  /// Another call takes this one's place.
  ///
  /// @param arguments of that call
  public static GateAnswer changed(String gate, String arguments) {
    return new GateAnswer(gate, AnswerKind.CHANGED, arguments);
  }

  /// A gate that refused.
  public static GateAnswer deny(String gate, ToolError error) {
    return new GateAnswer(gate, AnswerKind.DENY, error.code().name());
  }

  /// A gate's answer with that verdict.
  public static GateAnswer of(String gate, Verdict verdict) {
    if (verdict instanceof Verdict.Deny(ToolError error)) { // a switch over types starts slower
      return deny(gate, error);
    }
    if (verdict instanceof Verdict.Change change) {
      return changed(gate, change.arguments());
    }
    return verdict instanceof Verdict.Ask ask
        ? new GateAnswer(
            gate, AnswerKind.ASK, String.join("; ", ApprovalConcern.words(ask.concerns())))
        : pass(gate);
  }

  /// Whether the gate refused.
  public boolean denies() {
    return kind == AnswerKind.DENY;
  }

  /// The answer in the words of the records: `pass`, `ask` with its reasons, `approved by`
  /// whom, `changed to` with the new arguments, `deny` with its code.
  public String text() {
    return switch (kind) {
      case PASS -> "pass";
      case ASK -> "ask " + detail;
      case APPROVED -> "approved by " + detail;
      case CHANGED -> "changed to " + detail;
      case DENY -> "deny " + detail;
    };
  }
}
