// Implements: docs/spec/07-commands.md §7.4 (Execution)
/// Judges a command before it runs: its programs, places, network and authority.
///
/// Deliberately absent: starting it. Start reading at [CommandCheck].
@NullMarked
package dev.writ.kernel.run;

import org.jspecify.annotations.NullMarked;
