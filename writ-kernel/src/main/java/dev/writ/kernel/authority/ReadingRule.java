// Implements: docs/spec/08-authority-and-packs.md §8.1 (Authority levels)
package dev.writ.kernel.authority;

import dev.writ.command.language.Command;
import dev.writ.command.language.ProgramInvocation;
import dev.writ.command.language.SystemProgram;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.command.unwrap.ReadOnlyPrograms;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.CommandConsequence;
import dev.writ.pack.schema.PackCommand;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.RiskLevel;
import java.util.List;
import java.util.Set;

/// What only reads, and so needs nobody's grant. Where its paths lead is not its business.
///
/// @param mayRun whether commands that read run at the level observe (`authority.observe_executes`)
record ReadingRule(PackRegistry packs, boolean mayRun) {
  private static final Set<PackEffect> READING = Set.of(PackEffect.READ);

  /// Whether it is harmless by itself, with or without a sandbox.
  boolean isFree(InnerCommand inner) {
    List<String> argv = inner.command().argv();
    return mayRun
        && !(inner instanceof InnerCommand.Opaque)
        && isFree(SystemProgram.name(argv.getFirst()), argv)
        && (inner instanceof InnerCommand.Exact || readsAny(argv));
  }

  /// Whether its pack knows that it only reads: that counts where a sandbox keeps it in the
  /// workspace.
  boolean isKnown(InnerCommand inner) {
    return mayRun
        && switch (inner) {
          case InnerCommand.Exact(Command command) ->
              packs.read(command.argv()) instanceof PackReading.Known known
                  && known.risk() == RiskLevel.SAFE
                  && READING.containsAll(known.effects());
          case InnerCommand.MoreArguments(Command command) -> onlyEverReads(command.argv());
          case InnerCommand.Opaque _ -> false;
        };
  }

  /// Whether nothing that a tool's pack names does more than read, whatever names it gets besides.
  private boolean onlyEverReads(List<String> argv) {
    return packs.read(argv) instanceof PackReading.Known known
        && packs.commands(known.commandId().split("\\.", 2)[0]).stream()
            .allMatch(ReadingRule::reads);
  }

  private static boolean reads(PackCommand command) {
    return reads(command.consequence())
        && command.syntax().options().stream().allMatch(option -> reads(option.consequence()));
  }

  private static boolean reads(CommandConsequence consequence) {
    return consequence.risk() == RiskLevel.SAFE && READING.containsAll(consequence.effects());
  }

  /// Whether a program only reads whatever names it gets besides.
  static boolean readsAny(List<String> argv) {
    return ReadOnlyPrograms.onlyReads(SystemProgram.name(argv.getFirst()));
  }

  private static boolean isFree(String program, List<String> argv) {
    List<String> arguments = argv.subList(1, argv.size());
    return ReadOnlyPrograms.judge(program, arguments) instanceof ProgramInvocation.Harmless
        && ReadOnlyPrograms.withoutSecrets(program, arguments, ProtectedNames.secretNames())
            .equals(arguments);
  }
}
