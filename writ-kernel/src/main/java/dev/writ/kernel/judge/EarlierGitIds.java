// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.WorkspaceComparison;
import dev.writ.kernel.repository.GitHistory;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The ids in a repository's refs and their logs as they were before a command that worked in the
/// workspace itself: the refs have moved since, and the comparison knows what they were.
///
/// @param comparison what the command changed
public record EarlierGitIds(WorkspaceComparison comparison) implements GitHistory.EarlierIds {
  private static final Pattern ID = Pattern.compile("\\b(?:[0-9a-f]{40}|[0-9a-f]{64})\\b");
  private static final Set<String> PLACES = Set.of("refs", "logs", "packed-refs", "worktrees");
  private static final String HEAD = "HEAD";
  private static final String INDEX = "index";

  @Override
  public Set<String> of(WorkspacePath directory) throws IOException {
    Set<String> ids = new HashSet<>();
    for (WorkspacePath file : comparison.filesBefore(directory)) {
      List<String> below =
          file.segments().subList(directory.segments().size(), file.segments().size());
      boolean leads = PLACES.contains(below.getFirst()) || below.getFirst().endsWith(HEAD);
      if (leads && !file.name().equals(INDEX)) {
        Matcher id = ID.matcher(comparison.wholeBefore(file).orElse(""));
        while (id.find()) {
          ids.add(id.group());
        }
      }
    }
    return ids;
  }
}
