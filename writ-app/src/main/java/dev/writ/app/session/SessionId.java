// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A session's id. It becomes part of the names of files (the mark of a living session, logs) and
/// of a chain of the ledger, so it holds nothing but at most 64 ASCII letters, digits, `-` and `_`.
/// A file that says another one was not written by Writ.
record SessionId(String text) {
  private static final int MOST_CHARS = 64;

  SessionId {
    if (!isOne(text)) {
      throw new IllegalArgumentException("no id of a session");
    }
  }

  /// A new session's id: a stamp of its second with a random end, because it also names a chain of
  /// the ledger, where sessions of many machines meet.
  static SessionId fresh(Instant now, RandomGenerator random) {
    String end = Integer.toHexString(0x10000000 | (random.nextInt() & 0x0fffffff));
    return new SessionId(stamp(now) + "-" + end);
  }

  /// What a file says of itself; empty where that can be no id.
  static Optional<SessionId> of(String text) {
    return isOne(text) ? Optional.of(new SessionId(text)) : Optional.empty();
  }

  /// A second in UTC as `YYYYMMDD-HHMMSS`.
  static String stamp(Instant now) {
    String text = now.toString();
    return text.substring(0, 10).replace("-", "") + "-" + text.substring(11, 19).replace(":", "");
  }

  private static boolean isOne(String text) {
    return !text.isEmpty()
        && text.length() <= MOST_CHARS
        && text.chars().allMatch(SessionId::isAllowed);
  }

  private static boolean isAllowed(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_';
  }
}
