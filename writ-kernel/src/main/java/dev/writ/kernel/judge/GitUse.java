// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.command.language.Command;
import dev.writ.command.language.GitSubcommand;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.protection.InertGitConfig.StatedConfig;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The Git operations that a command line states. Operations of hooks are not included.
///
/// @param runs whether Git is among its programs
/// @param alone whether it is the only one
/// @param reachesHosts whether a person agreed to hosts, from which a remote's history may come
/// @param asked what its words ask Git for
/// @param config the settings that it is asked to change
public record GitUse(
    boolean runs, boolean alone, boolean reachesHosts, Set<GitRequest> asked, StatedConfig config) {
  /// What nothing but words of the line justifies.
  enum GitRequest {
    /// To remove refs or entries of reflogs.
    REMOVAL,
    /// To end or continue an operation that has stopped.
    RESUMPTION,
    /// What can fetch.
    FETCH,
    /// To take files for unchanged or absent.
    MARK
  }

  /// Of `git rebase`, `merge`, `cherry-pick`, `revert` and `am` (the manual of each).
  private static final Set<String> RESUMING =
      Set.of("--abort", "--quit", "--continue", "--skip", "--edit-todo");

  private static final Pattern STOPPING = Pattern.compile("rebase|merge|cherry-pick|revert|am");

  /// By the manual of each: they delete, rename or prune refs, or rewrite their logs.
  private static final Pattern REMOVING =
      Pattern.compile(
          "bisect|fast-import|fetch|filter-branch|flow|gc|maintenance|p4|pack-refs|prune|pull|push"
              + "|rebase|submodule|subtree|svn|update-ref");

  /// These do so with such a word.
  private static final Map<String, Pattern> REMOVING_WITH =
      Map.of(
          "branch", Pattern.compile("-[A-Za-z]*[dDmM][A-Za-z]*|--(?:d|mo)[a-z]*"),
          "notes", Pattern.compile("remove|prune|merge"),
          "reflog", Pattern.compile("expire|delete|drop"),
          "remote", Pattern.compile("rm|remove|rename|prune|update|set-head"),
          "replace", Pattern.compile("-[a-z]*d[a-z]*|--de[a-z]*"),
          "stash", Pattern.compile("pop|drop|clear|branch"),
          "symbolic-ref", Pattern.compile("-[a-z]*d[a-z]*|--de[a-z]*"),
          "tag", Pattern.compile("-[a-z]*d[a-z]*|--de[a-z]*"),
          "worktree", Pattern.compile("remove|prune|move|repair"));

  /// By the manual of each: they say what was fetched last.
  private static final Pattern FETCHING =
      Pattern.compile("fetch|pull|remote|submodule|subtree|clone|lfs|flow|svn|p4");

  /// By the manual of each: they say which files Git takes for unchanged or absent.
  private static final Pattern MARKING = Pattern.compile("update-index|sparse-checkout|worktree");

  /// By the manual of each: they set what a branch follows, or remove that.
  private static final Pattern FOLLOWING =
      Pattern.compile(
          "branch|checkout|fetch|flow|pull|push|remote|submodule|subtree|switch|worktree");

  static GitUse of(List<Command> commands, NetworkReach reach) {
    List<Command> git = commands.stream().filter(c -> c.isSystems("git")).toList();
    Set<GitRequest> asked = EnumSet.noneOf(GitRequest.class);
    git.forEach(command -> add(command, asked));
    return new GitUse(
        !git.isEmpty(),
        !git.isEmpty() && git.size() == commands.size(),
        reach instanceof NetworkReach.Hosts hosts && !hosts.names().isEmpty(),
        asked,
        new StatedConfig(
            git.stream().anyMatch(command -> is(command, FOLLOWING)),
            git.stream()
                .filter(command -> GitSubcommand.of(command).equals("remote"))
                .flatMap(command -> command.argv().stream())
                .collect(Collectors.toSet())));
  }

  private static void add(Command command, Set<GitRequest> asked) {
    Map<GitRequest, Boolean> all =
        Map.of(
            GitRequest.REMOVAL, isRemoving(command),
            GitRequest.RESUMPTION, isResuming(command),
            GitRequest.FETCH, is(command, FETCHING),
            GitRequest.MARK, is(command, MARKING));
    all.forEach((one, is) -> asked.addAll(is ? Set.of(one) : Set.of()));
  }

  /// Whether it is asked for that.
  boolean asks(GitRequest what) {
    return asked.contains(what);
  }

  /// Whether it is asked to end or continue an operation that has stopped.
  public boolean resumes() {
    return asks(GitRequest.RESUMPTION);
  }

  private static boolean is(Command command, Pattern subcommands) {
    return subcommands.matcher(GitSubcommand.of(command)).matches();
  }

  private static boolean isRemoving(Command command) {
    Pattern words = REMOVING_WITH.get(GitSubcommand.of(command));
    return is(command, REMOVING)
        || (words != null && command.argv().stream().anyMatch(words.asMatchPredicate()));
  }

  private static boolean isResuming(Command command) {
    return is(command, STOPPING) && command.argv().stream().anyMatch(RESUMING::contains);
  }
}
