// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.policy.Guarded;
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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
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

  /// Secrets are kept in memory only.
  private static final int MOST_SECRET_BYTES = 1 << 20;

  private final Hands hands;
  private final Root root;
  private final Store store;
  private final GitObjects git;
  private final PersonsIgnoreFiles ignoreFiles;
  private Optional<Snapshot> last = Optional.empty();

  /// A witness of that workspace.
  ///
  /// @param head finds the repository
  /// @param shelter where Git is asked for old contents
  public Witness(Hands hands, GitHead head, Programs programs, Shelter shelter) {
    this.hands = hands;
    this.root = hands.root();
    this.store = hands.store();
    this.ignoreFiles = new PersonsIgnoreFiles(root, store);
    this.git = new GitObjects(hands.root(), head, programs, shelter);
  }

  /// A command is about to run.
  ///
  /// @param before the workspace as it is then
  /// @param outputs names of what its programs make
  public record Watching(Snapshot before, Set<String> outputs) {}

  /// Looks before a command.
  ///
  /// @param outputs names of what its programs make, which nobody need know of
  /// @throws IOException where the workspace can't be read; then nothing may be run
  public synchronized Watching before(Set<String> outputs) throws IOException {
    ownDirectories();
    GitIndex index = git.index();
    Exempt exempt = exempt(index, outputs);
    Snapshot now = Snapshot.take(root.path(), exempt, last);
    Laying laying = new Laying(index, git.reachable());
    now.keep(laying::keep);
    last = Optional.of(now);
    return new Watching(now, outputs);
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
  ///
  /// @throws IOException where the ledger can't be read
  synchronized Exempt rules(Set<String> outputs) throws IOException {
    return exempt(git.index(), outputs);
  }

  private Exempt exempt(GitIndex index, Set<String> outputs) throws IOException {
    ignoreFiles.refresh();
    return new Exempt(above(), ignoreFiles, path -> index.tracks(path.toString()), outputs);
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

  /// Lays by what can be had nowhere else, within bounds.
  private final class Laying {
    private final GitIndex index;
    private final boolean reachable;
    private int laid;
    private long bytes;
    private long secretBytes;

    Laying(GitIndex index, boolean reachable) {
      this.index = index;
      this.reachable = reachable;
    }

    private Preimage inMemory(WorkspacePath path, Row row) {
      if (!row.regular() || secretBytes + row.sizeBytes() > MOST_SECRET_BYTES) {
        return Preimage.LOST;
      }
      try {
        byte[] content = root.read(path, MOST_SECRET_BYTES);
        secretBytes += content.length;
        return new Preimage.InMemory(content);
      } catch (IOException _) {
        return Preimage.LOST;
      }
    }

    /// By path is safe here: what comes of it is only compared and kept.
    private Content target(WorkspacePath link) throws IOException {
      Path target = Files.readSymbolicLink(root.absolute(link));
      return Content.of(target.toString().getBytes(StandardCharsets.UTF_8));
    }

    Preimage keep(WorkspacePath path, Row row) throws IOException {
      Optional<String> blob = reachable ? index.blob(path.toString(), row) : Optional.empty();
      if (blob.isPresent()) {
        return new Preimage.InGit(blob.get());
      }
      if (Guarded.isSecret(path)) {
        return inMemory(path, row);
      }
      boolean fits = row.sizeBytes() <= MOST_FILE_BYTES && bytes + row.sizeBytes() <= MOST_BYTES;
      if (!fits || laid >= MOST_FILES) {
        return Preimage.LOST;
      }
      Content content;
      try {
        content = row.link() ? target(path) : Content.of(root.read(path, (int) MOST_FILE_BYTES));
      } catch (IOException | IllegalArgumentException _) {
        return Preimage.LOST; // unreadable for us, and so for the command
      }
      store.layBy(content);
      laid++;
      bytes += content.size();
      return new Preimage.Stored(content.hash());
    }
  }

  /// Notes a command that is about to run, for the case that this process is killed.
  ///
  /// @param about whose command it is
  /// @param mark the file that gets a content when this process was killed
  /// @throws IOException where that can't be done; then nothing may be run
  public PendingCommand note(Json.Obj about, Optional<Path> mark, Watching watching)
      throws IOException {
    return PendingCommand.note(hands, about, mark, watching);
  }

  /// Looks after a command whose process was killed.
  ///
  /// @param until when it was; what is younger is somebody else's
  /// @throws IOException where the workspace can't be read, or the look before
  public synchronized Comparison after(PendingCommand command, Optional<Instant> until)
      throws IOException {
    Exempt exempt = exempt(git.index(), command.outputs());
    List<Snapshot.Difference> differences = new ArrayList<>();
    Optional<Snapshot> before = command.before(root.path(), exempt);
    if (before.isPresent()) {
      differences.addAll(before.get().difference(before.get().again()));
    }
    if (until.isPresent()) {
      long end = ChronoUnit.NANOS.between(Instant.EPOCH, until.get());
      differences.removeIf(one -> one.after().filter(is -> is.changed() > end).isPresent());
    }
    return new Comparison(hands, git, differences);
  }

  /// Looks after a command.
  ///
  /// @throws IOException where the workspace can't be read
  public synchronized Comparison after(Watching watching) throws IOException {
    Snapshot now = watching.before().again();
    last = Optional.of(now);
    return new Comparison(hands, git, watching.before().difference(now));
  }
}
