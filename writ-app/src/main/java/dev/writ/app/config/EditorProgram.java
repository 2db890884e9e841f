// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.cli.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The person's own editor, as `VISUAL` or `EDITOR` name it, started without a shell.
public final class EditorProgram implements ConfigurationFile.Editor {
  private final Map<String, String> environment;

  /// The editor that these variables name.
  public EditorProgram(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public void open(Path file) throws UsageException, IOException {
    String named = environment.getOrDefault("VISUAL", environment.getOrDefault("EDITOR", ""));
    List<String> words = new ArrayList<>(List.of((named.isBlank() ? "vi" : named).split("\\s+")));
    words.removeIf(String::isEmpty);
    words.add(file.toString());
    Process editor;
    try {
      editor = new ProcessBuilder(words).inheritIO().start();
    } catch (IOException e) {
      throw new UsageException(
          "the editor " + words.getFirst() + " can't be started; set EDITOR: " + e.getMessage());
    }
    int status;
    try {
      status = editor.waitFor();
    } catch (InterruptedException e) {
      editor.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the editor was open", e);
    }
    if (status != 0) {
      throw new UsageException("the editor " + words.getFirst() + " ended with " + status);
    }
  }
}
