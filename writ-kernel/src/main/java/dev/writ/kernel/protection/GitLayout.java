// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import dev.writ.base.scope.WorkspacePath;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The structure of a Git directory, as gitrepository-layout(5) describes it: which files are data,
/// which belong to a stopped operation. An allowlist; a name that is not on it is obeyed. Names are
/// compared exactly, so that another spelling of a name is not on it either.
public final class GitLayout {
  /// Regular files directly in a Git directory. The messages and `*_HEAD` files are in
  /// git-commit(1), git-fetch(1) and gitrevisions(7); `gc.*` in git-gc(1); `locked` is in a working
  /// tree's directory (git-worktree(1)) and `*.patch` from git-add(1).
  private static final Set<String> DATA_FILES =
      Set.of(
          "HEAD",
          "ORIG_HEAD",
          "FETCH_HEAD",
          "AUTO_MERGE", // a merge's result of a conflict, for comparison; no operation continues
          // from it
          "packed-refs",
          "packed-refs.new",
          "index",
          "shallow",
          "description",
          "COMMIT_EDITMSG",
          "TAG_EDITMSG",
          "NOTES_EDITMSG",
          "EDIT_DESCRIPTION",
          "ADD_EDIT.patch",
          "addp-hunk-edit.diff",
          "gc.log",
          "gc.pid",
          "locked");

  /// Data files whose names end in something of their own: split indexes, temporary indexes.
  private static final List<String> DATA_PREFIXES =
      List.of("sharedindex.", "sharedindex_", "index.stash.", "next-index-", "shallow_");

  /// Directories of data: refs, their logs, refs in tables, what git-fsck(1) found, and what
  /// git-rerere(1) recorded. Objects have a structure of their own.
  private static final Set<String> DATA_DIRECTORIES =
      Set.of("refs", "logs", "reftable", "lost-found", "rr-cache");

  /// Directories of git-lfs that hold data.
  private static final Set<String> LFS_DIRECTORIES =
      Set.of("objects", "tmp", "incomplete", "cache", "logs");

  /// Files of `objects/info` that hold data: gitrepository-layout(5), git-commit-graph(1).
  private static final Set<String> OBJECT_INFO =
      Set.of("packs", "commit-graph", "commit-graphs", "large-object-promisors");

  /// Files of a stopped operation: gitrevisions(7), git-bisect(1), git-notes(1).
  private static final Set<String> OPERATION_FILES =
      Set.of(
          "MERGE_HEAD",
          "MERGE_MODE",
          "MERGE_MSG",
          "MERGE_RR",
          "MERGE_AUTOSTASH",
          "SQUASH_MSG",
          "CHERRY_PICK_HEAD",
          "REVERT_HEAD",
          "REBASE_HEAD",
          "BISECT_LOG",
          "BISECT_START",
          "BISECT_NAMES",
          "BISECT_TERMS",
          "BISECT_HEAD",
          "BISECT_RUN",
          "BISECT_EXPECTED_REV",
          "BISECT_ANCESTORS_OK",
          "BISECT_FIRST_PARENT",
          "NOTES_MERGE_REF",
          "NOTES_MERGE_PARTIAL",
          "rebased-patches");

  /// Directories of a stopped operation: git-rebase(1), git-am(1), git-cherry-pick(1),
  /// git-notes(1).
  private static final Set<String> OPERATION_DIRECTORIES =
      Set.of("rebase-merge", "rebase-apply", "sequencer", "NOTES_MERGE_WORKTREE");

  /// Names that lead Git to other programs or repositories; case-folded. They apply anywhere in a
  /// submodule's directory, because its name can have segments that look like another part.
  private static final Set<String> LEADING =
      Set.of("config", "config.worktree", "hooks", "commondir", "gitdir");

  /// Names that Git obeys in `info` and `objects/info`; they apply in the same way.
  private static final Set<String> INFO =
      Set.of("exclude", "attributes", "grafts", "sparse-checkout", "alternates", "http-alternates");

  private static final Set<String> CACHES = Set.of("commit-graph", "commit-graphs");

  private static final String LOCK = ".lock";
  private static final String GIT = ".git";

  private GitLayout() {}

  /// The Git directory that a place is, or is in; empty for a place of a work tree.
  public static Optional<WorkspacePath> directory(WorkspacePath place) {
    int git = place.segments().indexOf(GIT);
    return git < 0
        ? Optional.empty()
        : Optional.of(new WorkspacePath(place.segments().subList(0, git + 1)));
  }

  /// The names from its Git directory down to a place; of a place of a work tree all.
  public static List<String> below(WorkspacePath place) {
    List<String> names = place.segments();
    return names.subList(names.indexOf(GIT) + 1, names.size());
  }

  /// The role of a file or link.
  ///
  /// @param below the names from the Git directory (`.git`, a bare repository, the directory that a
  ///     `.git` file names) down to the file; for a directory the answer means nothing
  public static GitRole role(List<String> below) {
    if (below.isEmpty()) {
      return GitRole.OBEYED;
    }
    String first = below.getFirst();
    List<String> rest = below.subList(1, below.size());
    return switch (first) {
      case "modules" -> ofSubmodule(rest);
      case "worktrees" -> rest.size() < 2 ? GitRole.OBEYED : role(rest.subList(1, rest.size()));
      case "objects" -> ofObject(rest);
      case "info" -> rest.equals(List.of("refs")) ? GitRole.DATA : GitRole.OBEYED;
      case "lfs" ->
          rest.size() > 1 && LFS_DIRECTORIES.contains(rest.getFirst())
              ? GitRole.DATA
              : GitRole.OBEYED;
      default -> rest.isEmpty() ? ofFile(first) : ofDirectory(first);
    };
  }

  /// Whether a file is data.
  public static boolean isData(List<String> below) {
    return role(below) == GitRole.DATA;
  }

  /// Whether it is a ref, a log of one, or a directory of such.
  ///
  /// @param below as for [#role]
  public static boolean isRef(List<String> below) {
    return below.contains("refs") && isData(below);
  }

  /// Whether a file among a repository's objects says what Git could find out without it:
  /// git-commit-graph(1), gitformat-pack(5).
  ///
  /// @param below as for [#role]
  public static boolean isCache(List<String> below) {
    String name = below.isEmpty() ? "" : below.getLast();
    return below.contains("objects")
        && (below.stream().anyMatch(CACHES::contains)
            || name.endsWith(".bitmap")
            || name.endsWith(".rev"));
  }

  /// Whether it is in a directory of objects, of the repository or of a submodule.
  ///
  /// @param below the names below the Git directory
  public static boolean isObject(List<String> below) {
    List<String> above = below.subList(0, Math.max(0, below.indexOf("objects")));
    return below.size() > above.size()
        && below.get(above.size()).equals("objects")
        && !above.contains("refs")
        && !above.contains("logs");
  }

  /// Whether it is a file that `git init` copies from its templates, and that Git does not obey.
  ///
  /// @param below the names below the Git directory
  public static boolean isSample(List<String> below) {
    return (below.getFirst().equals("hooks") && below.getLast().endsWith(".sample"))
        || below.equals(List.of("info", "exclude"));
  }

  private static GitRole ofFile(String name) {
    if (name.endsWith(LOCK)) {
      return ofFile(name.substring(0, name.length() - LOCK.length()));
    }
    if (OPERATION_FILES.contains(name)) {
      return GitRole.OPERATION;
    }
    if (DATA_FILES.contains(name)) {
      return GitRole.DATA;
    }
    for (String prefix : DATA_PREFIXES) {
      if (name.startsWith(prefix)) {
        return GitRole.DATA;
      }
    }
    return GitRole.OBEYED;
  }

  private static GitRole ofDirectory(String name) {
    if (OPERATION_DIRECTORIES.contains(name)) {
      return GitRole.OPERATION;
    }
    return DATA_DIRECTORIES.contains(name) ? GitRole.DATA : GitRole.OBEYED;
  }

  /// Loose objects, packs, temporary objects, and some of `info`; never where else objects are.
  private static GitRole ofObject(List<String> rest) {
    if (rest.isEmpty()) {
      return GitRole.OBEYED;
    }
    String first = rest.getFirst();
    boolean data =
        switch (rest.size()) {
          case 1 -> first.startsWith("tmp_obj_") || first.equals("maintenance.lock");
          case 2 -> {
            String second = rest.get(1);
            yield first.equals("pack")
                || (first.equals("info") && isObjectInfo(second))
                || (first.length() == 2 && isHexadecimal(first) && isLoose(second))
                || first.startsWith("tmp_objdir-");
          }
          default ->
              first.startsWith("tmp_objdir-")
                  || (first.equals("pack") && rest.get(1).equals("multi-pack-index.d"))
                  || (first.equals("info") && rest.get(1).equals("commit-graphs"));
        };
    return data ? GitRole.DATA : GitRole.OBEYED;
  }

  private static boolean isObjectInfo(String name) {
    String plain = name.endsWith(LOCK) ? name.substring(0, name.length() - LOCK.length()) : name;
    return OBJECT_INFO.contains(plain) || name.startsWith("tmp_");
  }

  private static boolean isLoose(String name) {
    return name.startsWith("tmp_obj_") || isHexadecimal(name);
  }

  private static boolean isHexadecimal(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (Character.digit(name.charAt(i), 16) < 0 || name.charAt(i) > 'f') {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /// A submodule's name may have several segments, and some of them may look like parts of a Git
  /// directory. The first segment after the name's first one that does begins the part; what leads
  /// Git elsewhere counts behind it, too.
  private static GitRole ofSubmodule(List<String> rest) {
    for (int i = 1; i < rest.size(); i++) {
      String name = ObeyedNames.fold(rest.get(i));
      if (LEADING.contains(name)
          || (INFO.contains(name) && ObeyedNames.fold(rest.get(i - 1)).equals("info"))) {
        return GitRole.OBEYED;
      }
    }
    for (int i = 1; i < rest.size(); i++) {
      GitRole role = role(rest.subList(i, rest.size()));
      if (role != GitRole.OBEYED || isPart(rest.get(i))) {
        return role;
      }
    }
    return GitRole.OBEYED;
  }

  private static boolean isPart(String name) {
    return switch (name) {
      case "modules", "worktrees", "objects", "info", "lfs" -> true;
      default -> DATA_DIRECTORIES.contains(name) || OPERATION_DIRECTORIES.contains(name);
    };
  }
}
