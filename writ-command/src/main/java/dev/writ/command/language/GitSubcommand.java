// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.List;
import java.util.Set;

/// The subcommand of a Git command: `commit` of `git -C dir commit -m x`.
public final class GitSubcommand {
  /// Options before the subcommand whose value is a word of its own (git(1)).
  public static final Set<String> WITH_VALUE =
      Set.of(
          "-c",
          "-C",
          "--git-dir",
          "--work-tree",
          "--namespace",
          "--super-prefix",
          "--config-env",
          "--attr-source");

  private GitSubcommand() {}

  /// Its name, or that of an alias; empty where there is none.
  public static String of(Command command) {
    List<String> words = words(command);
    return words.isEmpty() ? "" : words.getFirst();
  }

  /// Its name and what follows; nothing where there is none.
  public static List<String> words(Command command) {
    List<String> argv = command.argv();
    int at = 1;
    while (at < argv.size() && argv.get(at).startsWith("-")) {
      at += WITH_VALUE.contains(argv.get(at)) ? 2 : 1;
    }
    return at < argv.size() ? argv.subList(at, argv.size()) : List.of();
  }
}
