// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.history;

import dev.writ.command.language.Command;
import dev.writ.command.language.GitSubcommand;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.objects.GitObjects;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.secret.GitAttributesFile;
import dev.writ.kernel.secret.SecretFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The histories that Git can show in a workspace: that of its own repository, and those of others
/// that lie within it, as submodules and vendored clones do.
public final class RepositoryHistories {
  private static final String DIRECTORY = "-C";
  private static final String REPOSITORY = "--git-dir";
  private static final String GIT = ".git";

  private final Path workspace;
  private final ProgramEnvironment programs;
  private final GitAttributesFile attributes;
  private final SessionSandbox sandbox;
  private final HistorySecrets own;
  private final Map<Path, HistorySecrets> others = new HashMap<>();

  /// @param workspace its real path
  /// @param attributes by which Git is told to show no contents of secret files
  public RepositoryHistories(
      Path workspace,
      ProgramEnvironment programs,
      SessionSandbox sandbox,
      GitAttributesFile attributes) {
    this.attributes = attributes;
    this.workspace = workspace;
    this.programs = programs;
    this.sandbox = sandbox;
    this.own = secrets(workspace, "");
  }

  /// The histories that a line may be about, the workspace's own first. Where a command doesn't say
  /// in which repository Git works, or names one that isn't there yet, it may be any.
  ///
  /// @param ofGit the commands of the line that run Git
  /// @param plain whether Git works in one repository that the words of a command name
  synchronized List<HistorySecrets> of(
      Effect.RunCommand run, List<InnerCommand> ofGit, Predicate<InnerCommand> plain) {
    Set<Path> places = new LinkedHashSet<>();
    for (InnerCommand inner : ofGit) {
      Optional<Set<Path>> named =
          plain.test(inner) ? named(inner.command(), run) : Optional.empty();
      places.addAll(named.orElseGet(this::all));
    }
    Map<Path, HistorySecrets> histories = new LinkedHashMap<>();
    new GitHead(workspace).repository().ifPresent(is -> histories.put(is.directory(), own));
    for (Path place : places) {
      new GitHead(place)
          .repository()
          .filter(is -> is.directory().startsWith(workspace))
          .ifPresent(is -> histories.computeIfAbsent(is.directory(), _ -> other(is)));
    }
    return List.copyOf(histories.values());
  }

  private HistorySecrets other(GitHead.Repository repository) {
    return others.computeIfAbsent(
        repository.directory(),
        directory -> {
          Path top = repository.top();
          top = top.endsWith(GIT) ? top.resolveSibling("") : top;
          return secrets(top, workspace.relativize(top) + "/");
        });
  }

  private HistorySecrets secrets(Path top, String below) {
    return new HistorySecrets(
        new GitObjects(top, new GitHead(top), programs, sandbox), below, attributes);
  }

  private Set<Path> all() {
    return SecretFiles.repositoriesIn(workspace);
  }

  /// The directories that a command runs in, or that its words name.
  ///
  /// @return empty if one isn't there
  private Optional<Set<Path>> named(Command command, Effect.RunCommand run) {
    Set<Path> named = new LinkedHashSet<>();
    try {
      Path at = workspace.resolve(run.directory().toString());
      at = at.resolve(command.directory().plain());
      List<String> argv = command.argv();
      for (int i = 1; i + 1 < argv.size() && argv.get(i).startsWith("-"); i++) {
        if (GitSubcommand.WITH_VALUE.contains(argv.get(i))) {
          i++;
          at = argv.get(i - 1).equals(DIRECTORY) ? at.resolve(argv.get(i)) : at;
        }
      }
      named.add(at.toRealPath());
      for (String place : demanded(command)) {
        named.add(at.resolve(place).toRealPath());
      }
      for (String word : argv.subList(1, argv.size())) {
        Path place = at.resolve(word.substring(word.indexOf('=') + 1));
        if (Files.isDirectory(place)) {
          named.add(place.toRealPath());
        }
      }
      return Optional.of(named);
    } catch (IOException | InvalidPathException _) {
      return Optional.empty();
    }
  }

  /// The places where Git is told to find a repository. No line sets variables that say so.
  private static List<String> demanded(Command command) {
    List<String> places = new ArrayList<>();
    List<String> argv = command.argv();
    for (int i = 1; i < argv.size(); i++) {
      if (argv.get(i).startsWith(REPOSITORY + "=")) {
        places.add(argv.get(i).substring(REPOSITORY.length() + 1));
      } else if (argv.get(i).equals(REPOSITORY) && i + 1 < argv.size()) {
        places.add(argv.get(i + 1));
      }
    }
    return places;
  }
}
