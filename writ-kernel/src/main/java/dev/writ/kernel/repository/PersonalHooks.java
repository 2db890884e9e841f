// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.repository;

import dev.writ.command.language.Command;
import dev.writ.command.language.GitSubcommand;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.protection.GitConfigText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The hooks that a person's own settings name for all of their repositories (`core.hooksPath`,
/// githooks(5)). No Git in the sandbox starts them, so that what they would refuse is done.
///
/// @param named the directory, as the settings name it
/// @param directory where it is
public record PersonalHooks(String named, Path directory) {
  private static final String KEY = "core.hookspath";
  private static final int MAX_BYTES = 1 << 20;

  /// The hooks of Git's subcommands that can refuse something.
  private static final Map<String, List<String>> GUARDS =
      Map.of(
          "commit", List.of("pre-commit", "prepare-commit-msg", "commit-msg"),
          "merge", List.of("pre-merge-commit", "commit-msg"),
          "pull", List.of("pre-merge-commit", "commit-msg"),
          "rebase", List.of("pre-rebase"),
          "am", List.of("applypatch-msg", "pre-applypatch"),
          "push", List.of("pre-push"));

  /// The directory that counts in a repository; empty where none is named, or the repository's own
  /// settings name another one.
  ///
  /// @param environment the variables that Writ was started with
  public static Optional<PersonalHooks> of(
      GitHead head, PersonalSettings settings, Map<String, String> environment) {
    Optional<String> named =
        settings.all().stream()
            .map(PersonalSettings.GivenSetting::entry)
            .filter(PersonalHooks::isDirectory)
            .map(GitConfigText.GitConfigEntry::value)
            .reduce((_, later) -> later)
            .filter(value -> !value.isEmpty());
    Optional<GitHead.Repository> repository = head.repository();
    return named.isEmpty() || repository.isEmpty() || isNamedIn(repository.get())
        ? Optional.empty()
        : Optional.of(
            new PersonalHooks(
                named.get(),
                repository.get().top().resolve(PersonalGit.path(named.get(), environment))));
  }

  private static boolean isDirectory(GitConfigText.GitConfigEntry entry) {
    return entry.subsection().isEmpty() && entry.key().equals(KEY);
  }

  private static boolean isNamedIn(GitHead.Repository repository) {
    Path file = GitHead.common(repository.directory()).resolve("config");
    try {
      return Files.isRegularFile(file)
          && Files.size(file) <= MAX_BYTES
          && GitConfigText.entries(Files.readString(file, StandardCharsets.ISO_8859_1)).stream()
              .anyMatch(PersonalHooks::isDirectory);
    } catch (IOException _) {
      return false;
    }
  }

  /// The hooks that could refuse something that Git does in a line.
  public static Set<String> guards(Effect.RunCommand run) {
    Set<String> guards = new LinkedHashSet<>();
    for (Command command : run.line().commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        if (inner.command().programName().equals("git")) {
          guards.addAll(guards(GitSubcommand.of(inner.command())));
        }
      }
    }
    return guards;
  }

  /// The hooks that could refuse what a subcommand of Git does.
  public static List<String> guards(String subcommand) {
    return GUARDS.getOrDefault(subcommand, List.of());
  }

  /// The ones among these that are here, and did not run, in words; empty where there are none.
  public Optional<String> unstarted(Collection<String> guards) {
    List<String> hooks =
        guards.stream().filter(hook -> Files.isExecutable(directory.resolve(hook))).toList();
    return hooks.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "your hooks in %s did not run: %s".formatted(named, String.join(", ", hooks)));
  }
}
