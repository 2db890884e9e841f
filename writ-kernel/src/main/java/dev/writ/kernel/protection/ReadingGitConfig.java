// Implements: docs/spec/08-authority-and-packs.md §8.1 (Authority levels (ordered, non-inheriting))
package dev.writ.kernel.protection;

import dev.writ.kernel.protection.GitConfigText.GitConfigEntry;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Knows the Git settings by which a Git that only reads, without network and terminal, starts no
/// program (git-config(1)). In the sections that Git reads then an allowlist: whatever is not in it
/// may name one.
public final class ReadingGitConfig {
  /// The environment settings of such a Git, which override all files: settings of these names in
  /// files start nothing.
  private static final Map<String, String> TOLD =
      Map.of(
          "core.fsmonitor", "false",
          "core.hooksPath", "/dev/null",
          "diff.submodule", "short",
          "log.showSignature", "false",
          "safe.bareRepository", "explicit");

  /// A variable for such a Git: it does not fetch missing contents.
  public static final Map<String, String> VARIABLES = Map.of("GIT_NO_LAZY_FETCH", "1");

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
          "log",
          "mailmap",
          "maintenance",
          "mergetool",
          "notes",
          "pack",
          "pull",
          "push",
          "rebase",
          "receive",
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

  /// By what Git calls the programs of any other section: of one that it doesn't know it reads
  /// nothing, and those of other tools have settings in it, too.
  private static final Pattern PROGRAM_NAMES =
      Pattern.compile(
          "(?:command|cmd|program|helper)$|^(?:path|process|driver|external)$"
              + "|textconv|hook|browser|viewer");

  /// Of drivers.
  private static final Set<String> DIFF =
      Set.of("binary", "cachetextconv", "funcname", "wordregex", "xfuncname", "algorithm");

  private static final Pattern LFS =
      Pattern.compile("git-lfs (clean|smudge|filter-process)( --skip)?( -- %f)?");

  /// The programs that git-lfs starts itself.
  private static final Pattern LFS_PROGRAMS =
      Pattern.compile("(?i)^[.]?(extension|customtransfer)[.]|standalonetransferagent");

  /// Those of a remote, by which a content is fetched that is to be shown.
  private static final Set<String> REMOTE_PROGRAMS = Set.of("uploadpack", "receivepack", "vcs");

  /// Whose addresses are lines of commands (`ext::`), and all.
  private static final Set<String> TRANSPORTS = Set.of("", "ext");

  private ReadingGitConfig() {}

  /// The settings of such a Git, as variables and values of its configuration.
  public static Map<String, String> told() {
    return TOLD;
  }

  /// Whether a setting has Git fetch contents when it is to show them, which starts programs also
  /// without a network.
  public static boolean fetchesLater(GitConfigEntry entry) {
    return entry.name().equals("promisor") || entry.key().equals("extensions.partialclone");
  }

  /// Whether a setting names a program for fetching that is of no use for anything else.
  public static boolean startsToFetch(GitConfigEntry entry) {
    return entry.key().equals("core.sshcommand")
        || (entry.section().equals("credential") && entry.name().equals("helper"));
  }

  /// Whether a setting names a program that Git starts when it takes a file over into its objects.
  public static boolean startsToStore(GitConfigEntry entry) {
    boolean storing =
        switch (entry.section()) {
          case "filter" -> !entry.name().equals("smudge");
          case "lfs" -> true;
          default -> false;
        };
    return storing && mayStart(entry);
  }

  /// Whether a setting may have such a Git start a program.
  public static boolean mayStart(GitConfigEntry entry) {
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
      case "lfs" -> LFS_PROGRAMS.matcher(entry.subsection() + "." + entry.name()).find();
      case "protocol" -> !entry.value().equals("never") && TRANSPORTS.contains(entry.subsection());
      case "remote" -> REMOTE_PROGRAMS.contains(entry.name());
      case "pretty", "format" -> entry.value().contains("%G");
      case "gpg" -> !entry.name().equals("format") && !entry.name().equals("mintrustlevel");
      default -> !SECTIONS.contains(entry.section()) && PROGRAM_NAMES.matcher(entry.name()).find();
    };
  }
}
