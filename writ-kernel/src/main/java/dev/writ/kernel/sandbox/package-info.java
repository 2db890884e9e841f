// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// Starts judged programs in a sandbox and ends them with all that they started. Not exported.
///
/// Deliberately absent: any judgement, any command text, any configuration. Start reading at
/// [Executor], then [Sandbox].
@NullMarked
package dev.writ.kernel.sandbox;

import org.jspecify.annotations.NullMarked;
