// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.base.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The reason why a person must agree. The kind, never the text, determines which earlier answers
/// apply.
public record ApprovalConcern(ConcernKind kind, String words) {
  /// The closed set of kinds.
  public enum ConcernKind {
    /// The execution mode or the configuration wants to be asked.
    CONFIRMATION,
    /// More than the project's authority, where the project says nothing.
    AUTHORITY,
    /// Content of files is lost, but kept, so that undo can restore it.
    REMOVAL,
    /// It cannot be undone, or its effects are unknown.
    DESTRUCTIVE,
    /// It needs a host.
    NETWORK,
    /// It touches what usually holds secrets.
    SECRET,
    /// A program changed since it was last run.
    CHANGED,
    /// A user's hook wants a person to look.
    HOOK,
    /// The session has read untrusted content.
    TAINT,
    /// A model drafts an intent; each draft waits for a person of its own.
    INTENT,
    /// A program obeys the file: it may run something else from then on.
    OBEYED;

    /// The word in configuration and records.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// The kind that a word means.
    public static Optional<ConcernKind> of(String word) {
      return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }
  }

  /// The words of concerns.
  public static List<String> words(List<ApprovalConcern> concerns) {
    List<String> words = new ArrayList<>(concerns.size());
    for (ApprovalConcern concern : concerns) {
      words.add(concern.words());
    }
    return words;
  }
}
