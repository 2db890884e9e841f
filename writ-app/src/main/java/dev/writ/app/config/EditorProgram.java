// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.cli.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The person's own editor, as `VISUAL` or `EDITOR` name it, started without a shell.
public final class EditorProgram implements ConfigurationFile.Editor {
  private final Map<String, String> environment;
  private final Path project;

  /// The editor that these variables name.
  ///
  /// @param project where models write: an editor that is found by its name alone doesn't come from
  ///     there, though a directory of it be on the search path
  public EditorProgram(Map<String, String> environment, Path project) {
    this.environment = environment;
    this.project = project;
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
    if (command.getFirst().indexOf('/') < 0) {
      command.set(0, found(command.getFirst()).toString());
    }
    command.add(file.toString());
    Process editor = new ProcessBuilder(command).inheritIO().start();
    try {
      return editor.waitFor();
    } catch (InterruptedException e) {
      editor.destroyForcibly();
      throw e;
    }
  }

  /// Where a name leads. A person's home holds programs of theirs, also where it is the project:
  /// models don't write those unasked.
  private Path found(String name) throws IOException {
    Path models = project.toRealPath();
    boolean home = Path.of(environment.getOrDefault("HOME", "/")).startsWith(models);
    for (String directory : environment.getOrDefault("PATH", "/usr/bin:/bin").split(":", -1)) {
      Path program = Path.of(directory.isEmpty() ? "." : directory, name).toAbsolutePath();
      if (Files.isExecutable(program)
          && !Files.isDirectory(program)
          && (home || (!program.startsWith(models) && !program.toRealPath().startsWith(models)))) {
        return program;
      }
    }
    throw new IOException("there is no program " + name + " outside of the project");
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
