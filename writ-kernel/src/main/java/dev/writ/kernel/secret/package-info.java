// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// Finds the files that hold secrets, so that no program sees them, and makes copies of tools'
/// settings without theirs.
///
/// Deliberately absent: decisions about who may see them. Start reading at [SecretFiles].
@NullMarked
package dev.writ.kernel.secret;

import org.jspecify.annotations.NullMarked;
