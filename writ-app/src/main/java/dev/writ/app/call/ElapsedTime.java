// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.call;

import java.time.Duration;

/// A duration for people: as exact as it is of use.
public record ElapsedTime(Duration time) {
  private static final int TENTHS_BELOW_SECONDS = 10;
  private static final int MILLIS_PER_TENTH = 100;

  /// Such as `12 ms`, `0.4 s`, `25 s`, `3 min 5 s`, `2 h 10 min`.
  public String text() {
    long seconds = time.toSeconds();
    if (time.toMillis() < MILLIS_PER_TENTH) {
      return time.toMillis() + " ms";
    }
    if (seconds < TENTHS_BELOW_SECONDS) {
      return seconds + "." + time.toMillisPart() / MILLIS_PER_TENTH + " s";
    }
    if (time.toMinutes() == 0) {
      return seconds + " s";
    }
    return time.toHours() == 0
        ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
        : time.toHours() + " h " + time.toMinutesPart() + " min";
  }
}
