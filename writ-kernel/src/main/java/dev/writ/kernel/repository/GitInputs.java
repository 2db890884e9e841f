// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.repository;

import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The files that Git reads by itself to commit some others. A pipe in the place of one keeps Git
/// waiting until somebody writes into it (fifo(7)).
///
/// @param head of the workspace's repository
/// @param workspace its root
public record GitInputs(GitHead head, Path workspace) {
  private static final int KIND = 0170000;
  private static final int PIPE = 0010000;

  /// Directories of a repository whose files Git reads; others are read by names that Git itself
  /// wrote.
  private static final List<String> READ = List.of("", "info", "logs", "objects/info");

  /// Files of a working tree that Git reads in each directory on its way.
  private static final List<String> IN_TREE = List.of(".gitignore", ".gitattributes");

  /// Why Git can't commit files, where a pipe is in the place of a file that it reads.
  public Optional<String> pipe(Collection<WorkspacePath> committed) {
    return head.repository().stream()
        .flatMap(repository -> files(repository, committed).stream())
        .filter(GitInputs::isPipe)
        .findFirst()
        .map(
            file ->
                "%s is a pipe, and Git would wait for its writer; remove it"
                    .formatted(file.startsWith(workspace) ? workspace.relativize(file) : file));
  }

  private Set<Path> files(GitHead.Repository repository, Collection<WorkspacePath> committed) {
    Set<Path> files = new LinkedHashSet<>();
    for (Path directory : List.of(repository.directory(), GitHead.common(repository.directory()))) {
      READ.forEach(name -> files.addAll(entries(directory.resolve(name))));
    }
    Set<Path> directories = new LinkedHashSet<>(List.of(workspace));
    committed.forEach(file -> directories.add(workspace.resolve(file.parent().toString())));
    for (Path directory : directories) {
      for (Path at = directory; at.startsWith(repository.top()); at = above(at)) {
        for (String name : IN_TREE) {
          files.add(at.resolve(name));
        }
      }
    }
    return files;
  }

  private static Path above(Path directory) {
    return Objects.requireNonNullElse(directory.getParent(), Path.of(""));
  }

  private static Set<Path> entries(Path directory) {
    Set<Path> entries = new LinkedHashSet<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
        stream.forEach(entries::add);
      } catch (IOException _) {
        // Git can't read it either.
      }
    }
    return entries;
  }

  private static boolean isPipe(Path file) {
    try {
      return Files.getAttribute(file, "unix:mode") instanceof Integer mode && (mode & KIND) == PIPE;
    } catch (IOException _) {
      return false; // there is none
    }
  }
}
