// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.command.language.Command;
import dev.writ.command.language.GitSubcommand;
import dev.writ.command.language.Redirection;
import java.util.List;
import java.util.Set;

/// Decides which pipelines see the repository's settings with passwords and tokens: those of Git
/// alone that reach a server or write the settings, as long as what they print reaches only the
/// model, masked. A file is read by every program, and committed.
final class WholeSettings {
  /// They reach a server, or write settings (the manual of each). Not `clone` and `init`, which
  /// need no other repository's settings and copy them from a template.
  private static final Set<String> NEEDING =
      Set.of(
          "branch",
          "checkout",
          "config",
          "fetch",
          "flow",
          "lfs",
          "ls-remote",
          "maintenance",
          "mv",
          "pull",
          "push",
          "remote",
          "sparse-checkout",
          "submodule",
          "subtree",
          "switch",
          "worktree");

  private WholeSettings() {}

  /// Whether a pipeline sees them.
  static boolean isSeenBy(List<Command> commands) {
    return commands.stream()
        .allMatch(
            command ->
                command.isSystems("git")
                    && NEEDING.contains(GitSubcommand.of(command))
                    && command.redirections().stream().noneMatch(WholeSettings::isIntoFile));
  }

  private static boolean isIntoFile(Redirection redirection) {
    return redirection instanceof Redirection.OutputRedirection output
        && !output.target().plain().equals("/dev/null");
  }
}
