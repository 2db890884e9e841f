// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.wire.http;

import java.util.Optional;

/// A key or token; its text never shows it.
///
/// @param value the secret itself; put it into a request, nowhere else
public record SecretText(String value) {
  /// The text shown instead.
  public static final String MASK = "•••";

  public SecretText {
    value = value.strip();
  }

  /// The text without this secret in it, and without any part of it that gives much of it away:
  /// servers quote the beginning of a key that they don't accept, or its end.
  public String maskIn(String text) {
    return KeyTraces.plain(value).mask(text, MASK);
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
