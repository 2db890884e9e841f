// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Files with a single name. One that has another name (a hard link, `link(2)`) lies somewhere
/// else, too: what is appended to it changes that file.
public final class SoleName {
  private SoleName() {}

  /// Checks a file before something is appended to it.
  ///
  /// @throws FileSystemException where it has another name
  /// @throws IOException where it is missing
  public static void demand(Path file) throws IOException {
    Object names = Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
    if (names instanceof Integer number && number > 1) {
      throw new FileSystemException(
          file.getFileName().toString(),
          null,
          "it has another name elsewhere (a hard link), where Writ would write as well; give it a"
              + " content of its own: copy it, and move the copy over it");
    }
  }
}
