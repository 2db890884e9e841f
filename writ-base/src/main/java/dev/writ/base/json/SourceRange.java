// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.base.json;

/// A stretch of a text, in UTF-16 units from its start.
///
/// @param end the first unit behind it
public record SourceRange(int start, int end) {
  /// An unknown position.
  public static final SourceRange UNKNOWN = new SourceRange(-1, -1);

  /// Whether it is known.
  public boolean known() {
    return start >= 0;
  }

  /// The stretch itself.
  public String of(String text) {
    return text.substring(start, end);
  }
}
