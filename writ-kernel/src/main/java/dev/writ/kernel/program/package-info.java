// Implements: docs/spec/07-commands.md §7.4 (Execution)
/// Programs as they are on this machine and in this workspace: where they are, what they load, and
/// the sandbox they get.
///
/// Deliberately absent: judging. Start reading at [SessionSandbox].
@NullMarked
package dev.writ.kernel.program;

import org.jspecify.annotations.NullMarked;
