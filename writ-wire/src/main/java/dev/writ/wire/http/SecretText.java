// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.wire.http;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// A key or token; its text never shows it.
///
/// @param value the secret itself; put it into a request, nowhere else
public record SecretText(String value) {
  /// The text shown instead.
  public static final String MASK = "•••";

  /// A shorter text is not a secret, and hiding it would garble messages.
  private static final int MIN_MASKED_CHARS = 6;

  /// The shortest part of a secret that is hidden.
  private static final int MIN_PART_CHARS = 8;

  public SecretText {
    value = value.strip();
  }

  /// The text without this secret in it, and without any part of it that gives much of it away:
  /// servers quote the beginning of a key that they don't accept, or its end.
  public String maskIn(String text) {
    if (value.length() < MIN_MASKED_CHARS) {
      return text;
    }
    String whole = text.replace(value, MASK);
    return value.length() < MIN_PART_CHARS ? whole : withoutParts(whole);
  }

  private String withoutParts(String text) {
    Set<String> parts = new HashSet<>();
    for (int i = 0; i + MIN_PART_CHARS <= value.length(); i++) {
      parts.add(value.substring(i, i + MIN_PART_CHARS));
    }
    StringBuilder clean = new StringBuilder(text.length());
    int shown = 0;
    int masked = 0; // behind the last part of the secret that was found
    for (int i = 0; i + MIN_PART_CHARS <= text.length(); i++) {
      if (parts.contains(text.substring(i, i + MIN_PART_CHARS))) {
        if (i >= masked) {
          clean.append(text, shown, i).append(MASK);
        }
        masked = i + MIN_PART_CHARS;
        shown = masked;
      }
    }
    return clean.append(text, shown, text.length()).toString();
  }

  /// The reason why it is not a key, as a continuation of “the key”; empty if it can be one.
  Optional<String> defect() {
    if (value.isEmpty()) {
      return Optional.of("is empty");
    }
    if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
      return Optional.of("has a line end in it");
    }
    if (value.indexOf('"') >= 0 || value.indexOf('\'') >= 0) {
      return Optional.of("has quotation marks in it");
    }
    return value.chars().allMatch(c -> c > ' ' && c < 0x7f)
        ? Optional.empty()
        : Optional.of("has blanks or other characters that a key cannot have");
  }

  /// Whether it can stand in a header.
  boolean isSendable() {
    return defect().isEmpty();
  }

  @Override
  public String toString() {
    return MASK;
  }
}
