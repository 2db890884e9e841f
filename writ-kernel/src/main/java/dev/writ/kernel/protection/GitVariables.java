// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import dev.writ.kernel.protection.GitConfigText.GitConfigEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The meaning of git-config(1) variables: files, directories, programs. An unknown variable counts
/// as one that names programs.
public final class GitVariables {
  /// Their value is a directory, everything in which is obeyed.
  private static final Set<String> DIRECTORIES = Set.of("core.hookspath", "init.templatedir");

  private static final Set<String> INCLUDES = Set.of("include.path", "includeif.path");

  /// Their value is one path, which may be a plain name.
  private static final Set<String> FILES = Set.of("core.attributesfile", "core.excludesfile");

  /// Sections without programs.
  private static final Set<String> DATA_SECTIONS =
      Set.of("branch", "user", "author", "committer", "url", "color", "extensions");

  /// Variables whose value is read as data, or names a repository.
  private static final Set<String> DATA =
      Set.of(
          "core.worktree",
          "commit.template",
          "mailmap.file",
          "mailmap.blob",
          "blame.ignorerevsfile",
          "remote.fetch",
          "remote.push",
          "submodule.url",
          "submodule.branch",
          "submodule.active");

  /// The separators of words in a command or a list of paths.
  private static final String SEPARATORS = " \t\r\n\"'`;|&()<>,=$:!";

  private static final String EXTERNAL = "ext::";

  private GitVariables() {}

  /// Whether the value is another file of configuration.
  public static boolean isInclude(GitConfigEntry entry) {
    return INCLUDES.contains(entry.key());
  }

  /// Whether the value is a directory of files that are obeyed.
  public static boolean isDirectory(GitConfigEntry entry) {
    return DIRECTORIES.contains(entry.key());
  }

  /// Whether attributes choose the program for a path. Not git-lfs: it starts no other program for
  /// a file, and it is very common.
  public static boolean isDriver(GitConfigEntry entry) {
    return switch (entry.section()) {
      case "filter" -> !entry.subsection().equals("lfs");
      case "merge" -> entry.name().equals("driver");
      case "diff" ->
          !entry.subsection().isEmpty()
              && (entry.name().equals("textconv") || entry.name().equals("command"));
      default -> false;
    };
  }

  /// The words of a value that could be paths of files that are obeyed; the whole value first.
  public static List<String> words(GitConfigEntry entry) {
    String value = entry.value();
    boolean data =
        DATA_SECTIONS.contains(entry.section())
            || DATA.contains(entry.key())
            || (entry.key().equals("remote.url") && !value.startsWith(EXTERNAL));
    if (data || value.isEmpty()) {
      return List.of();
    }
    boolean path = isInclude(entry) || isDirectory(entry) || FILES.contains(entry.key());
    return path ? List.of(value) : words(value);
  }

  /// The words of a text that could be paths; the whole text first. A plain name without a dot is
  /// none: programs with such names are found elsewhere, and most such words mean something else.
  public static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    add(text, words);
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || SEPARATORS.indexOf(text.charAt(i)) >= 0) {
        if (i > start) {
          add(text.substring(start, i), words);
        }
        start = i + 1;
      }
    }
    return words;
  }

  private static void add(String word, List<String> words) {
    if (word.indexOf('/') >= 0 || word.indexOf('.') >= 0) {
      words.add(word);
    }
  }
}
