// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import java.util.ArrayList;
import java.util.List;

/// Finds the programs that a command would run: of `env A=b timeout 5 ls` it is `ls` with `A`.
public final class Unwrapping {
  /// How many programs may run each other; what is deeper is opaque.
  public static final int MAX_DEPTH = 8;

  private final List<Inner> found = new ArrayList<>();
  private final List<Command> seen = new ArrayList<>();
  private final List<CommandLine> scripts = new ArrayList<>();
  private final List<CommandLine> suspects = new ArrayList<>();

  private Unwrapping() {}

  /// All commands that this one would run, with itself if it does something of its own. None is
  /// harmless because of where it stands: each is to be judged as if it stood alone, with the
  /// environment, redirections and directory that it would have.
  public static List<Inner> of(Command command) {
    return List.copyOf(through(command).found);
  }

  static Unwrapping through(Command command) {
    Unwrapping unwrapping = new Unwrapping();
    unwrapping.open(new Inner.Exact(command), 0);
    return unwrapping;
  }

  /// The command and every other one in it, those included that only start another one.
  List<Command> seen() {
    return seen;
  }

  /// The command lines in it.
  List<CommandLine> scripts() {
    return scripts;
  }

  /// What it may run besides, for all one knows.
  List<CommandLine> suspects() {
    return suspects;
  }

  private void open(Inner inner, int depth) {
    Command command = inner.command();
    seen.add(command);
    suspects.addAll(RunningOptions.suspects(command));
    suspects.addAll(Launchers.suspects(command));
    suspects.addAll(InterpretedCode.suspects(command));
    if (inner instanceof Inner.Opaque) {
      found.add(inner);
      suspects.addAll(Layer.suspects(command.words()));
      return;
    }
    if (depth == MAX_DEPTH) {
      found.add(new Inner.Opaque(command, "too many programs run each other"));
      return;
    }
    boolean more = inner instanceof Inner.MoreArguments;
    Layer layer = Wrappers.layer(command, more);
    for (Inner own : layer.own()) {
      found.add(more ? weakened(own) : own);
    }
    for (Inner next : layer.inner()) {
      open(more ? weakened(next) : next, depth + 1);
    }
    scripts.addAll(layer.scripts());
    suspects.addAll(layer.suspects());
    for (CommandLine script : layer.scripts()) {
      for (Command next : script.commands()) {
        open(new Inner.Exact(next), depth + 1);
      }
    }
  }

  private static Inner weakened(Inner inner) {
    return inner instanceof Inner.Exact(Command command) ? new Inner.MoreArguments(command) : inner;
  }
}
