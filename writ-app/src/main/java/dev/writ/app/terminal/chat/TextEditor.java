// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import java.io.IOException;
import java.util.Optional;

/// The person's own editor.
@FunctionalInterface
public interface TextEditor {
  /// Has a text edited; nothing where the person gave up.
  ///
  /// @throws IOException where no editor can be started
  Optional<String> edit(String text) throws IOException, InterruptedException;
}
