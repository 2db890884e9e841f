// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import java.util.HashMap;
import java.util.Map;

/// Looks in a row, each of which found more memory than processes may hold together.
///
/// One look may be wrong while processes fork, start another program or end. So a few looks count
/// together, each process with the least that it had in them; then the next few begin anew, because
/// whoever grows meanwhile must not be counted with what it had at first.
final class ExceedingLooks {
  /// How many looks count together.
  static final int TOGETHER = 5;

  /// After so many all is believed, though other processes hold it each time: of a program that
  /// forks without end nearly every look is too much. It takes some twenty seconds.
  static final int MOST = 1_000;

  private int looks;
  private Map<Integer, Long> least = Map.of();

  /// Another look.
  ///
  /// @param parts what each process held, what several hold counted in parts, in bytes
  /// @param most what they may hold together, in bytes
  /// @return whether they surely hold more
  boolean add(Map<Integer, Long> parts, long most) {
    least = looks % TOGETHER == 0 ? parts : least(least, parts);
    looks++;
    return (looks % TOGETHER == 0 && sum(least) > most) || looks >= MOST;
  }

  /// A look that found less.
  void end() {
    looks = 0;
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
