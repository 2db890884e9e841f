// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.cli.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The person's own editor, as `VISUAL` or `EDITOR` name it, started without a shell.
public final class EditorProgram implements ConfigurationFile.Editor {
  private final Map<String, String> environment;

  /// The editor that these variables name.
  public EditorProgram(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public void open(Path file) throws UsageException, IOException {
    int status;
    try {
      status = run(file);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the editor was open", e);
    } catch (IOException e) {
      throw new UsageException("the editor cannot be started; set EDITOR: " + e.getMessage());
    }
    if (status != 0) {
      throw new UsageException("the editor " + words().getFirst() + " ended with " + status);
    }
  }

  /// Runs the editor on a file until it ends; an interrupt ends it.
  ///
  /// @return its exit status
  /// @throws IOException where it can't be started
  public int run(Path file) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(words());
    command.add(file.toString());
    Process editor = new ProcessBuilder(command).inheritIO().start();
    try {
      return editor.waitFor();
    } catch (InterruptedException e) {
      editor.destroyForcibly();
      throw e;
    }
  }

  private List<String> words() {
    return Stream.of("VISUAL", "EDITOR")
        .map(name -> environment.getOrDefault(name, "").strip())
        .filter(named -> !named.isEmpty())
        .findFirst()
        .map(named -> List.of(named.split("\\s+")))
        .orElse(List.of("vi"));
  }
}
