// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.hand;

import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.repository.PersonalIgnores;
import dev.writ.kernel.repository.PersonalSettings;
import dev.writ.kernel.repository.RepositoryUse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A temporary directory in a repository for one commit: the separate index, and what the person's
/// own Git ignores and how it treats contents, which a Git in the sandbox cannot see.
record CommitDirectory(Path path) implements AutoCloseable {
  private static final String INDEX = "index";
  private static final String EXCLUDES = "excludes";
  private static final String ATTRIBUTES = "attributes";
  private static final String CONFIG = "config";

  /// Makes it, without an index.
  ///
  /// @param repository the directory of its Git
  static CommitDirectory in(
      Path repository, Path workspace, ProgramEnvironment programs, PersonalSettings own)
      throws IOException {
    Path path = Files.createTempDirectory(repository, RepositoryUse.TEMPORARY);
    CommitDirectory made = new CommitDirectory(path);
    String ignores = new PersonalIgnores(programs.inherited()).lines(workspace);
    Files.writeString(made.excludes(), ignores, StandardCharsets.ISO_8859_1);
    Path attributes = path.resolve(ATTRIBUTES);
    Files.writeString(attributes, own.attributes(), StandardCharsets.ISO_8859_1);
    Files.writeString(made.config(), own.forCommits(attributes));
    return made;
  }

  Path index() {
    return path.resolve(INDEX);
  }

  Path excludes() {
    return path.resolve(EXCLUDES);
  }

  Path config() {
    return path.resolve(CONFIG);
  }

  @Override
  public void close() throws IOException {
    for (String name : List.of(INDEX, INDEX + ".lock", EXCLUDES, ATTRIBUTES, CONFIG)) {
      Files.deleteIfExists(path.resolve(name));
    }
    Files.deleteIfExists(path);
  }
}
