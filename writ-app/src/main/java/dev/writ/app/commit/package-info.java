// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
/// Commits of what a turn changed, where the configuration says so.
///
/// Deliberately absent: Git itself, which the kernel runs. Start reading at [TurnCommit].
@NullMarked
package dev.writ.app.commit;

import org.jspecify.annotations.NullMarked;
