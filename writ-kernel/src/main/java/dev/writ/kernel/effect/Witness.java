// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.scope.IgnoreRules;
import dev.writ.kernel.scope.WorkspacePath;
import dev.writ.kernel.snapshot.Exempt;
import dev.writ.kernel.snapshot.ExemptPlaces;
import dev.writ.kernel.snapshot.GitIndex;
import dev.writ.kernel.snapshot.Preimage;
import dev.writ.kernel.snapshot.Row;
import dev.writ.kernel.snapshot.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Sees what a command changed: compares the workspace's state before and after, and sees to it
/// beforehand that old contents can be had again.
public final class Witness {
  private static final WorkspacePath RECORDS = WorkspacePath.of(Ledger.PATH).parent();

  /// What is laid by before one command: more would make it wait too long.
  private static final int MOST_FILES = 5_000;

  private static final long MOST_BYTES = 64L << 20;
  private static final long MOST_FILE_BYTES = 8L << 20;
  private static final int MAX_RULES_BYTES = 1 << 20;

  /// How many changes are held in memory at a time.
  private static final int BATCH_FILES = 200;

  private static final long BATCH_BYTES = 32L << 20;

  private final Root root;
  private final FileHand files;
  private final Store store;
  private final GitObjects git;
  private Optional<Snapshot> last = Optional.empty();

  /// A witness of that workspace.
  ///
  /// @param head finds the repository
  /// @param shelter where Git is asked for old contents
  public Witness(Hands hands, GitHead head, Programs programs, Shelter shelter) {
    this.root = hands.root();
    this.files = hands.files();
    this.store = hands.store();
    this.git = new GitObjects(hands.root(), head, programs, shelter);
  }

  /// A command is about to run.
  ///
  /// @param before the workspace as it is then
  public record Watching(Snapshot before) {}

  /// Looks before a command.
  ///
  /// @param outputs names of what its programs make, which nobody need know of
  /// @throws IOException where the workspace can't be read; then nothing may be run
  public synchronized Watching before(Set<String> outputs) throws IOException {
    ownDirectories();
    GitIndex index = git.index();
    Exempt exempt = new Exempt(above(), this::text, path -> index.tracks(path.toString()), outputs);
    Snapshot now = Snapshot.take(root.path(), exempt, last);
    Laying laying = new Laying(index, git.reachable());
    now.keep(laying::keep);
    last = Optional.of(now);
    return new Watching(now);
  }

  /// What Git tracks; nothing outside of a repository.
  GitIndex tracked() {
    return git.index();
  }

  /// Whether the workspace is in a repository.
  boolean isInRepository() {
    return git.repository().isPresent();
  }

  /// What is an output, and no record's business.
  ///
  /// @param outputs names of what the command's programs make
  synchronized Exempt rules(Set<String> outputs) {
    return exempt(git.index(), outputs);
  }

  private Exempt exempt(GitIndex index, Set<String> outputs) {
    return new Exempt(above(), this::text, path -> index.tracks(path.toString()), outputs);
  }

  /// The directories that are not compared: what Git ignores, and outputs, as far as they are
  /// there.
  ///
  /// @param obeyed finds the places that programs obey, and directories in which such places may
  ///     come to be
  /// @throws IOException where the workspace can't be read
  public List<Path> exempt(Set<String> outputs, Predicate<WorkspacePath> obeyed)
      throws IOException {
    return ExemptPlaces.of(root.path(), exempt(git.index(), outputs), obeyed).stream()
        .map(root::absolute)
        .toList();
  }

  /// Sees to it that Writ's own directories are there: where one isn't, what another session makes
  /// there while the command runs would be taken for the command's and be removed.
  private void ownDirectories() throws IOException {
    store.prepare();
    if (root.attributes(RECORDS).isEmpty()) {
      Files.createDirectories(root.absolute(RECORDS));
    }
  }

  /// The rules that hold in the workspace's root: those of the directories above it in the
  /// repository, and the repository's own list.
  private IgnoreRules above() {
    IgnoreRules rules = IgnoreRules.NONE;
    Optional<GitHead.Repository> repository = git.repository();
    if (repository.isEmpty()) {
      return rules;
    }
    Path exclude = repository.get().directory().resolve("info/exclude");
    return outside(exclude)
        .map(text -> IgnoreRules.NONE.with(WorkspacePath.ROOT, text))
        .orElse(rules);
  }

  private static Optional<String> outside(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MAX_RULES_BYTES
          ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private Optional<String> text(WorkspacePath file) {
    try {
      return Optional.of(new String(root.read(file, MAX_RULES_BYTES), StandardCharsets.UTF_8));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Lays by what can be had nowhere else, within bounds.
  private final class Laying {
    private final GitIndex index;
    private final boolean reachable;
    private int laid;
    private long bytes;

    Laying(GitIndex index, boolean reachable) {
      this.index = index;
      this.reachable = reachable;
    }

    Preimage keep(WorkspacePath path, Row row) {
      Optional<String> blob = reachable ? index.blob(path.toString(), row) : Optional.empty();
      if (blob.isPresent()) {
        return new Preimage.InGit(blob.get());
      }
      boolean fits = row.sizeBytes() <= MOST_FILE_BYTES && bytes + row.sizeBytes() <= MOST_BYTES;
      if (!fits || laid >= MOST_FILES) {
        return Preimage.LOST;
      }
      try {
        Content content = Content.of(root.read(path, (int) MOST_FILE_BYTES));
        store.layBy(content);
        laid++;
        bytes += content.size();
        return new Preimage.Stored(content.hash());
      } catch (IOException | IllegalArgumentException _) {
        return Preimage.LOST; // unreadable for us, and so for the command
      }
    }
  }

  /// Gets changes, some at a time.
  @FunctionalInterface
  public interface Sink {
    /// Deals with some changes.
    ///
    /// @throws IOException where it can't; the rest are then not told
    void changes(List<Change> some) throws IOException;
  }

  /// Looks after a command, and tells what it changed. Files whose content is the same are not
  /// told.
  ///
  /// @throws IOException where the workspace can't be read
  /// @throws InterruptedException when interrupted
  public synchronized void after(Watching watching, Sink sink)
      throws IOException, InterruptedException {
    Snapshot now = watching.before().again();
    last = Optional.of(now);
    List<Snapshot.Difference> batch = new ArrayList<>();
    long bytes = 0;
    for (Snapshot.Difference difference : watching.before().difference(now)) {
      batch.add(difference);
      bytes += size(difference.before()) + size(difference.after());
      if (batch.size() >= BATCH_FILES || bytes >= BATCH_BYTES) {
        tell(batch, sink);
        batch.clear();
        bytes = 0;
      }
    }
    tell(batch, sink);
  }

  private static long size(Optional<Row> row) {
    return row.map(Row::sizeBytes).orElse(0L);
  }

  private void tell(List<Snapshot.Difference> differences, Sink sink)
      throws IOException, InterruptedException {
    List<String> blobs = new ArrayList<>();
    for (Snapshot.Difference difference : differences) {
      if (difference.preimage() instanceof Preimage.InGit(String blob)) {
        blobs.add(blob);
      }
    }
    Map<String, Content> fromGit = git.contents(blobs);
    List<Change> changes = new ArrayList<>();
    for (Snapshot.Difference difference : differences) {
      FileState before = before(difference, fromGit);
      FileState after = after(difference);
      if (!before.equals(after)) {
        changes.add(new Change(difference.path(), before, after));
      }
    }
    if (!changes.isEmpty()) {
      sink.changes(changes);
    }
  }

  /// Where a directory was, there may be a link or a file by now: then nothing is below it.
  private FileState after(Snapshot.Difference difference) throws IOException {
    return difference.after().isEmpty() ? new FileState.Absent() : files.state(difference.path());
  }

  private FileState before(Snapshot.Difference difference, Map<String, Content> fromGit)
      throws IOException {
    if (difference.before().isEmpty()) {
      return new FileState.Absent();
    }
    Row row = difference.before().get();
    Optional<Content> content =
        switch (difference.preimage()) {
          case Preimage.Stored(String hash) -> store.get(hash);
          case Preimage.InGit(String blob) ->
              // Filters may make a file of another content than Git's: then it isn't the old one.
              Optional.ofNullable(fromGit.get(blob)).filter(c -> c.size() == row.sizeBytes());
          case Preimage.Lost() -> Optional.empty();
        };
    return content
        .<FileState>map(FileState.Present::new)
        .orElseGet(() -> new FileState.Unusable(notKept(difference.path(), row)));
  }

  private static ToolError notKept(WorkspacePath path, Row row) {
    return row.regular()
        ? new ToolError(ErrorCode.IO_ERROR, "The old content of " + path + " was not kept")
        : new ToolError(ErrorCode.NOT_A_FILE, path + " was no regular file");
  }
}
