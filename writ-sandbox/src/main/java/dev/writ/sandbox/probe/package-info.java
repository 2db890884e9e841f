// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// Tries at the start of a session that a mechanism really confines.
///
/// Deliberately absent: trust in a version number. Start reading at [SandboxProbes].
@NullMarked
package dev.writ.sandbox.probe;

import org.jspecify.annotations.NullMarked;
