// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.objects.GitObjects;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.os.AccessList;
import dev.writ.sandbox.os.LinkTarget;
import dev.writ.sandbox.snapshot.FilePreimage;
import dev.writ.sandbox.snapshot.GitIndex;
import dev.writ.sandbox.snapshot.StatRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Backs up, within bounds, the contents that exist nowhere else, before a command runs.
public final class PreimageBackup {
  /// Limits on how much is backed up before a command runs.
  private static final int MOST_FILES = 5_000;

  private static final long MOST_BYTES = 64L << 20;
  private static final long MOST_FILE_BYTES = 8L << 20;

  /// Secrets are kept in memory only.
  private static final int MOST_SECRET_BYTES = 1 << 20;

  /// So is what leads Git to its objects: every Git command changes it.
  private static final int MOST_GIT_BYTES = 256 << 20;

  private static final String GIT = ".git";
  private static final Set<String> GIT_LEADS =
      Set.of("refs", "logs", "index", "packed-refs", "ORIG_HEAD", "FETCH_HEAD");

  private final Hands hands;
  private final GitIndex index;
  private final boolean reachable;
  private int laid;
  private long bytes;
  private int secretBytes;
  private int gitBytes;

  /// A backup for one command.
  ///
  /// @param git knows which contents Git has
  PreimageBackup(Hands hands, GitObjects git) {
    this.hands = hands;
    this.index = git.index();
    this.reachable = git.reachable();
  }

  /// What is not backed up before a command, in words.
  public static String bounds() {
    return "a file above %d MiB, more than %d MiB or %,d files in all, or not readable"
        .formatted(MOST_FILE_BYTES >> 20, MOST_BYTES >> 20, MOST_FILES);
  }

  private FilePreimage secret(WorkspacePath path, StatRow row) {
    FilePreimage content = inMemory(path, row, MOST_SECRET_BYTES - secretBytes);
    secretBytes += heldBytes(content);
    return content;
  }

  private FilePreimage ofGit(WorkspacePath path, StatRow row) {
    int most = Math.min(WorkspaceRoot.MAX_FILE_BYTES, MOST_GIT_BYTES - gitBytes);
    FilePreimage content = inMemory(path, row, most);
    gitBytes += heldBytes(content);
    return content;
  }

  private static boolean leadsGit(WorkspacePath path) {
    List<String> names = path.segments();
    int git = names.indexOf(GIT);
    return git >= 0 && git + 1 < names.size() && GIT_LEADS.contains(names.get(git + 1));
  }

  private static int heldBytes(FilePreimage content) {
    return content instanceof FilePreimage.InMemory(byte[] bytes) ? bytes.length : 0;
  }

  private FilePreimage inMemory(WorkspacePath path, StatRow row, int most) {
    if (!row.regular() || row.sizeBytes() > most) {
      return FilePreimage.LOST;
    }
    try {
      return new FilePreimage.InMemory(read(path, row, most));
    } catch (IOException _) {
      return FilePreimage.LOST;
    }
  }

  private byte[] read(WorkspacePath path, StatRow row, int limit) throws IOException {
    return row.closed() ? hands.files().readOpened(path, limit) : hands.root().read(path, limit);
  }

  /// By path is safe here: what comes of it is only compared and kept.
  private FileContent target(WorkspacePath link) throws IOException {
    return FileContent.of(LinkTarget.read(hands.root().absolute(link)));
  }

  /// Backs one place up, where that is possible and necessary.
  FilePreimage keep(WorkspacePath path, StatRow row) throws IOException {
    FilePreimage content = content(path, row);
    int permissions = row.permissions();
    // Where the group may no more than others, it doesn't matter whether that is a list's mask.
    boolean restricts = row.regular() && (permissions >> 3 & ~permissions & 7) != 0;
    Path above = hands.root().reached(path.parent());
    return restricts && AccessList.isOn(above, path.name())
        ? new FilePreimage.ListedPreimage(
            content, AccessList.closed(above, path.name(), permissions))
        : content;
  }

  private FilePreimage content(WorkspacePath path, StatRow row) throws IOException {
    Optional<String> blob = reachable ? index.blob(path.toString(), row) : Optional.empty();
    if (blob.isPresent()) {
      return new FilePreimage.InGit(blob.get());
    }
    if (ProtectedNames.isSecret(path) || hands.locator().isBlocked(path)) {
      return secret(path, row);
    }
    if (leadsGit(path)) {
      return ofGit(path, row);
    }
    boolean fits = row.sizeBytes() <= MOST_FILE_BYTES && bytes + row.sizeBytes() <= MOST_BYTES;
    if (!fits || laid >= MOST_FILES) {
      return FilePreimage.LOST;
    }
    FileContent content;
    try {
      content = row.link() ? target(path) : FileContent.of(read(path, row, (int) MOST_FILE_BYTES));
    } catch (IOException | IllegalArgumentException _) {
      return FilePreimage.LOST; // another user's: it can be removed, but not read
    }
    hands.store().layBy(content);
    laid++;
    bytes += content.size();
    return new FilePreimage.Stored(content.hash());
  }
}
