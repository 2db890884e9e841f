// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The operator before a clause: `&&`, `||` or `;`.
public sealed interface CommandClause
    permits Pipeline, CommandClause.ClauseGroup, CommandClause.ClauseChoice {
  /// Text in the command language that parses to an equal clause.
  ///
  /// @param from the directory that a reader of the text is in
  String text(CommandWord from);

  /// The lines in it, in the order in which they stand; none in a pipeline.
  List<CommandLine> lines();

  /// `(a; b)`: a line that is one step of another. Its changes of directory and variables end with
  /// it, because its commands already contain their own.
  record ClauseGroup(CommandLine line) implements CommandClause {
    @Override
    public String text(CommandWord from) {
      String text = line.text(from);
      return (text.startsWith("(") ? "( " : "(") + text + ")"; // two of them are arithmetic
    }

    @Override
    public List<CommandLine> lines() {
      return List.of(line);
    }
  }

  /// `if a; then b; else c; fi`: the first line whose condition succeeds, or the last. Its status
  /// is that of the line that ran, or success.
  ///
  /// @param branches one or more
  record ClauseChoice(List<Branch> branches, Optional<CommandLine> otherwise)
      implements CommandClause {
    public ClauseChoice {
      branches = List.copyOf(branches);
      if (branches.isEmpty()) {
        throw new IllegalArgumentException("a choice of nothing");
      }
    }

    @Override
    public String text(CommandWord from) {
      StringBuilder text = new StringBuilder();
      for (Branch branch : branches) {
        text.append(text.isEmpty() ? "if " : "; elif ").append(branch.condition().text(from));
        text.append("; then ").append(branch.line().text(from));
      }
      otherwise.ifPresent(line -> text.append("; else ").append(line.text(from)));
      return text.append("; fi").toString();
    }

    @Override
    public List<CommandLine> lines() {
      List<CommandLine> lines = new ArrayList<>();
      for (Branch branch : branches) {
        lines.add(branch.condition());
        lines.add(branch.line());
      }
      otherwise.ifPresent(lines::add);
      return List.copyOf(lines);
    }
  }

  /// A line that runs if another one succeeds.
  record Branch(CommandLine condition, CommandLine line) {}
}
