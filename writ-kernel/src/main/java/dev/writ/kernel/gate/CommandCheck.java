// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.gate;

import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.Verdict;
import dev.writ.kernel.command.Invocation;
import dev.writ.kernel.command.ReadOnlyPrograms;
import dev.writ.kernel.effect.CommandHand;
import dev.writ.kernel.effect.Programs;
import java.util.List;

/// Gate 6: the command is harmless by the table of read-only programs, which is all that the
/// authority *observe* permits, and its program exists.
final class CommandCheck implements Check {
  private final Authority authority;
  private final Programs programs;

  CommandCheck(Authority authority, Programs programs) {
    this.authority = authority;
    this.programs = programs;
  }

  @Override
  public String name() {
    return "command";
  }

  @Override
  public Verdict judge(Proposal proposal, Standing standing) {
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.RunCommand run) {
        Verdict verdict = command(run);
        if (!(verdict instanceof Verdict.Pass)) {
          return verdict;
        }
      }
    }
    return Verdict.PASS;
  }

  private Verdict command(Effect.RunCommand run) {
    String program = run.argv().getFirst();
    if (program.equals("writ")) {
      return new Verdict.Deny(ErrorCode.COMMAND_DENIED, "writ is never run by a model");
    }
    List<String> arguments = run.argv().subList(1, run.argv().size());
    return switch (ReadOnlyPrograms.judge(program, arguments)) {
      case Invocation.NotGranted(String reason) ->
          new Verdict.Deny(
              ErrorCode.AUTHORITY_DENIED,
              "%s; the authority of this project is %s (%s)"
                  .formatted(reason, authority.level().word(), authority.origin()));
      case Invocation.Harmless _ ->
          CommandHand.isBuiltIn(program) || programs.find(program).isPresent()
              ? Verdict.PASS
              : new Verdict.Deny(
                  ErrorCode.BINARY_NOT_FOUND,
                  "%s was not found in %s"
                      .formatted(program, String.join(":", Programs.SEARCH_PATH)));
    };
  }
}
