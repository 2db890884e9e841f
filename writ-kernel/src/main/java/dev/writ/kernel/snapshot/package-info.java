// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
/// The state of a workspace as metadata tells it, and the difference of two states. Nothing here
/// opens a file's content or changes anything.
@NullMarked
package dev.writ.kernel.snapshot;

import org.jspecify.annotations.NullMarked;
