// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// Starts the programs of a command line, connects and watches them, and ends them with all that
/// they started.
///
/// Deliberately absent: any judgement, any command text, any configuration. Start reading at
/// [PipelineExecutor], then [Sandbox].
@NullMarked
package dev.writ.sandbox.launch;

import org.jspecify.annotations.NullMarked;
