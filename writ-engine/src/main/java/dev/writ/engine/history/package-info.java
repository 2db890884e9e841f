// Implements: docs/spec/11-sessions.md §11 (Sessions)
/// Recorded sessions: their lines read back, and the state that they fold to, from which a session
/// is resumed.
///
/// Deliberately absent: files. Start reading at [SessionReplay].
@NullMarked
package dev.writ.engine.history;

import org.jspecify.annotations.NullMarked;
