// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.protection;

import dev.writ.sandbox.snapshot.GitContent;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// What an index newly says about how files look (gitformat-index(5)). Git believes that a file
/// that looks so has the content of its entry: where that is not true, a person's change is not
/// seen, and the next checkout overwrites it.
public final class IndexedLooks {
  private IndexedLooks() {}

  /// The entries that look as they didn't before, and whose files have another content; a filter
  /// of Git's may have made it (gitattributes(5)).
  ///
  /// @param file where the index stands
  /// @param files finds the file of a path
  /// @throws IOException where one can't be read
  public static List<GitContent> doubtful(
      Path file, GitIndex index, GitIndex before, Function<String, Path> files) throws IOException {
    long written = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).to(TimeUnit.SECONDS);
    List<GitContent> doubtful = new ArrayList<>();
    for (GitContent one : index.looked(before, files, written)) {
      if (!ObjectId.of(files.apply(one.path()), one.blob().length()).equals(one.blob())) {
        doubtful.add(one);
      }
    }
    return doubtful;
  }
}
