// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.wire.http;

/// A key or token; its text never shows it.
///
/// @param value the secret itself; put it into a request, nowhere else
public record Secret(String value) {
  /// What is shown instead.
  public static final String MASK = "•••";

  /// A shorter text is no secret worth hiding, and hiding it would garble messages.
  private static final int MIN_MASKED_CHARS = 6;

  public Secret {
    value = value.strip();
  }

  /// The text without this secret in it.
  public String maskIn(String text) {
    return value.length() < MIN_MASKED_CHARS ? text : text.replace(value, MASK);
  }

  /// Whether it can stand in a header.
  boolean isSendable() {
    return !value.isEmpty() && value.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  @Override
  public String toString() {
    return MASK;
  }
}
