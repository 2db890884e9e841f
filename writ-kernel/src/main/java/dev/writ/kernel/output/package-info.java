// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
/// What a command moved into outputs, which need no record, or out of them.
///
/// Deliberately absent: what counts as an output ([dev.writ.sandbox.snapshot.ExemptDirectories]).
/// Start reading at [MovedOutputs].
@NullMarked
package dev.writ.kernel.output;

import org.jspecify.annotations.NullMarked;
