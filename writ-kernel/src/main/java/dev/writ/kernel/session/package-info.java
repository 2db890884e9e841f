// Implements: docs/spec/02-architecture.md §2.4 (The door)
/// The state of one session as the gate sees it: mode, declared intent, seen files, questions; and
/// the place it works in.
///
/// Deliberately absent: decisions. Start reading at [SessionState].
@NullMarked
package dev.writ.kernel.session;

import org.jspecify.annotations.NullMarked;
