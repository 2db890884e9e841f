// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.program;

import dev.writ.base.value.DisplayText;
import dev.writ.sandbox.protection.RefMove;

/// The change of a ref, in words.
final class RefMoveText {
  private static final String SYMBOLIC = "ref: ";

  private RefMoveText() {}

  /// The ref with what it held.
  static String of(RefMove move) {
    return "%s from %s to %s".formatted(name(move), value(move.before()), value(move.after()));
  }

  /// What it held, and how a person has it again who changed it.
  static String changed(RefMove move) {
    String again =
        move.after().isEmpty() || move.after().startsWith(SYMBOLIC)
            ? ""
            : ("; if that was not the command: 'git update-ref %s %s', for the branch that is"
                    + " checked out 'git reset %2$s'")
                .formatted(name(move), move.after());
    return " from %s to %s%s".formatted(value(move.before()), value(move.after()), again);
  }

  private static String name(RefMove move) {
    return DisplayText.line(move.name());
  }

  private static String value(String held) {
    return held.isEmpty() ? "nothing" : held;
  }
}
