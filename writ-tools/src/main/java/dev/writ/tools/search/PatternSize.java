// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.search;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayDeque;
import java.util.Deque;

/// How large a regular expression becomes when its counted repetitions are written out, as RE2 does
/// to compile it: `((x{1000}){1000}){1000}` has 24 characters and takes all memory.
final class PatternSize {
  /// The most that is compiled, in characters and classes.
  static final long MOST = 50_000;

  /// `{n}`, `{n,}` and `{n,m}`.
  private static final Pattern COUNT = Pattern.compile("\\{(\\d{1,9})(,(\\d{0,9}))?\\}");

  private static final int MOST_COUNT_CHARS = "{999999999,999999999}".length();

  private final String pattern;
  private final Deque<Long> groups = new ArrayDeque<>();
  private long size;
  private long last;
  private int at;

  private PatternSize(String pattern) {
    this.pattern = pattern;
  }

  /// The size of a pattern of RE2's syntax; more than [#MOST] where it passes that.
  static long of(String pattern) {
    return new PatternSize(pattern).measured();
  }

  private long measured() {
    while (at < pattern.length() && size <= MOST) {
      switch (pattern.charAt(at)) {
        case '\\' -> escape();
        case '[' -> {
          characterClass();
          add(1);
        }
        case '(' -> {
          groups.push(size);
          size = 0;
          at++;
        }
        case ')' -> {
          long inner = size;
          size = groups.isEmpty() ? 0 : groups.pop();
          add(inner);
          at++;
        }
        case '{' -> repetition();
        default -> {
          add(1);
          at++;
        }
      }
    }
    return size;
  }

  private void add(long part) {
    last = part;
    size += part;
  }

  private void escape() {
    if (pattern.startsWith("\\Q", at)) {
      int end = pattern.indexOf("\\E", at);
      int behind = end < 0 ? pattern.length() : end + 2;
      add(behind - at);
      last = 1; // a repetition is one of the last character
      at = behind;
    } else {
      skipEscape();
      add(1);
    }
  }

  /// `\p{Greek}` and `\x{10FFFF}` have braces of their own.
  private void skipEscape() {
    at += 2;
    boolean named = at <= pattern.length() && "pPx".indexOf(pattern.charAt(at - 1)) >= 0;
    if (named && pattern.startsWith("{", at)) {
      int end = pattern.indexOf('}', at);
      at = end < 0 ? pattern.length() : end + 1;
    }
  }

  private void characterClass() {
    at++;
    at += pattern.startsWith("^", at) ? 1 : 0;
    at += pattern.startsWith("]", at) ? 1 : 0;
    while (at < pattern.length() && pattern.charAt(at) != ']') {
      int named = pattern.startsWith("[:", at) ? pattern.indexOf(":]", at) : -1;
      if (pattern.charAt(at) == '\\') {
        skipEscape();
      } else {
        at = named < 0 ? at + 1 : named + 2;
      }
    }
    at++;
  }

  private void repetition() {
    int most = Math.min(at + MOST_COUNT_CHARS, pattern.length());
    Matcher count = COUNT.matcher(pattern.substring(at, most));
    if (count.lookingAt()) {
      String upper = count.group(3);
      long atMost = upper == null || upper.isEmpty() ? 0 : Long.parseLong(upper);
      long times = Math.max(Long.parseLong(count.group(1)), atMost);
      long more = last * Math.max(0, times - 1);
      last += more;
      size += more;
      at += count.end();
    } else {
      add(1);
      at++;
    }
  }
}
