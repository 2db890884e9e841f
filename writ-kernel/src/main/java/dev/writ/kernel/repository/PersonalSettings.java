// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.repository;

import dev.writ.kernel.protection.GitConfigText.GitConfigEntry;
import dev.writ.kernel.protection.ReadingGitConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a person's own Git settings say of contents and of who commits, to be handed on to a Git
/// that cannot see them. Nothing of it starts a program but git-lfs; nothing else of them is handed
/// on, because the rest can name programs and contain credentials.
///
/// @param all in Git's order: a later one wins
/// @param attributes the lines of the person's own attributes file, each byte as a character
public record PersonalSettings(List<GivenSetting> all, String attributes) {
  /// Nothing.
  public static final PersonalSettings NONE = new PersonalSettings(List.of(), "");

  /// The file of the system's settings, which a command in the sandbox sees.
  private static final String SYSTEM = "[include]\n\tpath = /etc/gitconfig\n";

  /// Takes the place of a person's filter, and is shown where it fails: without it Git would store
  /// a file unfiltered, and write what is stored unfiltered into a file.
  private static final String UNAVAILABLE =
      "false 'Writ starts no filter of a person for commands: the person runs this Git command'";

  private static final Set<String> KEPT =
      Set.of(
          "author.email",
          "author.name",
          "committer.email",
          "committer.name",
          "core.autocrlf",
          "core.checkroundtripencoding",
          "core.eol",
          "core.filemode",
          "core.ignorecase",
          "core.precomposeunicode",
          "core.protecthfs",
          "core.protectntfs",
          "core.safecrlf",
          "core.symlinks",
          "init.defaultbranch",
          "user.email",
          "user.name",
          "user.useconfigonly");

  private static final Set<String> PROGRAMS = Set.of("clean", "smudge", "process");

  /// One of them.
  ///
  /// @param ofSystem whether it stands in the system's own file
  public record GivenSetting(boolean ofSystem, GitConfigEntry entry) {}

  public PersonalSettings {
    all = List.copyOf(all);
  }

  /// For a command in the sandbox that only reads: it stores nothing.
  public String forReading() {
    return SYSTEM + kept(own());
  }

  /// For any other command in the sandbox.
  public String forCommands() {
    return SYSTEM + kept(own()) + filters(own());
  }

  /// For a Git that sees no other settings but a repository's.
  ///
  /// @param file with the attributes
  public String forCommits(Path file) {
    List<GitConfigEntry> entries = all.stream().map(GivenSetting::entry).toList();
    return "[core]\n" + line("attributesFile", file.toString()) + kept(entries) + filters(entries);
  }

  /// The filters that start another program than git-lfs.
  public Set<String> filters() {
    return all.stream()
        .map(GivenSetting::entry)
        .filter(entry -> isProgram(entry) && ReadingGitConfig.mayStart(entry))
        .map(GitConfigEntry::subsection)
        .collect(Collectors.toSet());
  }

  private List<GitConfigEntry> own() {
    return all.stream().filter(setting -> !setting.ofSystem()).map(GivenSetting::entry).toList();
  }

  private static String kept(List<GitConfigEntry> entries) {
    return entries.stream()
        .filter(entry -> entry.subsection().isEmpty() && KEPT.contains(entry.key()))
        .map(entry -> "[%s]\n".formatted(entry.section()) + line(entry.name(), entry.value()))
        .collect(Collectors.joining());
  }

  private String filters(List<GitConfigEntry> entries) {
    Map<String, StringBuilder> filters = new TreeMap<>();
    for (GitConfigEntry entry : entries) {
      if (isProgram(entry)) {
        filters
            .computeIfAbsent(entry.subsection(), _ -> new StringBuilder(line("required", "true")))
            .append(line(entry.name(), entry.value()));
      }
    }
    StringBuilder text = new StringBuilder();
    filters.forEach(
        (name, lines) ->
            text.append("[filter \"%s\"]\n".formatted(escaped(name)))
                .append(filters().contains(name) ? unavailable() : lines));
    return text.toString();
  }

  private static boolean isProgram(GitConfigEntry entry) {
    return entry.section().equals("filter")
        && PROGRAMS.contains(entry.name())
        && !entry.value().isEmpty();
  }

  private static String unavailable() {
    return line("required", "true") + line("clean", UNAVAILABLE) + line("smudge", UNAVAILABLE);
  }

  private static String line(String name, String value) {
    return "\t%s = \"%s\"\n".formatted(name, escaped(value).replace("\n", "\\n"));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
