// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.base.value;

import java.util.List;

/// A gate's answer to a proposal. The strictest of all answers counts.
public sealed interface Verdict {
  /// The gate has no objection.
  Verdict PASS = new Pass();

  /// No objection.
  record Pass() implements Verdict {}

  /// A person must agree, for these reasons.
  record Ask(List<ApprovalConcern> concerns) implements Verdict {
    public Ask {
      concerns = List.copyOf(concerns);
    }

    /// For one reason.
    public Ask(ApprovalConcern.Kind kind, String words) {
      this(List.of(new ApprovalConcern(kind, words)));
    }
  }

  /// Refused.
  record Deny(ToolError error) implements Verdict {
    /// Refused with that code.
    public Deny(ErrorCode code, String message) {
      this(new ToolError(code, message));
    }
  }
}
