// Implements: docs/spec/08-authority-and-packs.md §8.1 (Authority levels (ordered, non-inheriting))
package dev.writ.kernel.protection;

import dev.writ.kernel.protection.GitConfigText.Entry;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Knows the Git settings by which a Git that only reads, without network and terminal, starts no
/// program (git-config(1)). An allowlist: whatever is not in it may name one.
public final class ReadingGitConfig {
  /// What such a Git is told in its environment, which stands above all files: whose settings of
  /// these names therefore start nothing.
  private static final Map<String, String> TOLD =
      Map.of(
          "core.fsmonitor", "false",
          "core.hooksPath", "/dev/null",
          "log.showSignature", "false",
          "safe.bareRepository", "explicit");

  /// Sections without programs, or with such only as need a network, a terminal, or another command
  /// than one that reads.
  private static final Set<String> SECTIONS =
      Set.of(
          "add",
          "advice",
          "am",
          "apply",
          "blame",
          "branch",
          "author",
          "checkout",
          "clean",
          "clone",
          "color",
          "column",
          "commit",
          "commitgraph",
          "committer",
          "credential",
          "difftool",
          "extensions",
          "fastimport",
          "feature",
          "fetch",
          "fsck",
          "gc",
          "github",
          "gitk",
          "gitlab",
          "grep",
          "gui",
          "http",
          "hub",
          "i18n",
          "index",
          "init",
          "lfs",
          "log",
          "mailmap",
          "maintenance",
          "mergetool",
          "notes",
          "pack",
          "protocol",
          "pull",
          "push",
          "rebase",
          "receive",
          "remote",
          "repack",
          "rerere",
          "safe",
          "sparse",
          "splitindex",
          "stash",
          "status",
          "submodule",
          "svn-remote",
          "tag",
          "transfer",
          "url",
          "user",
          "versionsort",
          "worktree");

  private static final Set<String> CORE =
      Set.of(
          "abbrev",
          "attributesfile",
          "autocrlf",
          "bare",
          "bigfilethreshold",
          "checkstat",
          "commentchar",
          "commitgraph",
          "compression",
          "createobject",
          "editor",
          "eol",
          "excludesfile",
          "filemode",
          "fsmonitor",
          "hidedotfiles",
          "hookspath",
          "ignorecase",
          "ignorestat",
          "logallrefupdates",
          "longpaths",
          "loosecompression",
          "multipackindex",
          "notesref",
          "packedgitlimit",
          "packedgitwindowsize",
          "pager",
          "precomposeunicode",
          "preloadindex",
          "protecthfs",
          "protectntfs",
          "quotepath",
          "repositoryformatversion",
          "safecrlf",
          "sharedrepository",
          "sparsecheckout",
          "sparsecheckoutcone",
          "splitindex",
          "sshcommand",
          "symlinks",
          "trustctime",
          "untrackedcache",
          "usereplacerefs",
          "warnambiguousrefs",
          "whitespace",
          "worktree");

  /// Of drivers.
  private static final Set<String> DIFF =
      Set.of("binary", "cachetextconv", "funcname", "wordregex", "xfuncname", "algorithm");

  private static final Pattern LFS =
      Pattern.compile("git-lfs (clean|smudge|filter-process)( --skip)?( -- %f)?");

  private ReadingGitConfig() {}

  /// What such a Git is told, as variables and values of its configuration.
  public static Map<String, String> told() {
    return TOLD;
  }

  /// Whether a setting may have such a Git start a program.
  public static boolean mayStart(Entry entry) {
    return switch (entry.section()) {
      case "include", "includeif" -> false; // what it leads to counts
      case "core" -> !CORE.contains(entry.name());
      case "alias" -> entry.value().startsWith("!");
      case "diff" ->
          entry.subsection().isEmpty()
              ? entry.name().equals("external")
              : !DIFF.contains(entry.name());
      case "filter" -> !entry.name().equals("required") && !LFS.matcher(entry.value()).matches();
      case "merge" -> !entry.subsection().isEmpty() && !entry.name().equals("name");
      case "pretty", "format" -> entry.value().contains("%G");
      case "gpg" -> !entry.name().equals("format") && !entry.name().equals("mintrustlevel");
      default -> !SECTIONS.contains(entry.section());
    };
  }
}
