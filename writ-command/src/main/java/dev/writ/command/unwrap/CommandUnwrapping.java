// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Finds the programs that a command would run: of `env A=b timeout 5 ls` it is `ls` with `A`.
public final class CommandUnwrapping {
  /// How many programs may run each other; what is deeper is opaque.
  public static final int MAX_DEPTH = 8;

  /// An `env`, its other options, and one that takes all variables away or one of Git's.
  private static final Pattern CLEARING =
      Pattern.compile(
          "(?s)g?env\0[^\0]*(\0(?>(-u|--unset|-C|--chdir)\0[^\0]*|-[^\0]*))*?"
              + "\0(-|-[v0]*i[^\0]*|--ignore-environment|(-u|--unset)[=\0]?GIT_[^\0]*)(\0.*)?");

  private final List<InnerCommand> found = new ArrayList<>();
  private final List<Command> seen = new ArrayList<>();
  private final List<CommandLine> scripts = new ArrayList<>();
  private final List<CommandLine> suspects = new ArrayList<>();

  private CommandUnwrapping() {}

  /// All commands that this one would run, with itself if it does something of its own. None is
  /// harmless because of where it stands: each is to be judged as if it stood alone, with the
  /// environment, redirections and directory that it would have.
  public static List<InnerCommand> of(Command command) {
    return through(command).found();
  }

  public static CommandUnwrapping through(Command command) {
    CommandUnwrapping unwrapping = new CommandUnwrapping();
    unwrapping.open(new InnerCommand.ExactCommand(command), 0);
    return unwrapping;
  }

  /// The same as {@link #of}.
  public List<InnerCommand> found() {
    return List.copyOf(found);
  }

  /// The command and every other one in it, those included that only start another one.
  public List<Command> seen() {
    return seen;
  }

  /// The command lines in it.
  public List<CommandLine> scripts() {
    return scripts;
  }

  /// Further programs that it may run.
  public List<CommandLine> suspects() {
    return suspects;
  }

  private void open(InnerCommand inner, int depth) {
    Command command = inner.command();
    seen.add(command);
    suspects.addAll(RunningOptions.suspects(command));
    suspects.addAll(LauncherPrograms.suspects(command));
    suspects.addAll(InterpretedCode.suspects(command));
    if (inner instanceof InnerCommand.Opaque) {
      found.add(inner);
      suspects.addAll(CommandLayer.suspects(command.words()));
      return;
    }
    if (depth == MAX_DEPTH) {
      found.add(new InnerCommand.Opaque(command, "too many programs run each other"));
      return;
    }
    boolean more = inner instanceof InnerCommand.MoreArguments;
    int before = found.size();
    CommandLayer layer = WrapperPrograms.layer(command, more);
    for (InnerCommand own : layer.own()) {
      found.add(more ? weakened(own) : own);
    }
    for (InnerCommand next : layer.inner()) {
      open(more ? weakened(next) : next, depth + 1);
    }
    scripts.addAll(layer.scripts());
    suspects.addAll(layer.suspects());
    for (CommandLine script : layer.scripts()) {
      for (Command next : script.commands()) {
        open(new InnerCommand.ExactCommand(next), depth + 1);
      }
    }
    String started = command.programName() + "\0" + String.join("\0", command.argv());
    if (CLEARING.matcher(started).matches()) {
      found.subList(before, found.size()).replaceAll(CommandUnwrapping::untold);
    }
  }

  /// Git no longer hears what Writ tells it by its environment.
  private static InnerCommand untold(InnerCommand inner) {
    return inner.command().programName().equals("git")
        ? new InnerCommand.Opaque(inner.command(), "env takes away what Writ tells Git")
        : inner;
  }

  private static InnerCommand weakened(InnerCommand inner) {
    return inner instanceof InnerCommand.ExactCommand(Command command)
        ? new InnerCommand.MoreArguments(command)
        : inner;
  }
}
