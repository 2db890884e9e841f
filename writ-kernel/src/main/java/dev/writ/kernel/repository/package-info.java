// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
/// The repository that holds the workspace: its head, its identity, its configuration, and who else
/// writes there while a command runs.
///
/// Deliberately absent: running Git. Start reading at [GitHead].
@NullMarked
package dev.writ.kernel.repository;

import org.jspecify.annotations.NullMarked;
