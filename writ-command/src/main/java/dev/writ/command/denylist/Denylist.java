// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandContext;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The commands that no mode runs and no configuration permits. The rules judge the parsed tree, so
/// that a mention in a text is harmless and another spelling is not. They protect people from
/// accidents: the boundary is the sandbox.
public final class Denylist {
  /// The rules that are built in, and no others.
  public static final Denylist BUILT_IN = new Denylist(List.of());

  private final List<Command> custom;

  /// Nearly all lines run on the same ground.
  private volatile @Nullable DenylistJudgement last;

  /// With further patterns.
  ///
  /// @param custom each command of them is a pattern of the first words of commands: `*` stands
  ///     for any one word, or for any part of one. A program without a slash is meant wherever it
  ///     lies, and its first words are meant behind its global options (`git -C x commit`), too
  public Denylist(List<CommandLine> custom) {
    this.custom = custom.stream().flatMap(line -> line.commands().stream()).toList();
  }

  /// Why the line must not run, if it must not. Patterns and `~` that are not expanded count as
  /// all that they could be, so a line is judged before it is expanded, where `../*` still says
  /// what is meant, and after it, where every path is known.
  public Optional<BarredCommand> judge(CommandLine line, CommandContext context) {
    DenylistJudgement known = last;
    if (known == null || !known.isOn(context)) {
      known = new DenylistJudgement(this::customized, context);
      last = known;
    }
    return known.of(line);
  }

  private Optional<BarredCommand> customized(Command command) {
    for (Command pattern : custom) {
      if (isPrefix(pattern, command, command.words())
          || isPrefix(pattern, command, GlobalOptions.without(command))) {
        return Optional.of(
            new BarredCommand("deny.custom", "safety.blocked_commands has " + pattern.written()));
      }
    }
    return Optional.empty();
  }

  /// @param given the words of the command
  private static boolean isPrefix(Command pattern, Command command, List<CommandWord> given) {
    List<CommandWord> words = pattern.words();
    boolean byPath = pattern.program().contains("/");
    String program = byPath ? command.program() : command.programName();
    if (words.size() > given.size() || !CommandTarget.matches(words.getFirst(), program)) {
      return false;
    }
    for (int i = 1; i < words.size(); i++) {
      if (!CommandTarget.matches(words.get(i), given.get(i).plain())) {
        return false;
      }
    }
    return true;
  }
}
