// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.command.language.Command;
import dev.writ.command.language.GitSubcommand;
import dev.writ.command.language.Redirection;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Which files of Git a pipeline sees with passwords and tokens. The settings: if it is of Git
/// alone and reaches a server or may write them, as long as what it prints reaches only the model,
/// masked. A file is read by every program, and committed. Git's logs of references: if each
/// command is a Git that may write them; a program that has Git do that by itself fails where one
/// has a password.
///
/// @param settings whether it sees the settings so
/// @param logs whether it sees the logs so
record WholeSettings(boolean settings, boolean logs) {
  /// They reach a server, or write settings (the manual of each). Not `clone` and `init`, which
  /// need no other repository's settings and copy them from a template.
  private static final Set<String> NEEDING =
      Set.of(
          """
          branch checkout config fetch flow lfs ls-remote maintenance mv pull push remote
          sparse-checkout submodule subtree switch worktree"""
              .split("\\s+", -1));

  /// Subcommands of `git config` that ask.
  private static final Set<String> ASKING = Set.of("get", "list");

  /// They write logs (the manual of each); what is no subcommand of Git's, an alias for example,
  /// sees none of them whole.
  private static final Set<String> LOGGING =
      Set.of(
          """
          am bisect branch checkout cherry-pick clone commit fast-import fetch filter-branch
          flow gc maintenance merge notes pull push rebase remote replace reset revert stash
          submodule subtree svn switch symbolic-ref tag update-ref worktree"""
              .split("\\s+", -1));

  /// What some of those do without writing.
  private static final Set<String> SHOWING =
      Set.of("foreach", "list", "log", "run", "show", "status", "summary", "view", "visualize");

  private static final String GIT = "git";

  /// What a pipeline sees.
  static WholeSettings of(List<Command> commands) {
    boolean writes =
        commands.stream()
            .allMatch(
                command -> command.isSystems(GIT) && writesLogs(GitSubcommand.words(command)));
    return new WholeSettings(needsSettings(commands), writes);
  }

  private static boolean writesLogs(List<String> words) {
    return !words.isEmpty()
        && LOGGING.contains(words.getFirst())
        && words.stream().skip(1).noneMatch(SHOWING::contains);
  }

  /// Whether it sees a file of a repository as it is.
  boolean has(Path file) {
    return RepositorySettings.isLog(file) ? logs : settings;
  }

  private static boolean needsSettings(List<Command> commands) {
    return commands.stream()
        .allMatch(
            command ->
                command.isSystems(GIT)
                    && NEEDING.contains(GitSubcommand.of(command))
                    && !asksSettings(GitSubcommand.words(command))
                    && command.redirections().stream().noneMatch(WholeSettings::isIntoFile));
  }

  /// Whether it is a `git config` that asks for settings: a pattern of values would tell whether a
  /// guess at a secret is right, by the exit code alone (git-config(1)).
  private static boolean asksSettings(List<String> words) {
    return words.getFirst().equals("config")
        && (words.stream().anyMatch(word -> word.startsWith("--get"))
            || words.stream()
                .filter(word -> !word.startsWith("-"))
                .skip(1)
                .limit(1)
                .anyMatch(ASKING::contains));
  }

  private static boolean isIntoFile(Redirection redirection) {
    return redirection instanceof Redirection.OutputRedirection output
        && !output.target().plain().equals("/dev/null");
  }
}
