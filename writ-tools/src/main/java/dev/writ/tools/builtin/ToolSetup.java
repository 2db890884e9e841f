// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.tools.builtin;

import dev.writ.kernel.call.ToolResult;
import dev.writ.tools.command.CommandLimits;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/// A person's settings of the built-in tools.
///
/// @param deliveredChars how much of a file one read delivers, in whole lines
/// @param outputChars the longest result, in characters (`tools.max_output_size`)
/// @param fileBytes the largest file that is read whole as text (`tools.max_file_read_size`)
/// @param deadlines how long a tool may walk through a tree, by its name
///     (`tools.builtin.NAME.timeout_seconds`)
/// @param disabled names of tools that are not offered (`tools.builtin.NAME.enabled`)
/// @param commands limits of a command that the model waits for
public record ToolSetup(
    int deliveredChars,
    int outputChars,
    int fileBytes,
    Map<String, Duration> deadlines,
    Set<String> disabled,
    CommandLimits commands) {
  /// The largest file that is usually read whole as text, in bytes.
  public static final int USUAL_FILE_BYTES = 10 * 1024 * 1024;

  private static final Duration USUAL_DEADLINE = Duration.ofSeconds(60);

  public ToolSetup {
    deliveredChars = Math.min(deliveredChars, outputChars);
    deadlines = Map.copyOf(deadlines);
    disabled = Set.copyOf(disabled);
  }

  /// With the usual limits of commands.
  public ToolSetup(
      int deliveredChars,
      int outputChars,
      int fileBytes,
      Map<String, Duration> deadlines,
      Set<String> disabled) {
    this(deliveredChars, outputChars, fileBytes, deadlines, disabled, CommandLimits.USUAL);
  }

  /// With the defaults of all else.
  public static ToolSetup usual(int deliveredChars) {
    return new ToolSetup(
        deliveredChars, ToolResult.MAX_OUTPUT_CHARS, USUAL_FILE_BYTES, Map.of(), Set.of());
  }

  Duration deadline(String tool) {
    return deadlines.getOrDefault(tool, USUAL_DEADLINE);
  }
}
