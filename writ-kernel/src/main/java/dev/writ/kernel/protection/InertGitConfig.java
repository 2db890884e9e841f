// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Lists the Git settings that start no program, lead to no other file, and change no author: those
/// that Git itself writes when it creates a repository, adds a remote or a branch (git-config(1)).
/// An allowlist.
public final class InertGitConfig {
  private static final Set<String> IN_A_NEW_REPOSITORY =
      Set.of(
          "core.repositoryformatversion",
          "core.filemode",
          "core.bare",
          "core.logallrefupdates",
          "core.ignorecase",
          "core.precomposeunicode",
          "core.symlinks",
          "extensions.objectformat",
          "extensions.refstorage",
          "remote.url",
          "remote.fetch",
          "remote.tagopt",
          "branch.remote",
          "branch.merge",
          "branch.rebase",
          "submodule.url",
          "submodule.active",
          "user.name",
          "user.email");

  /// Git's own settings for a branch that tracks another one.
  private static final Set<String> OF_A_BRANCH =
      Set.of("branch.remote", "branch.merge", "branch.rebase");

  /// Git's own settings for a new remote.
  private static final Set<String> OF_A_REMOTE = Set.of("remote.url", "remote.fetch");

  private InertGitConfig() {}

  /// Whether all settings of a new repository are inert.
  public static boolean isInert(String text) {
    return GitConfigText.entries(text).stream()
        .allMatch(
            entry ->
                IN_A_NEW_REPOSITORY.contains(entry.key())
                    && !isHelper(entry)
                    && !(entry.key().equals("core.bare") && !entry.value().equals("false")));
  }

  /// Whether two states of a repository's settings differ in inert ones only: what branches follow,
  /// and remotes that are new.
  public static boolean isInertChange(String before, String after) {
    List<GitConfigText.GitConfigEntry> old = GitConfigText.entries(before);
    List<GitConfigText.GitConfigEntry> fresh = GitConfigText.entries(after);
    Set<String> remotes = new HashSet<>();
    old.stream()
        .filter(entry -> entry.section().equals("remote"))
        .forEach(entry -> remotes.add(entry.subsection()));
    Set<String> known = new HashSet<>(remotes);
    fresh.stream()
        .filter(entry -> entry.section().equals("remote"))
        .forEach(entry -> known.add(entry.subsection()));
    for (GitConfigText.GitConfigEntry entry : fresh) {
      boolean branch = OF_A_BRANCH.contains(entry.key()) && follows(entry, old, known);
      boolean remote = OF_A_REMOTE.contains(entry.key()) && !remotes.contains(entry.subsection());
      if (!old.contains(entry) && (!(branch || remote) || isHelper(entry))) {
        return false;
      }
    }
    return old.stream()
        .allMatch(entry -> fresh.contains(entry) || OF_A_BRANCH.contains(entry.key()));
  }

  /// A branch begins to follow a remote that has a name; from whom a person gets it, stays.
  private static boolean follows(
      GitConfigText.GitConfigEntry entry,
      List<GitConfigText.GitConfigEntry> old,
      Set<String> remotes) {
    boolean first =
        old.stream()
            .noneMatch(
                other ->
                    other.key().equals(entry.key())
                        && other.subsection().equals(entry.subsection()));
    return !entry.key().equals("branch.remote")
        || (first && (entry.value().equals(".") || remotes.contains(entry.value())));
  }

  /// `helper::address` starts `git-remote-helper` (gitremote-helpers(7)).
  private static boolean isHelper(GitConfigText.GitConfigEntry entry) {
    return entry.name().endsWith("url") && entry.value().contains("::");
  }
}
