// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
/// Commits of what a turn changed: which files are the turn's alone, in which words, and each with
/// its receipt.
///
/// Deliberately absent: running Git, and whether a person wants commits. Start reading at
/// [AutoCommit].
@NullMarked
package dev.writ.kernel.commit;

import org.jspecify.annotations.NullMarked;
