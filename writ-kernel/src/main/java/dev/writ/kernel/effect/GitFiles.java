// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.InflaterInputStream;

/// What commits had, out of the repository's plain files: loose objects and packs, also those that
/// a worktree or a clone borrows. No program is run and no configuration is read, so that nothing
/// of the repository can run anything.
public final class GitFiles {
  private static final int MOST_ALTERNATES = 8;
  private static final int MAX_LIST_BYTES = 1 << 16;
  private static final int SHA1_DIGITS = 40;
  private static final List<String> KINDS = List.of("commit", "tree", "blob", "tag");

  private final GitHead head;
  private Optional<Objects> objects = Optional.empty();

  private record Objects(List<Path> places, List<GitPack> packs, String prefix) {}

  /// The repository that HEAD is read from.
  public GitFiles(GitHead head) {
    this.head = head;
  }

  /// What a commit says of a path.
  public sealed interface Found {
    /// It had that content.
    record Blob(Content content) implements Found {}

    /// It had no such file.
    record Missing() implements Found {}

    /// It can't be told.
    record Unreadable() implements Found {}
  }

  /// A commit, as far as attribution needs it.
  ///
  /// @param time of the committer, in seconds since 1970
  public record Commit(String id, String tree, List<String> parents, long time) {
    public Commit {
      parents = List.copyOf(parents);
    }
  }

  /// The commit that is checked out; empty where there is none.
  public Optional<String> checkedOut() {
    return head.revision().known() ? Optional.of(head.revision().id()) : Optional.empty();
  }

  /// A file as it was in a commit.
  public Found at(String commit, WorkspacePath path) {
    try {
      Optional<Commit> found = commit(commit);
      return found.isEmpty() ? new Found.Unreadable() : in(found.get().tree(), path);
    } catch (IOException _) {
      return new Found.Unreadable();
    }
  }

  private Found in(String tree, WorkspacePath path) throws IOException {
    Optional<String> id = blob(tree, path);
    if (id.isEmpty()) {
      return new Found.Missing();
    }
    Optional<GitPack.Item> blob = object(id.get());
    return blob.isPresent() && blob.get().kind() == 3
        ? new Found.Blob(Content.of(blob.get().bytes()))
        : new Found.Unreadable();
  }

  /// The id of what a tree has at a path of the workspace; empty where it has nothing.
  ///
  /// @throws IOException where a tree can't be read
  public Optional<String> blob(String tree, WorkspacePath path) throws IOException {
    List<String> segments = new ArrayList<>();
    String prefix = objects().prefix();
    if (!prefix.isEmpty()) {
      segments.addAll(List.of(prefix.split("/", -1)));
    }
    segments.addAll(path.segments());
    String at = tree;
    for (String segment : segments) {
      Optional<GitPack.Item> item = object(at);
      if (item.isEmpty()) {
        throw new IOException("the object " + at + " is not there");
      }
      Optional<String> next =
          item.get().kind() == 2 ? entry(item.get().bytes(), segment) : Optional.empty();
      if (next.isEmpty()) {
        return Optional.empty();
      }
      at = next.get();
    }
    return Optional.of(at);
  }

  private static Optional<String> entry(byte[] tree, String name) {
    int idBytes = tree.length == 0 ? 20 : idBytes(tree);
    int at = 0;
    while (at < tree.length) {
      int space = find(tree, at, (byte) ' ');
      int end = find(tree, space + 1, (byte) 0);
      if (end + 1 + idBytes > tree.length) {
        return Optional.empty();
      }
      String entry = new String(tree, space + 1, end - space - 1, StandardCharsets.UTF_8);
      if (entry.equals(name)) {
        byte[] id = Arrays.copyOfRange(tree, end + 1, end + 1 + idBytes);
        return Optional.of(HexFormat.of().formatHex(id));
      }
      at = end + 1 + idBytes;
    }
    return Optional.empty();
  }

  /// Whether a tree's ids have 20 bytes or 32: only one of them divides it into entries.
  private static int idBytes(byte[] tree) {
    int at = 0;
    while (at < tree.length) {
      int end = find(tree, at, (byte) 0);
      boolean mode = at < tree.length && tree[at] >= '1' && tree[at] <= '7';
      if (!mode || end + 21 > tree.length) {
        return 32;
      }
      at = end + 21;
    }
    return 20;
  }

  private static int find(byte[] bytes, int from, byte wanted) {
    int at = from;
    while (at < bytes.length && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  /// A commit by its id; empty where it is not there.
  ///
  /// @throws IOException where the repository is damaged
  public Optional<Commit> commit(String id) throws IOException {
    Optional<GitPack.Item> item = object(id);
    if (item.isEmpty() || item.get().kind() != 1) {
      return Optional.empty();
    }
    String tree = "";
    long time = 0;
    List<String> parents = new ArrayList<>();
    String text = new String(item.get().bytes(), StandardCharsets.UTF_8);
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (line.isEmpty()) {
        break;
      }
      int space = line.indexOf(' ');
      String value = line.substring(space + 1);
      switch (space < 0 ? "" : line.substring(0, space)) {
        case "tree" -> tree = value;
        case "parent" -> parents.add(value);
        case "committer" -> time = time(value);
        default -> {}
      }
    }
    return Optional.of(new Commit(id, tree, parents, time));
  }

  private static long time(String committer) {
    String[] words = committer.split(" ", -1);
    try {
      return words.length < 2 ? 0 : Long.parseLong(words[words.length - 2]);
    } catch (NumberFormatException _) {
      return 0;
    }
  }

  /// An object that has that id: what a repository of strangers says is verified.
  private Optional<GitPack.Item> object(String id) throws IOException {
    Optional<GitPack.Item> item = object(id, 0);
    if (item.isPresent() && !id(item.get(), id.length()).equals(id)) {
      throw new IOException("an object is not what its id says: " + id);
    }
    return item;
  }

  private static String id(GitPack.Item item, int digits) {
    try {
      MessageDigest digest = MessageDigest.getInstance(digits == SHA1_DIGITS ? "SHA-1" : "SHA-256");
      String head = KINDS.get(item.kind() - 1) + " " + item.bytes().length + "\0";
      digest.update(head.getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(item.bytes()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has both
    }
  }

  private Optional<GitPack.Item> object(String id, int deltas) throws IOException {
    byte[] bytes;
    try {
      bytes = HexFormat.of().parseHex(id);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
    if (bytes.length != 20 && bytes.length != 32) {
      return Optional.empty();
    }
    for (Path place : objects().places()) {
      Path loose = place.resolve(id.substring(0, 2)).resolve(id.substring(2));
      if (Files.isRegularFile(loose)) {
        return Optional.of(loose(loose));
      }
    }
    try {
      for (GitPack pack : objects().packs()) {
        Optional<GitPack.Item> item =
            pack.get(bytes, (base, on) -> object(HexFormat.of().formatHex(base), on), deltas);
        if (item.isPresent()) {
          return item;
        }
      }
    } catch (BufferUnderflowException e) {
      throw new IOException("a pack is damaged", e);
    }
    return Optional.empty();
  }

  private static GitPack.Item loose(Path file) throws IOException {
    try (InputStream in = new InflaterInputStream(Files.newInputStream(file))) {
      byte[] bytes = in.readNBytes(Root.MAX_FILE_BYTES);
      int end = find(bytes, 0, (byte) 0);
      String kind = new String(bytes, 0, Math.min(end, 8), StandardCharsets.US_ASCII);
      int number =
          kind.startsWith("commit ")
              ? 1
              : kind.startsWith("tree ") ? 2 : kind.startsWith("blob ") ? 3 : 4;
      return new GitPack.Item(
          number, Arrays.copyOfRange(bytes, Math.min(end + 1, bytes.length), bytes.length));
    }
  }

  private Objects objects() throws IOException {
    if (objects.isEmpty()) {
      objects = Optional.of(opened());
    }
    return objects.get();
  }

  private Objects opened() throws IOException {
    Optional<GitHead.Repository> repository = head.repository();
    if (repository.isEmpty()) {
      throw new IOException("there is no repository");
    }
    Path directory = repository.get().directory();
    Path common =
        list(directory.resolve("commondir")).stream()
            .findFirst()
            .map(directory::resolve)
            .orElse(directory);
    List<Path> places = new ArrayList<>();
    places.add(common.resolve("objects"));
    for (int i = 0; i < places.size() && places.size() < MOST_ALTERNATES; i++) {
      for (String line : list(places.get(i).resolve("info/alternates"))) {
        places.add(places.get(i).resolve(line).normalize());
      }
    }
    int idBytes =
        list(common.resolve("config")).stream()
                .anyMatch(
                    line -> line.strip().replace(" ", "").equalsIgnoreCase("objectformat=sha256"))
            ? 32
            : 20;
    List<GitPack> packs = new ArrayList<>();
    for (Path place : places) {
      Path folder = place.resolve("pack");
      if (Files.isDirectory(folder)) {
        try (DirectoryStream<Path> indexes = Files.newDirectoryStream(folder, "*.idx")) {
          for (Path idx : indexes) {
            packs.add(new GitPack(idx, idBytes));
          }
        }
      }
    }
    return new Objects(places, packs, head.below());
  }

  private static List<String> list(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) > MAX_LIST_BYTES) {
      return List.of();
    }
    return Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList();
  }
}
