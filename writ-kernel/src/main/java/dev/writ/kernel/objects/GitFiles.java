// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.objects;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.objects.GitObjectReader.GitObject;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The files of commits. Git in a sandbox reads the objects ([GitObjectReader]), which are
/// verified; commits and trees are read here.
public final class GitFiles {
  /// How many commits are read with the first one, and at most with a later one.
  private static final int FIRST_AHEAD = 16;

  private static final int MOST_AHEAD = 1024;

  /// How many files are read together.
  private static final int MOST_PATHS = 200;

  /// How much is remembered.
  private static final long MOST_BYTES = 24L * 1024 * 1024;

  private final GitHead head;
  private final GitObjectReader reader;
  private final Map<String, GitObject> known = new HashMap<>();
  private long knownBytes;

  /// The commits with the paths that were read ahead.
  private final Set<String> asked = new HashSet<>();

  private int ahead = FIRST_AHEAD;

  /// The repository that HEAD is read from.
  ///
  /// @param shelter where Git runs; asked for at the first question
  public GitFiles(
      WorkspaceRoot root,
      GitHead head,
      ProgramEnvironment programs,
      Supplier<SessionSandbox> shelter) {
    this.head = head;
    this.reader = new GitObjectReader(root.path(), head, programs, shelter);
  }

  /// A path as a commit has it.
  public sealed interface CommittedState {
    /// It had that content.
    record Blob(FileContent content) implements CommittedState {}

    /// It had no such file.
    record Missing() implements CommittedState {}

    /// The answer is unknown.
    record Unreadable() implements CommittedState {}
  }

  /// A commit, as far as attribution needs it.
  ///
  /// @param time of the committer, in seconds since 1970
  public record Commit(String id, String tree, List<String> parents, long time) {
    public Commit {
      parents = List.copyOf(parents);
    }
  }

  /// The commit that is checked out; empty if there is none.
  public Optional<String> checkedOut() {
    return head.revision().known() ? Optional.of(head.revision().id()) : Optional.empty();
  }

  /// A file as it was in a commit.
  public CommittedState at(String commit, WorkspacePath path) {
    try {
      readAhead(commit, below(path));
      Optional<Commit> found = commit(commit);
      return found.isEmpty() ? new CommittedState.Unreadable() : in(found.get().tree(), path);
    } catch (IOException _) {
      return new CommittedState.Unreadable();
    }
  }

  private CommittedState in(String tree, WorkspacePath path) throws IOException {
    Optional<String> id = blob(tree, path);
    if (id.isEmpty()) {
      return new CommittedState.Missing();
    }
    Optional<GitObject> blob = object(id.get());
    return blob.isPresent() && blob.get().kind().equals("blob")
        ? new CommittedState.Blob(FileContent.of(blob.get().bytes()))
        : new CommittedState.Unreadable();
  }

  /// The id of a tree's object at a path of the workspace; empty if it has none.
  ///
  /// @throws IOException if a tree can't be read
  public Optional<String> blob(String tree, WorkspacePath path) throws IOException {
    String at = tree;
    for (String segment : below(path).split("/", -1)) {
      Optional<GitObject> item = object(at);
      if (item.isEmpty()) {
        throw new IOException("the object " + at + " is not there");
      }
      Optional<String> next =
          item.get().kind().equals("tree") ? entry(item.get().bytes(), segment) : Optional.empty();
      if (next.isEmpty()) {
        return Optional.empty();
      }
      at = next.get();
    }
    return Optional.of(at);
  }

  /// The path from the top of the working tree.
  private String below(WorkspacePath path) {
    String prefix = head.below();
    return prefix.isEmpty() ? path.toString() : prefix + "/" + path;
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

  /// A commit by its id; empty if it is not there.
  ///
  /// @throws IOException if the repository is damaged
  public Optional<Commit> commit(String id) throws IOException {
    Optional<GitObject> item = object(id);
    if (item.isEmpty() || !item.get().kind().equals("commit")) {
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

  /// An object by its id; empty if the repository has none that has this id.
  private Optional<GitObject> object(String id) throws IOException {
    if (!GitObjectReader.isId(id)) {
      return Optional.empty();
    }
    if (!known.containsKey(id)) {
      try {
        remember(reader.objects(List.of(id)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while Git was asked for " + id, e);
      }
    }
    return Optional.ofNullable(known.get(id));
  }

  /// Reads these files of a commit and of some before it together.
  ///
  /// @throws IOException if Git can't be run
  public void expect(String commit, List<WorkspacePath> paths) throws IOException {
    for (int from = 0; from < paths.size(); from += MOST_PATHS) {
      List<WorkspacePath> some = paths.subList(from, Math.min(paths.size(), from + MOST_PATHS));
      readAhead(commit, FIRST_AHEAD, some.stream().map(this::below).toList());
    }
  }

  /// Reads a commit with many of its ancestors and with their entries at that path: a request for
  /// one is followed by requests for its parents.
  private void readAhead(String commit, String path) throws IOException {
    if (!asked.contains(commit + " " + path)) {
      readAhead(commit, ahead, List.of(path));
      ahead = Math.min(MOST_AHEAD, ahead * 4);
    }
  }

  private void readAhead(String commit, int most, List<String> paths) throws IOException {
    if (!GitObjectReader.isId(commit)) {
      return;
    }
    try {
      Map<String, GitObject> history = reader.history(commit, most, paths);
      paths.forEach(path -> asked.add(commit + " " + path));
      history.forEach(
          (id, item) -> {
            if (item.kind().equals("commit")) {
              paths.forEach(path -> asked.add(id + " " + path));
            }
          });
      remember(history);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while Git was asked for " + commit, e);
    }
  }

  private void remember(Map<String, GitObject> items) {
    if (knownBytes > MOST_BYTES) {
      known.clear();
      knownBytes = 0;
    }
    known.putAll(items);
    items.values().forEach(item -> knownBytes += item.bytes().length);
  }
}
