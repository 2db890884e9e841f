// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import java.util.Optional;

/// What a session has only on a screen.
///
/// @param completion lets the person choose from lists
/// @param words completes what commands take
/// @param undoable counts what `/undo` would restore
/// @param status draws the status line, where the person has a program for it
record ScreenAids(
    CommandCompletion completion,
    ArgumentWords words,
    UndoableFiles undoable,
    Optional<StatusProgram> status) {}
