// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.JudgedChanges;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.protection.PlaceLookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Judges where a command moved the refs of a repository and of its submodules: one that goes, or
/// an entry of a log, must be stated by the command, and nothing guarded may come into the history.
/// Hooks that Git starts may do anything.
final class GitRefJudge {
  private static final Set<String> PARTS =
      Set.of("HEAD", "refs", "logs", "packed-refs", "objects", "index", "shallow");
  private static final String GIT = ".git";
  private static final int MOST_REFS = 8;

  private final JudgedChanges view;
  private final GitUse git;
  private final GitHistoryJudge history;

  /// @param git the command's stated use of Git
  /// @param history judges what commits bring
  GitRefJudge(JudgedChanges view, GitUse git, GitHistoryJudge history) {
    this.view = view;
    this.git = git;
    this.history = history;
  }

  /// What became of refs.
  ///
  /// @param refusal why nothing of the repository can be applied
  /// @param moves the changes of refs, in words
  /// @param unstaged what is nowhere any more because it was only staged, in words
  record RefVerdict(Optional<String> refusal, List<String> moves, List<String> unstaged) {
    static final RefVerdict UNTOUCHED = new RefVerdict(Optional.empty(), List.of(), List.of());

    /// The moves, shortened, and what is nowhere any more.
    List<String> report() {
      List<String> report = new ArrayList<>();
      int more = moves.size() - MOST_REFS;
      String words = String.join("; ", more > 0 ? moves.subList(0, MOST_REFS) : moves);
      if (!moves.isEmpty()) {
        report.add(more > 0 ? words + "; and %d more refs".formatted(more) : words);
      }
      report.addAll(unstaged);
      return report;
    }
  }

  /// Judges a repository that was there before.
  ///
  /// @param differences all in it
  RefVerdict judge(WorkspacePath repository, List<ViewDifference> differences) throws IOException {
    return judge(repository, differences, Optional::of);
  }

  /// Judges a new repository, whose history may hold more than its work tree. It may hold what the
  /// repository around it has, and what comes from hosts that a person agreed to.
  RefVerdict ofNew(WorkspacePath repository, List<ViewDifference> differences) throws IOException {
    if (git.reachesHosts()) {
      return RefVerdict.UNTOUCHED;
    }
    WorkspacePath around = WorkspacePath.of(GIT);
    boolean isThere = view.kindBefore(around) == PlaceLookup.PlaceKind.DIRECTORY;
    return judge(repository, differences, _ -> Optional.of(around).filter(_ -> isThere));
  }

  /// @param known finds the Git directory that says what guarded places had before
  private RefVerdict judge(
      WorkspacePath repository,
      List<ViewDifference> differences,
      Function<WorkspacePath, Optional<WorkspacePath>> known)
      throws IOException {
    List<String> words = new ArrayList<>();
    List<String> unstaged = new ArrayList<>();
    for (Map.Entry<WorkspacePath, List<ViewDifference>> entry :
        byDirectory(repository, differences).entrySet()) {
      GitRefChanges refs = new GitRefChanges(view, entry.getKey(), entry.getValue());
      ChangedRepository changed =
          new ChangedRepository(
              entry.getKey(),
              known.apply(entry.getKey()),
              repository.parent(),
              refs,
              entry.getValue(),
              git);
      Optional<String> why =
          refs.malformed()
              .or(() -> git.asks(GitUse.GitRequest.REMOVAL) ? Optional.empty() : removal(refs))
              .or(() -> history.refusal(changed));
      if (why.isPresent()) {
        return new RefVerdict(why, List.of(), List.of());
      }
      words.addAll(refs.words());
      history.unstaged(changed).ifPresent(unstaged::add);
    }
    return new RefVerdict(Optional.empty(), words, unstaged);
  }

  private static Optional<String> removal(GitRefChanges refs) {
    try {
      return refs.removal();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /// The differences by the Git directory that they belong to: a submodule has one of its own.
  private static Map<WorkspacePath, List<ViewDifference>> byDirectory(
      WorkspacePath repository, List<ViewDifference> differences) {
    Map<WorkspacePath, List<ViewDifference>> directories = new LinkedHashMap<>();
    int own = repository.segments().size();
    for (ViewDifference difference : differences) {
      List<String> segments = difference.path().segments();
      int prefix = prefix(segments.subList(own, segments.size()));
      if (own + prefix < segments.size()) {
        directories
            .computeIfAbsent(
                new WorkspacePath(segments.subList(0, own + prefix)), _ -> new ArrayList<>())
            .add(difference);
      }
    }
    return directories;
  }

  /// How many names below a repository's directory lead to the one that a place belongs to.
  private static int prefix(List<String> names) {
    if (names.isEmpty() || !names.getFirst().equals("modules")) {
      return 0;
    }
    for (int i = 2; i < names.size(); i++) {
      if (PARTS.contains(names.get(i))) {
        return i;
      }
    }
    return names.size();
  }
}
