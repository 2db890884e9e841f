// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command;

import dev.writ.app.terminal.chat.TextEditor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The editor that the person's environment names (`VISUAL`, `EDITOR`), else `vi`. It is the
/// person's own program, so nothing judges it; the text is in a private file meanwhile.
final class ExternalEditor implements TextEditor {
  private final Map<String, String> environment;

  ExternalEditor(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Optional<String> edit(String text) throws IOException, InterruptedException {
    Path file = Files.createTempFile("writ-", ".md");
    try {
      Files.writeString(file, text);
      List<String> command = new ArrayList<>(List.of(editor().split("\\s+")));
      command.add(file.toString());
      int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
      return exit == 0 ? Optional.of(Files.readString(file).stripTrailing()) : Optional.empty();
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private String editor() {
    for (String name : List.of("VISUAL", "EDITOR")) {
      String value = environment.getOrDefault(name, "").strip();
      if (!value.isEmpty()) {
        return value;
      }
    }
    return "vi";
  }
}
