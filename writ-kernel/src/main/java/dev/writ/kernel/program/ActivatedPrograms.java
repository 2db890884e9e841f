// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The programs of a virtual environment that a line activated.
///
/// @param environment the environment's directory as programs see it
/// @param reached the same as Writ does
public record ActivatedPrograms(Path environment, Path reached) {
  private static final String PROGRAMS = "bin";

  /// The directories of its programs.
  public Path directory() {
    return environment.resolve(PROGRAMS);
  }

  /// The path of a program by its plain name.
  public Optional<Path> find(String name) {
    Path program = reached.resolve(PROGRAMS).resolve(name);
    return Files.isRegularFile(program) && Files.isExecutable(program)
        ? Optional.of(directory().resolve(name))
        : Optional.empty();
  }
}
