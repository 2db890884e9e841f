// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// The time of an event. Lists of sessions ask for many of them, and the JDK's formats take longer
/// to be made than the rest of a list.
final class EventTime {
  private static final String FORM = "0000-00-00T00:00:00";
  private static final int MILLI_CHARS = FORM.length() + ".000Z".length();

  private EventTime() {}

  /// The time of a timestamp; empty if it is malformed.
  static Optional<Instant> of(String timestamp) {
    try {
      return Optional.of(isUsual(timestamp) ? usual(timestamp) : Instant.parse(timestamp));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// `2026-01-18T08:13:01.250Z` or the same without a fraction.
  private static boolean isUsual(String text) {
    boolean whole = text.length() == FORM.length() + 1;
    if ((!whole && text.length() != MILLI_CHARS) || text.charAt(text.length() - 1) != 'Z') {
      return false;
    }
    for (int i = 0; i < text.length() - 1; i++) {
      char c = text.charAt(i);
      char form = i < FORM.length() ? FORM.charAt(i) : i == FORM.length() ? '.' : '0';
      if (form == '0' ? c < '0' || c > '9' : c != form) {
        return false;
      }
    }
    return true;
  }

  private static Instant usual(String text) {
    LocalDate day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    LocalTime time = LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19));
    Instant second = day.atTime(time).toInstant(ZoneOffset.UTC);
    return text.length() == MILLI_CHARS ? second.plusMillis(number(text, 20, 23)) : second;
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }
}
