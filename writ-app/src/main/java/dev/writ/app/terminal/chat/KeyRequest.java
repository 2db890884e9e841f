// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.editor.EditorAction;

/// The request of a key press.
sealed interface KeyRequest {
  /// The editor has done it.
  record Nothing() implements KeyRequest {}

  /// A message is sent.
  record Send(String message) implements KeyRequest {}

  /// A message is to be sent when all work is done.
  record Queue(String message) implements KeyRequest {}

  /// Something that is not the editor's.
  record Do(EditorAction action) implements KeyRequest {}

  /// The keys are to be shown.
  record ShowKeys() implements KeyRequest {}
}
