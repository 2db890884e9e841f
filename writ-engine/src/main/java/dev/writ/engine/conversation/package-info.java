// Implements: docs/spec/11-sessions.md §11 (Sessions)
/// The events of a session, the conversation as a fold over them, and the events of a client.
///
/// Deliberately absent: deciding what comes next, and files. Start reading at [Conversation].
@NullMarked
package dev.writ.engine.conversation;

import org.jspecify.annotations.NullMarked;
