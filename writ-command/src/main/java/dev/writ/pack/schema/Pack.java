// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import java.util.List;
import java.util.Set;

/// A versioned set of schemas that say which invocations of a program are well-formed and how risky
/// they are (§8.3).
///
/// @param globals options that may stand before a command's words
public record Pack(
    Title title,
    OptionDialect dialect,
    List<Globals> globals,
    List<PackCommand> commands,
    ToolNeeds needs,
    List<PackExample> examples) {
  /// The pack's identity.
  ///
  /// @param binaries the program names that it speaks for, the usual one first
  /// @param digests the SHA-256 of the programs that it was made for, in hexadecimal; empty where
  ///     any will do
  public record Title(
      String tool,
      PackVersion version,
      List<String> binaries,
      Set<String> digests,
      String summary) {
    public Title {
      binaries = List.copyOf(binaries);
      digests = Set.copyOf(digests);
    }
  }

  /// Options of a tool, or of a group of its commands.
  ///
  /// @param after the words of the group; empty for the tool
  /// @param anywhere whether they may also stand behind further words
  public record Globals(List<String> after, boolean anywhere, List<PackOption> options) {
    public Globals {
      after = List.copyOf(after);
      options = List.copyOf(options);
    }
  }

  public Pack {
    globals = List.copyOf(globals);
    commands = List.copyOf(commands);
    examples = List.copyOf(examples);
  }

  /// The tool's name.
  public String tool() {
    return title.tool();
  }
}
