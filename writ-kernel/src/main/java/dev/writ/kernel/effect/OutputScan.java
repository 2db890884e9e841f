// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import dev.writ.kernel.sandbox.DirectoryHandle;
import dev.writ.kernel.sandbox.DirectoryHandle.Entry;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;

/// Looks through a new directory of outputs, whether it can be moved as a whole: only files, links
/// and directories, nothing that Git could take for a repository, nothing that shares its content
/// with a file elsewhere or runs as somebody else.
final class OutputScan {
  private static final String GIT = ".git";

  /// What a repository has at its top (gitrepository-layout(5)).
  private static final List<String> REPOSITORY = List.of("head", "objects", "refs");

  private static final List<String> LINKED = List.of("head", "commondir");

  private long files;

  private OutputScan() {}

  /// How many files are in it; empty where it has to be judged entry by entry.
  static OptionalLong files(DirectoryHandle directory) throws IOException {
    OutputScan scan = new OutputScan();
    return scan.isPlain(directory, 0) ? OptionalLong.of(scan.files) : OptionalLong.empty();
  }

  private boolean isPlain(DirectoryHandle directory, int depth) throws IOException {
    if (depth > ViewReader.MAX_DEPTH || hasRedirect(directory)) {
      return false;
    }
    Set<String> names = new HashSet<>();
    for (Entry entry : directory.entries()) {
      String name = entry.name().toLowerCase(Locale.ROOT);
      names.add(name);
      boolean known = entry.isFile() || entry.isLink() || entry.isDirectory();
      boolean shared = entry.isFile() && entry.links() > 1;
      if (!known || shared || entry.setsId() || name.equals(GIT)) {
        return false;
      }
      if (entry.isDirectory()) {
        try (DirectoryHandle below = directory.child(entry.name())) {
          if (!isPlain(below, depth + 1)) {
            return false;
          }
        }
      } else {
        files++;
      }
    }
    return !names.containsAll(REPOSITORY) && !names.containsAll(LINKED);
  }

  private static boolean hasRedirect(DirectoryHandle directory) {
    return ViewReader.PREFIXES.stream()
        .anyMatch(prefix -> directory.attribute(prefix + "redirect").isPresent());
  }
}
