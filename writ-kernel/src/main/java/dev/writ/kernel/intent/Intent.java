// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A declared piece of work.
public record Intent(
    String id, String name, IntentStatus status, IntentScope scope, IntentTerms terms) {
  /// The longest name that is shown whole, in characters.
  public static final int MAX_NAME_CHARS = 100;

  /// The intent of a person's request in a project that declares no intents.
  public static Intent ofSession(String id, String request) {
    return new Intent(
        id, nameOf(request), IntentStatus.ACTIVE, IntentScope.EVERYTHING, IntentTerms.NONE);
  }

  /// A name for a request: its first line, cut.
  public static String nameOf(String request) {
    String line = request.strip().lines().findFirst().orElse("(empty request)");
    return line.length() > MAX_NAME_CHARS ? line.substring(0, MAX_NAME_CHARS) + "…" : line;
  }

  /// Constraints on the work.
  public List<String> constraints() {
    return terms.constraints();
  }

  /// How one sees that it is done.
  public List<String> acceptanceCriteria() {
    return terms.acceptanceCriteria();
  }

  /// How far the work is.
  public enum IntentStatus {
    /// Written down, not begun.
    DRAFT,
    /// Being worked on: the only status under which anything may change.
    ACTIVE,
    /// Interrupted.
    PAUSED,
    /// Finished.
    DONE,
    /// Given up.
    ABANDONED;

    private static final Map<String, IntentStatus> WORDS =
        Map.ofEntries(
            Map.entry("draft", DRAFT),
            Map.entry("todo", DRAFT),
            Map.entry("pending", DRAFT),
            Map.entry("open", DRAFT),
            Map.entry("active", ACTIVE),
            Map.entry("in_progress", ACTIVE),
            Map.entry("paused", PAUSED),
            Map.entry("blocked", PAUSED),
            Map.entry("on_hold", PAUSED),
            Map.entry("done", DONE),
            Map.entry("completed", DONE),
            Map.entry("complete", DONE),
            Map.entry("closed", DONE),
            Map.entry("abandoned", ABANDONED),
            Map.entry("cancelled", ABANDONED));

    /// The status that a word means, common synonyms included, whatever its case.
    public static Optional<IntentStatus> of(String word) {
      String key = word.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
      return Optional.ofNullable(WORDS.get(key));
    }

    /// The word that is written.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
