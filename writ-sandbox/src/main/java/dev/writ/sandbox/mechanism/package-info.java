// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// The mechanisms: namespaces, Landlock, Seatbelt, none; and the choice between them.
///
/// Deliberately absent: falling back without saying so. Start reading at [SandboxChooser].
@NullMarked
package dev.writ.sandbox.mechanism;

import org.jspecify.annotations.NullMarked;
