// Implements: docs/spec/11-sessions.md §11 (Sessions)
/// What was said and done: the events of a session, the conversation that is a fold over them, and
/// what a client hears.
///
/// Deliberately absent: deciding what comes next, and files. Start reading at [Conversation].
@NullMarked
package dev.writ.engine.conversation;

import org.jspecify.annotations.NullMarked;
