// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.objects;

import dev.writ.kernel.repository.GitHead;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;

/// What a sparse checkout (git-sparse-checkout(1)) leaves out of the work tree: the project has
/// it, and whoever looks at the work tree alone takes it for absent. No program is run, and where
/// no checkout was ever sparse, only that is looked at.
public final class SparseCheckout {
  private static final int MAX_INDEX_BYTES = 512 * 1024 * 1024;

  private final GitHead head;
  private FileTime read = FileTime.fromMillis(0);
  private GitIndex index = GitIndex.NONE;

  /// @param head of the repository that holds the workspace
  public SparseCheckout(GitHead head) {
    this.head = head;
  }

  /// Those of some files of the workspace that the repository has, or may have, and the work tree
  /// hasn't.
  ///
  /// @throws IOException if the index can't be read
  public synchronized List<String> leftOut(List<String> files) throws IOException {
    Optional<GitHead.Repository> repository = head.repository();
    if (repository.isEmpty()
        || !Files.exists(repository.get().directory().resolve("info/sparse-checkout"))) {
      return List.of();
    }
    Path root = repository.get().top().resolve(head.below());
    List<String> absent =
        files.stream()
            .filter(file -> !Files.exists(root.resolve(file), LinkOption.NOFOLLOW_LINKS))
            .toList();
    if (!absent.isEmpty()) {
      refresh(repository.get());
    }
    return absent.stream().filter(index::leavesOut).toList();
  }

  private void refresh(GitHead.Repository repository) throws IOException {
    Path file = repository.directory().resolve("index");
    if (!Files.isRegularFile(file) || Files.size(file) > MAX_INDEX_BYTES) {
      index = GitIndex.NONE;
      return;
    }
    FileTime now = Files.getLastModifiedTime(file);
    if (!now.equals(read)) {
      String below = head.below();
      index = GitIndex.read(Files.readAllBytes(file), 0, below.isEmpty() ? "" : below + "/");
      read = now;
    }
  }
}
