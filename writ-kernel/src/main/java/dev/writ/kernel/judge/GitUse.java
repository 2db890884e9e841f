// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.command.language.Command;
import dev.writ.command.language.GitSubcommand;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.protection.InertGitConfig.StatedConfig;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The Git operations that a command line states. Operations of hooks are not included.
///
/// @param runs whether Git is among its programs
/// @param alone whether it is the only one
/// @param removesRefs whether it is asked to remove refs or entries of reflogs
/// @param reachesHosts whether a person agreed to hosts, from which a remote's history may come
/// @param resumes whether it is asked to end or continue an operation that has stopped
/// @param config the settings that it is asked to change
public record GitUse(
    boolean runs,
    boolean alone,
    boolean removesRefs,
    boolean reachesHosts,
    boolean resumes,
    StatedConfig config) {
  /// Of `git rebase`, `merge`, `cherry-pick`, `revert` and `am` (the manual of each).
  private static final Set<String> RESUMING =
      Set.of("--abort", "--quit", "--continue", "--skip", "--edit-todo");

  private static final Set<String> STOPPING =
      Set.of("rebase", "merge", "cherry-pick", "revert", "am");

  /// By the manual of each: they delete, rename or prune refs, or rewrite their logs.
  private static final Set<String> REMOVING =
      Set.of(
          "bisect",
          "branch",
          "fast-import",
          "fetch",
          "filter-branch",
          "flow",
          "gc",
          "maintenance",
          "notes",
          "p4",
          "pack-refs",
          "prune",
          "pull",
          "push",
          "rebase",
          "reflog",
          "remote",
          "replace",
          "stash",
          "submodule",
          "subtree",
          "svn",
          "symbolic-ref",
          "tag",
          "update-ref",
          "worktree");

  /// By the manual of each: they set what a branch follows, or remove that.
  private static final Set<String> FOLLOWING =
      Set.of(
          "branch",
          "checkout",
          "fetch",
          "flow",
          "pull",
          "push",
          "remote",
          "submodule",
          "subtree",
          "switch",
          "worktree");

  static GitUse of(List<Command> commands, NetworkReach reach) {
    List<Command> git = commands.stream().filter(c -> c.isSystems("git")).toList();
    return new GitUse(
        !git.isEmpty(),
        !git.isEmpty() && git.size() == commands.size(),
        git.stream().map(GitSubcommand::of).anyMatch(REMOVING::contains),
        reach instanceof NetworkReach.Hosts hosts && !hosts.names().isEmpty(),
        git.stream().anyMatch(GitUse::isResuming),
        new StatedConfig(
            git.stream().map(GitSubcommand::of).anyMatch(FOLLOWING::contains),
            git.stream()
                .filter(command -> GitSubcommand.of(command).equals("remote"))
                .flatMap(command -> command.argv().stream())
                .collect(Collectors.toSet())));
  }

  private static boolean isResuming(Command command) {
    return STOPPING.contains(GitSubcommand.of(command))
        && command.argv().stream().anyMatch(RESUMING::contains);
  }
}
