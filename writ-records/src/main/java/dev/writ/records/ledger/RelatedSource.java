// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.records.ledger;

import java.util.Locale;

/// Something outside that an intent comes from; it stands in the ledger with every change.
///
/// @param value its id, as people call it
public record RelatedSource(SourceType type, String value) {
  /// The kind of the source.
  public enum SourceType {
    /// A requirement.
    REQUIREMENT,
    /// An issue of a tracker.
    ISSUE,
    /// A section of a specification.
    SPEC;

    /// The word in files and records.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String toString() {
    return type.word() + " " + value;
  }
}
