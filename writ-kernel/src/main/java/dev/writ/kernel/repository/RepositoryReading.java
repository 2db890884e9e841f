// Implements: docs/spec/08-authority-and-packs.md §8.1 (Authority levels (ordered, non-inheriting))
package dev.writ.kernel.repository;

import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.authority.CommandPermission;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// Judges a Git that may read because reading starts no program of others: where the settings of
/// the repository name one, a person must agree.
///
/// @param root the workspace
public record RepositoryReading(WorkspaceRoot root) {
  private static final String DIRECTORY = "-C";

  /// Git goes into repositories that the history names, also where the index does not.
  private static final Pattern INTO_SUBMODULES = Pattern.compile("--su[a-z]*=diff");

  /// The permitted acts of a command after that check.
  public CommandPermission permission(
      CommandPermission permission, InnerCommand inner, Effect.RunCommand run) {
    if (!(permission instanceof CommandPermission.ReadPermission)
        || !inner.command().programName().equals("git")) {
      return permission;
    }
    if (inner.command().argv().stream().anyMatch(word -> INTO_SUBMODULES.matcher(word).matches())) {
      return new CommandPermission.Beyond(
          "Writ cannot determine which programs the repositories inside this one make Git start");
    }
    try {
      Path directory = directory(inner, run);
      if (!directory.startsWith(root.path())) {
        return new CommandPermission.Beyond(
            "Writ cannot determine which programs a repository outside the workspace"
                + " makes Git start");
      }
      return RepositoryPrograms.of(directory)
          .<CommandPermission>map(
              named ->
                  new CommandPermission.Beyond(
                      "the settings of this repository make Git start a program: %s (%s)"
                          .formatted(named.setting(), shown(named.file()))))
          .orElse(permission);
    } catch (InvalidPathException | IOException e) {
      return new CommandPermission.Beyond("Git has no directory to run in: " + e.getMessage());
    }
  }

  private Path shown(Path file) {
    return file.startsWith(root.path()) ? root.path().relativize(file) : file;
  }

  /// The places where Git looks for its repository.
  private Path directory(InnerCommand inner, Effect.RunCommand run) throws IOException {
    Path directory =
        root.path()
            .resolve(run.directory().toString())
            .resolve(inner.command().directory().plain());
    List<String> argv = inner.command().argv();
    for (int i = 1; i + 1 < argv.size() && argv.get(i).startsWith("-"); i++) {
      if (argv.get(i).equals(DIRECTORY)) {
        directory = directory.resolve(argv.get(++i));
      }
    }
    return Files.exists(directory) ? directory.toRealPath() : directory.normalize();
  }
}
