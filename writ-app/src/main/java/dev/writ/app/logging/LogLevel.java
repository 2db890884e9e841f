// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.logging;

import java.util.Locale;
import java.util.Optional;

/// How much a line of the log matters, the least first.
public enum LogLevel {
  /// Details.
  DEBUG,
  /// Actions.
  INFO,
  /// Unexpected events.
  WARN,
  /// Failures.
  ERROR;

  /// The level of that word; empty for `none`.
  public static Optional<LogLevel> of(String word) {
    for (LogLevel level : values()) {
      if (level.name().equals(word.toUpperCase(Locale.ROOT))) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }

  /// Whether lines of this level are among those of at least that one.
  boolean isAtLeast(LogLevel least) {
    return compareTo(least) >= 0;
  }
}
