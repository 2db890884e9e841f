// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.repository;

import dev.writ.records.ledger.LedgerEntry.RepositoryRevision;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads a repository's checked-out commit from its plain files. It runs no program, because a
/// repository's own configuration can make Git run others, and no such configuration is obeyed
/// before a person trusts it.
public final class GitHead {
  private static final int MAX_BYTES = 1024 * 1024;
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  private final Path workspace;

  /// Looks from a workspace upwards.
  public GitHead(Path workspace) {
    this.workspace = workspace;
  }

  /// The commit that HEAD names.
  public RepositoryRevision revision() {
    return gitDirectory()
        .map(git -> text(git.resolve("HEAD")).flatMap(head -> commit(git, head)))
        .map(id -> new RepositoryRevision(/* repository= */ true, id.orElse("")))
        .orElse(RepositoryRevision.NONE);
  }

  /// The branch that HEAD names; empty when detached or outside a repository.
  public Optional<String> branch() {
    return gitDirectory()
        .flatMap(git -> text(git.resolve("HEAD")))
        .filter(head -> head.startsWith("ref: refs/heads/"))
        .map(head -> head.substring("ref: refs/heads/".length()));
  }

  /// The length of Git's log of HEAD, in bytes; 0 if Git keeps none.
  public long logLength() {
    return log().map(Path::toFile).map(File::length).orElse(0L);
  }

  /// The additions to that record since that length.
  public String logSince(long length) throws IOException {
    Optional<Path> log = log();
    if (log.isEmpty() || logLength() <= length) {
      return "";
    }
    try (SeekableByteChannel channel = Files.newByteChannel(log.get())) {
      channel.position(length);
      ByteBuffer added = ByteBuffer.allocate(MAX_BYTES);
      while (added.hasRemaining() && channel.read(added) >= 0) {
        // a channel may give only some of it at a time
      }
      return new String(added.array(), 0, added.position(), StandardCharsets.ISO_8859_1);
    }
  }

  private Optional<Path> log() {
    return gitDirectory().map(git -> git.resolve("logs/HEAD")).filter(Files::isRegularFile);
  }

  /// The directory that Git keeps the repository in, or a working tree's part of it.
  Optional<Path> gitDirectory() {
    return repository().map(Repository::directory);
  }

  /// A repository around the workspace.
  ///
  /// @param top where its working tree begins
  public record Repository(Path top, Path directory) {}

  /// The repository that the workspace is in.
  public Optional<Repository> repository() {
    for (Path at = workspace; at != null; at = at.getParent()) {
      Path git = at.resolve(".git");
      if (Files.isDirectory(git)) {
        return Optional.of(new Repository(at, git));
      }
      Optional<String> pointer = text(git).filter(t -> t.startsWith("gitdir: "));
      if (pointer.isPresent()) {
        String directory = pointer.get().substring("gitdir: ".length());
        return Optional.of(new Repository(at, at.resolve(directory).normalize()));
      }
      if (isRepository(at)) {
        return Optional.of(new Repository(at, at));
      }
    }
    return Optional.empty();
  }

  /// Whether a directory is what a `.git` is elsewhere: of a repository without a working tree, or
  /// of one that is apart from it.
  private static boolean isRepository(Path directory) {
    return Files.isDirectory(directory.resolve("objects"))
        && Files.isDirectory(directory.resolve("refs"))
        && Files.exists(directory.resolve("HEAD"));
  }

  /// The path of the workspace below the top of its working tree, with `/`; empty at the top.
  public String below() {
    return repository().map(r -> r.top().relativize(workspace).toString()).orElse("");
  }

  /// The repository's first working tree; the repository itself if it has none.
  Optional<String> whole() {
    return gitDirectory()
        .map(GitHead::common)
        .map(git -> git.endsWith(".git") ? git.resolveSibling("").normalize() : git)
        .map(Path::toString);
  }

  /// The directory that a working tree's own part of a repository shares with all others.
  public static Path common(Path git) {
    return text(git.resolve("commondir")).map(c -> git.resolve(c).normalize()).orElse(git);
  }

  private static Optional<String> commit(Path git, String head) {
    if (!head.startsWith("ref: ")) {
      return valid(head);
    }
    String ref = head.substring("ref: ".length());
    if (ref.contains("..") || !ref.startsWith("refs/")) {
      return Optional.empty();
    }
    Path common = common(git);
    return text(git.resolve(ref))
        .or(() -> text(common.resolve(ref)))
        .flatMap(GitHead::valid)
        .or(() -> packed(common, ref));
  }

  private static Optional<String> packed(Path common, String ref) {
    return text(common.resolve("packed-refs")).stream()
        .flatMap(String::lines)
        .filter(line -> line.endsWith(" " + ref))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .findFirst()
        .flatMap(GitHead::valid);
  }

  private static Optional<String> valid(String id) {
    return COMMIT.matcher(id).matches() ? Optional.of(id) : Optional.empty();
  }

  private static Optional<String> text(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
        return Optional.empty();
      }
      return Optional.of(
          new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).stripTrailing());
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
