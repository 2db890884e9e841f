// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import java.util.HashMap;
import java.util.Map;

/// Consecutive measurements, each of which found more memory than processes may use together.
///
/// One measurement may be wrong while processes fork, start another program or end. So several
/// measurements form a series, in which each process counts with its minimum; the next series
/// starts again, because a growing process must not count with its initial size. For a program that
/// forks constantly even a series was wrong, once in a few hundred: so several series must agree.
final class ExceedingLooks {
  /// How many looks make a row.
  static final int ROW = 5;

  /// How many rows must say so, one after the other: a third of a second.
  static final int ROWS = 3;

  /// After so many all is believed, though other processes hold it each time: of a program that
  /// forks without end nearly every look is too much. It takes some twenty seconds.
  static final int MOST = 1_000;

  private int looks;
  private int rows;
  private Map<Integer, Long> least = Map.of();

  /// Another look.
  ///
  /// @param parts what each process held, what several hold counted in parts, in bytes
  /// @param most what they may hold together, in bytes
  /// @return whether they surely hold more
  boolean add(Map<Integer, Long> parts, long most) {
    least = looks % ROW == 0 ? parts : least(least, parts);
    looks++;
    if (looks % ROW == 0) {
      rows = sum(least) > most ? rows + 1 : 0;
    }
    return rows == ROWS || looks >= MOST;
  }

  /// A look that found less.
  void end() {
    looks = 0;
    rows = 0;
  }

  static long sum(Map<Integer, Long> parts) {
    return parts.values().stream().mapToLong(part -> part).sum();
  }

  /// Of each process that is in both, the less.
  private static Map<Integer, Long> least(Map<Integer, Long> some, Map<Integer, Long> others) {
    Map<Integer, Long> both = new HashMap<>();
    some.forEach(
        (process, part) -> {
          Long other = others.get(process);
          if (other != null) {
            both.put(process, Math.min(part, other));
          }
        });
    return both;
  }
}
