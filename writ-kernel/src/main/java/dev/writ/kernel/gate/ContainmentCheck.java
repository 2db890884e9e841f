// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.Verdict;
import dev.writ.kernel.effect.Locator;
import dev.writ.kernel.policy.Guarded;
import java.util.List;

/// Gate 4: every path read or written lies inside the workspace, is not blocked, and is not
/// protected where it would be written.
final class ContainmentCheck implements Check {
  private final Locator locator;

  ContainmentCheck(Locator locator) {
    this.locator = locator;
  }

  @Override
  public String name() {
    return "containment";
  }

  @Override
  public Verdict judge(Proposal proposal, Standing standing) {
    for (Effect effect : proposal.effects()) {
      for (Location location : effect.locations()) {
        if (location instanceof Location.Refused refused) {
          return new Verdict.Deny(refused.error());
        }
      }
      if (effect instanceof Effect.RunCommand run && walks(run.argv())) {
        List<Location> roots = run.operands().isEmpty() ? List.of(run.directory()) : run.operands();
        for (Location location : roots) {
          if (location instanceof Location.Inside inside && locator.holdsBlocked(inside.path())) {
            return new Verdict.Deny(
                ErrorCode.BLOCKED_PATH, "There are blocked paths below " + inside.path());
          }
        }
      }
      if (effect instanceof Effect.WritePath write
          && write.at() instanceof Location.Inside inside
          && (Guarded.isProtected(inside.path()) || inside.path().isRoot())) {
        return new Verdict.Deny(
            ErrorCode.PROTECTED_PATH, inside.path() + " is protected: file tools never write it");
      }
    }
    return Verdict.PASS;
  }

  /// Whether a command may go down into directories; rather once too often.
  private static boolean walks(List<String> argv) {
    return switch (argv.getFirst()) {
      case "find" -> true;
      case "ls", "grep" -> argv.stream().anyMatch(word -> word.matches("-.*[rR].*"));
      default -> false;
    };
  }
}
