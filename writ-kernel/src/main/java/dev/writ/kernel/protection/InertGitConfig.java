// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import dev.writ.kernel.protection.GitConfigText.GitConfigEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

  /// A name that no address and no path is written like.
  private static final Pattern REMOTE = Pattern.compile("\\w[\\w.-]*");

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

  /// What a command line asks of Git that changes settings.
  ///
  /// @param follows whether branches may begin or end to follow others
  /// @param words of `git remote`: names of new remotes and where they are
  public record StatedConfig(boolean follows, Set<String> words) {
    public StatedConfig {
      words = Set.copyOf(words);
    }

    private boolean states(GitConfigEntry entry) {
      String name = entry.subsection();
      return REMOTE.matcher(name).matches()
          && words.contains(name)
          && (entry.name().equals("url")
              ? words.contains(entry.value())
              : entry.value().substring(entry.value().indexOf(':') + 1).startsWith(tracked(name)));
    }

    private static String tracked(String remote) {
      return "refs/remotes/" + remote + "/";
    }
  }

  /// The settings in which two states of a repository's differ, as `branch.main.remote`, where
  /// these are inert and the line asked for them: what branches follow, and remotes that are new.
  ///
  /// @return empty where others differ, or nobody asked for them
  public static Optional<List<String>> inertChange(
      String before, String after, StatedConfig stated) {
    List<GitConfigEntry> old = GitConfigText.entries(before);
    List<GitConfigEntry> fresh = GitConfigText.entries(after);
    Set<String> remotes = remotes(old);
    Set<String> known = remotes(fresh);
    List<GitConfigEntry> changed = new ArrayList<>(fresh);
    changed.removeAll(old);
    for (GitConfigEntry entry : changed) {
      boolean branch =
          OF_A_BRANCH.contains(entry.key()) && stated.follows() && follows(entry, old, known);
      boolean remote =
          OF_A_REMOTE.contains(entry.key())
              && !remotes.contains(entry.subsection())
              && stated.states(entry);
      if (!(branch || remote) || isHelper(entry)) {
        return Optional.empty();
      }
    }
    List<GitConfigEntry> gone = new ArrayList<>(old);
    gone.removeAll(fresh);
    if (!gone.stream().allMatch(e -> stated.follows() && OF_A_BRANCH.contains(e.key()))) {
      return Optional.empty();
    }
    changed.addAll(gone);
    return Optional.of(
        changed.stream()
            .map(entry -> entry.section() + "." + entry.subsection() + "." + entry.name())
            .distinct()
            .toList());
  }

  private static Set<String> remotes(List<GitConfigEntry> entries) {
    return entries.stream()
        .filter(entry -> entry.section().equals("remote"))
        .map(GitConfigEntry::subsection)
        .collect(Collectors.toSet());
  }

  /// A branch begins to follow a remote that has a name; from whom a person gets it, stays.
  private static boolean follows(
      GitConfigEntry entry, List<GitConfigEntry> old, Set<String> remotes) {
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
  private static boolean isHelper(GitConfigEntry entry) {
    return entry.name().endsWith("url") && entry.value().contains("::");
  }
}
