// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.tool;

import dev.writ.command.language.CommandLine;
import dev.writ.kernel.call.Effect;

/// The next part of a command text to run.
///
/// @param course whether something of the text follows it
public record LinePart(CommandLine line, Effect.RunCommand.RunCourse course) {}
