// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
/// Commands that are known to be harmless, option by option.
///
/// Deliberately absent: lists of bad options; what is not known to be harmless is not free. Start
/// reading at [ReadOnlyPrograms].
@NullMarked
package dev.writ.kernel.command;

import org.jspecify.annotations.NullMarked;
