// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
/// The checks of `writ doctor`: the model, the workspace's records, authority, sandbox and disk.
///
/// Deliberately absent: repairs. Start reading at [HealthReport].
@NullMarked
package dev.writ.app.doctor;

import org.jspecify.annotations.NullMarked;
