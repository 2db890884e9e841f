// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.course;

import java.util.Collection;

/// Whether a clause or a list may end the whole line, as `exit` does and a failure under `set -e`.
public enum LineEnding {
  /// The following clause is reached.
  NEVER,
  /// It ends the line where it fails, and only there.
  IF_FAILED,
  /// It ends the line, which has failed.
  ALWAYS,
  /// It ends the line, whose status is the one that it has by then.
  AT_ONCE,
  /// Its status is not determined.
  SOMETIMES;

  /// Of a chain of `&&` and another clause.
  public LineEnding and(LineEnding next) {
    if (next == AT_ONCE || (this == NEVER && next == NEVER)) {
      return next;
    }
    return this == IF_FAILED && (next == IF_FAILED || next == ALWAYS) ? next : SOMETIMES;
  }

  /// Of a chain and what runs where it fails.
  public LineEnding or(LineEnding next) {
    return next == ALWAYS ? IF_FAILED : next;
  }

  /// Of a choice.
  ///
  /// @param all of its branches and, if it has one, of what runs otherwise
  /// @param whole whether one of them runs in any case
  public static LineEnding ofChoice(Collection<LineEnding> all, boolean whole) {
    if (all.stream().allMatch(ending -> ending == NEVER)) {
      return NEVER;
    }
    if (all.stream().allMatch(ending -> ending == ALWAYS)) {
      return whole ? ALWAYS : IF_FAILED;
    }
    return all.stream().allMatch(ending -> ending == IF_FAILED || ending == ALWAYS)
        ? IF_FAILED
        : SOMETIMES;
  }
}
