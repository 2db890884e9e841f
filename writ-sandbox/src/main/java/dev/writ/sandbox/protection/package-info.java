// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// Copies of what a program must not change where a mechanism cannot prevent it.
///
/// Deliberately absent: deciding what is protected. Start reading at [PathProtection].
@NullMarked
package dev.writ.sandbox.protection;

import org.jspecify.annotations.NullMarked;
