// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.base.value;

import java.util.List;

/// A gate's answer to a proposal. The strictest of all answers counts.
public sealed interface Verdict {
  /// The gate has no objection.
  Verdict PASS = new Pass(List.of());

  /// Asks for these reasons; without any there is no objection.
  static Verdict asking(List<ApprovalConcern> concerns) {
    return concerns.isEmpty() ? PASS : new Ask(concerns);
  }

  /// The reasons why a person must agree; empty where none must.
  List<ApprovalConcern> concerns();

  /// What users' hooks tell the model with the result; empty for other gates.
  List<String> notes();

  /// No objection.
  record Pass(List<String> notes) implements Verdict {
    public Pass {
      notes = List.copyOf(notes);
    }

    @Override
    public List<ApprovalConcern> concerns() {
      return List.of();
    }
  }

  /// A person must agree, for these reasons.
  record Ask(List<ApprovalConcern> concerns, List<String> notes) implements Verdict {
    public Ask {
      concerns = List.copyOf(concerns);
      notes = List.copyOf(notes);
    }

    /// Without remarks.
    public Ask(List<ApprovalConcern> concerns) {
      this(concerns, List.of());
    }

    /// For one reason.
    public Ask(ApprovalConcern.ConcernKind kind, String words) {
      this(List.of(new ApprovalConcern(kind, words)));
    }
  }

  /// The same tool with other arguments takes the place of this call, as a proposal of its own.
  record Change(String arguments, List<String> notes) implements Verdict {
    public Change {
      notes = List.copyOf(notes);
    }

    @Override
    public List<ApprovalConcern> concerns() {
      return List.of();
    }
  }

  /// Refused.
  record Deny(ToolError error) implements Verdict {
    /// Refused with that code.
    public Deny(ErrorCode code, String message) {
      this(new ToolError(code, message));
    }

    @Override
    public List<ApprovalConcern> concerns() {
      return List.of();
    }

    @Override
    public List<String> notes() {
      return List.of();
    }
  }
}
