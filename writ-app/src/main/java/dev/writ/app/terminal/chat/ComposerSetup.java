// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.editor.CompletionSource;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.editor.MessageHistory;
import java.util.function.UnaryOperator;

/// The parts of the message editor.
///
/// @param keys what the person wants keys to do
/// @param pasted what a pasted text becomes in the message
public record ComposerSetup(
    MessageHistory history,
    CompletionSource completion,
    KeyBindings keys,
    UnaryOperator<String> pasted) {}
