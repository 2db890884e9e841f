// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.hand;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.sandbox.snapshot.GitContent;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// What a command's line took out of an index and nothing else has: a person staged it and then
/// changed the file on (`git add -p`). Git keeps such an object, and forgets its name.
public final class StagedWork {
  private static final int MOST_NAMED = 5;
  private static final int SHOWN_DIGITS = 12;

  private final GitHistory history;
  private final WorkspacePath directory;
  private final WorkspacePath workTree;
  private final List<GitContent> gone = new ArrayList<>();
  private final Set<String> committed = new HashSet<>();

  /// @param directory the Git directory
  /// @param workTree what its paths are relative to
  public StagedWork(GitHistory history, WorkspacePath directory, WorkspacePath workTree) {
    this.workTree = workTree;
    this.history = history;
    this.directory = directory;
  }

  /// Adds what an index has lost.
  public void compare(GitIndex before, GitIndex after) {
    gone.addAll(before.missingIn(after));
  }

  /// The line has committed contents.
  public void commit(Collection<GitContent> contents) {
    contents.forEach(one -> committed.add(one.blob()));
  }

  /// What is in no commit, no file and no record, with the lines that show it, in words.
  ///
  /// @param head the commit that was checked out; empty without one
  /// @param isInFile whether a file of the work tree had that content
  public Optional<String> lost(String head, Predicate<GitContent> isInFile) {
    gone.removeIf(one -> committed.contains(one.blob()) || one.path().indexOf('\n') >= 0);
    if (!gone.isEmpty() && !head.isEmpty()) {
      gone.removeAll(read(() -> history.held(directory, head, gone)));
    }
    gone.removeIf(isInFile);
    if (gone.isEmpty()) {
      return Optional.empty();
    }
    List<String> paths = gone.stream().map(GitContent::path).toList();
    Set<GitContent> known = read(() -> history.known(directory, paths));
    List<String> words =
        gone.stream()
            .filter(one -> !known.contains(one) && !isElsewhere(one))
            .limit(MOST_NAMED + 1)
            .map(StagedWork::shown)
            .toList();
    return words.isEmpty() ? Optional.empty() : Optional.of(said(words));
  }

  private interface Question {
    Set<GitContent> answer() throws IOException;
  }

  /// Where Git can't tell, it is told once too often.
  private static Set<GitContent> read(Question question) {
    try {
      return question.answer();
    } catch (IOException _) {
      return Set.of();
    }
  }

  private boolean isElsewhere(GitContent one) {
    try {
      return history.isKept(directory, one.blob())
          || history.filtered(directory, workTree, List.of(one.path())).contains(one.blob());
    } catch (IOException _) {
      return false; // there is no such file, for example
    }
  }

  private static String shown(GitContent one) {
    return "%s (git cat-file -p %s shows it)"
        .formatted(DisplayText.named(one.path()), one.blob().substring(0, SHOWN_DIGITS));
  }

  private static String said(List<String> words) {
    boolean more = words.size() > MOST_NAMED;
    return "what was only staged is in no file and no commit: "
        + String.join(", ", words.subList(0, Math.min(MOST_NAMED, words.size())))
        + (more ? " and more (git fsck --lost-found)" : "");
  }
}
