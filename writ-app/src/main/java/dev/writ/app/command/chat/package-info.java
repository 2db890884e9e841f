// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// The subcommand `chat`: a conversation, by plain lines or on a screen, and its slash commands.
///
/// Deliberately absent: drawing, wiring, and judging. Start reading at [ChatCommand].
@NullMarked
package dev.writ.app.command.chat;

import org.jspecify.annotations.NullMarked;
