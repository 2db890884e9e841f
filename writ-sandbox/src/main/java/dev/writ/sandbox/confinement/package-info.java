// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// The resources that a started program may reach, as data.
///
/// Deliberately absent: enforcement. Start reading at [SandboxConfinement].
@NullMarked
package dev.writ.sandbox.confinement;

import org.jspecify.annotations.NullMarked;
