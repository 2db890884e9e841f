// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

/// The author of lines, from a record.
///
/// @param record the record's id
/// @param who ai, human or mixed
/// @param model `provider/model`; empty for people
/// @param intentId under which intent
/// @param url of the event in its session: `session:ID#SEQ`
/// @param place when and where it was recorded
public record LineAuthor(
    String record, Who who, String model, String intentId, String url, RecordPlace place) {
  /// The kind of contributor.
  public enum Who {
    /// A model.
    AI,
    /// A person.
    HUMAN,
    /// A program that a model ran changed lines that were there.
    MIXED;

    /// The word that is written.
    public String word() {
      return switch (this) {
        case AI -> "ai";
        case HUMAN -> "human";
        case MIXED -> "mixed";
      };
    }
  }

  /// When and where a record was made.
  ///
  /// @param timestamp RFC 3339, as the clock was then
  /// @param revision the commit that was checked out; empty where there was none
  /// @param line of the ledger, from 1
  /// @param own whether the audit log vouches for it: a session of this person made it
  public record RecordPlace(String timestamp, String revision, int line, boolean own) {}

  /// The session's id.
  public String session() {
    int from = url.indexOf(':') + 1;
    int to = url.lastIndexOf('#');
    return to > from ? url.substring(from, to) : "";
  }
}
