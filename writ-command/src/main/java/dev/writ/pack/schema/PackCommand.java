// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import java.util.List;

/// One command of a tool, or one way to use it: several commands may have the same words; the first
/// whose schema an invocation satisfies is the one that it is.
///
/// @param id such as `git.commit`
/// @param words what stands between the program and its arguments; empty for the program itself
public record PackCommand(
    String id, List<String> words, CommandConsequence consequence, Syntax syntax) {
  /// The arguments of a command.
  ///
  /// @param options those of the command, then those that are inherited from the tool
  /// @param behind what may follow `--`; empty where `--` only ends the options
  /// @param end from where on all is operands
  public record Syntax(
      List<PackOption> options,
      List<PositionalArgument> positionals,
      List<PositionalArgument> behind,
      OptionsEnd end) {
    public Syntax {
      options = List.copyOf(options);
      positionals = List.copyOf(positionals);
      behind = List.copyOf(behind);
    }
  }

  public PackCommand {
    words = List.copyOf(words);
  }
}
