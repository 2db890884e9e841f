// Implements: docs/spec/08-authority-and-packs.md §8.1 (Authority levels (ordered, non-inheriting))
package dev.writ.kernel.authority;

import dev.writ.command.language.ProgramInvocation;
import dev.writ.command.language.SystemProgram;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.command.unwrap.ReadOnlyPrograms;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.RiskLevel;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Commands that only read, and so need no grant. This rule does not judge their paths.
///
/// @param mayRun whether commands that read run at the level observe (`authority.observe_executes`)
record ReadingRule(PackRegistry packs, boolean mayRun) {
  private static final Set<PackEffect> READING = Set.of(PackEffect.READ);

  /// Programs that only read whatever words they get besides, options included.
  private static final Set<String> READS_WHATEVER =
      Set.of("wc", "stat", "du", "basename", "dirname", "realpath", "readlink", "cksum", "md5sum");

  /// Contents by their ids, and settings, which may hold passwords.
  private static final Pattern UNMASKED = Pattern.compile("git\\.(cat-file|config).*");

  /// Options that show contents as text, or, if their attributes mark them as binary, not.
  private static final Pattern SHOWING = Pattern.compile("git\\.(log|show|diff|grep|stash).*");

  private static final Pattern AS_TEXT = Pattern.compile("-\\w*a\\w*|--text|--textconv");

  /// Options that take ids, perhaps those of contents.
  private static final Pattern BY_ID = Pattern.compile("git\\.(show|diff).*");

  private static final Pattern ID = Pattern.compile("[0-9a-f]{4,64}([.]{2,3}[0-9a-f]{4,64})?");

  /// Whether it is harmless by itself, with or without a sandbox.
  boolean isFree(InnerCommand inner) {
    List<String> argv = inner.command().argv();
    return mayRun
        && !(inner instanceof InnerCommand.Opaque)
        && isFree(SystemProgram.name(argv.getFirst()), argv)
        && (inner instanceof InnerCommand.ExactCommand || readsAny(argv));
  }

  /// Whether its pack knows that it only reads: that counts where a sandbox keeps it in the
  /// workspace.
  boolean isKnown(InnerCommand inner) {
    return mayRun
        && !(inner instanceof InnerCommand.Opaque)
        && packs.read(inner.command().argv()) instanceof PackReading.Known known
        && known.risk() == RiskLevel.SAFE
        && READING.containsAll(known.effects())
        && (inner instanceof InnerCommand.ExactCommand
            || READS_WHATEVER.contains(known.commandId()))
        && !showsUnmasked(known.commandId(), inner.command().argv());
  }

  /// Whether Git would show contents under other names than those of their files, which hides that
  /// they are secret, or settings, which may contain passwords.
  private static boolean showsUnmasked(String commandId, List<String> argv) {
    return UNMASKED.matcher(commandId).matches()
        || (SHOWING.matcher(commandId).matches() && anyIs(AS_TEXT, argv))
        || (BY_ID.matcher(commandId).matches() && anyIs(ID, argv));
  }

  private static boolean anyIs(Pattern pattern, List<String> words) {
    return words.stream().anyMatch(word -> pattern.matcher(word).matches());
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
