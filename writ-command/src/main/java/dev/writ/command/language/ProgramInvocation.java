// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.command.language;

import java.util.List;

/// The table of read-only programs' answer on a program with its arguments.
public sealed interface ProgramInvocation {
  /// Harmless as long as these operands lie inside the workspace.
  ///
  /// @param operands the arguments that are paths
  record Harmless(List<String> operands) implements ProgramInvocation {
    public Harmless {
      operands = List.copyOf(operands);
    }
  }

  /// Not in the table, or with an argument that is not.
  record NotGranted(String reason) implements ProgramInvocation {}
}
