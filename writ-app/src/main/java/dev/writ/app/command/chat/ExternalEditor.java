// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.config.EditorProgram;
import dev.writ.app.terminal.chat.TextEditor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The person's own editor on a message; nothing judges it, and the text is in a private file
/// meanwhile.
final class ExternalEditor implements TextEditor {
  private final EditorProgram editor;

  ExternalEditor(Map<String, String> environment, Path project) {
    this.editor = new EditorProgram(environment, project);
  }

  @Override
  public Optional<String> edit(String text) throws IOException, InterruptedException {
    Path file = Files.createTempFile("writ-", ".md");
    try {
      Files.writeString(file, text);
      int exit = editor.run(file);
      return exit == 0 ? Optional.of(Files.readString(file).stripTrailing()) : Optional.empty();
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
