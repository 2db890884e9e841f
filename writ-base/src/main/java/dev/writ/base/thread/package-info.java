// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
/// Waiting for threads.
///
/// Deliberately absent: starting them. Start reading at [ThreadJoin].
@NullMarked
package dev.writ.base.thread;

import org.jspecify.annotations.NullMarked;
