// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.objects;

import dev.writ.base.value.FileContent;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Git's knowledge of a workspace, or of a repository in it: its index, read from its file, and
/// contents by their object ids ([GitObjectReader]).
public final class GitObjects {
  private final Path root;
  private final GitHead head;
  private final GitObjectReader reader;
  private final IndexFile index;

  public GitObjects(Path root, GitHead head, ProgramEnvironment programs, SessionSandbox sandbox) {
    this.root = root;
    this.head = head;
    this.index = new IndexFile(root, head);
    this.reader = new GitObjectReader(root, head, programs, () -> sandbox);
  }

  /// The tracked files now.
  public GitIndex index() {
    return index.now();
  }

  /// The workspace's files that the checked out commit has and the index doesn't, with the
  /// directories that hold them.
  ///
  /// @throws IOException if Git can't be run
  /// @throws InterruptedException when interrupted
  public Set<String> unstaged() throws IOException, InterruptedException {
    String below = head.repository().map(is -> IndexFile.below(is.top(), root)).orElse("");
    Set<String> paths = new HashSet<>();
    for (String path : reader.unstaged().orElse("").split("\0", -1)) {
      for (int end = path.startsWith(below) ? path.length() : 0;
          end > below.length() && paths.add(path.substring(below.length(), end));
          end = path.lastIndexOf('/', end - 1)) {}
    }
    return paths;
  }

  /// The top of the working tree, if the workspace is in one.
  public Optional<GitHead.Repository> repository() {
    return head.repository();
  }

  /// Whether contents are available: the sandbox shows only the workspace.
  public boolean reachable() {
    return head.repository().filter(r -> r.directory().startsWith(root)).isPresent();
  }

  /// The files of these names that the history has: the ids of their contents with their paths from
  /// the top of the working tree.
  ///
  /// @param patterns of paths, as Git reads them
  /// @return empty if it is unknown
  /// @throws IOException if Git can't be run
  /// @throws InterruptedException when interrupted
  public Optional<Map<String, String>> inHistory(List<String> patterns)
      throws IOException, InterruptedException {
    return reader.named(patterns).map(GitObjects::namesById);
  }

  private static Map<String, String> namesById(String lines) {
    Map<String, String> names = new HashMap<>();
    for (String line : lines.split("\n", -1)) {
      int space = line.indexOf(' ');
      if (space > 0 && space + 1 < line.length()) {
        names.put(line.substring(0, space), line.substring(space + 1));
      }
    }
    return names;
  }

  /// The values that an attribute has for these paths (gitattributes(5)).
  ///
  /// @param below a file of attributes that those of the project stand above
  /// @return empty if they are unknown
  /// @throws IOException if Git can't be run
  /// @throws InterruptedException when interrupted
  public Optional<Set<String>> attributes(String name, Collection<String> paths, Path below)
      throws IOException, InterruptedException {
    return reader.attribute(name, paths, below).map(GitObjects::values);
  }

  private static Set<String> values(String answer) {
    String[] parts = answer.split("\0", -1);
    return IntStream.range(0, parts.length / 3)
        .mapToObj(i -> parts[3 * i + 2])
        .collect(Collectors.toSet());
  }

  /// The kinds of the objects that words name: `commit`, `tree`, `blob`, or otherwise the reason
  /// why none.
  ///
  /// @return in the order of the words; empty if it is unknown
  /// @throws IOException if Git can't be run
  /// @throws InterruptedException when interrupted
  public Optional<List<String>> kinds(List<String> words) throws IOException, InterruptedException {
    return reader.kinds(words).map(lines -> lines.lines().toList());
  }

  /// The contents of objects, as far as Git has them.
  ///
  /// @throws InterruptedException when interrupted
  public Map<String, FileContent> contents(Collection<String> ids)
      throws IOException, InterruptedException {
    Map<String, FileContent> contents = new HashMap<>();
    for (Map.Entry<String, GitObjectReader.GitObject> item : reader.objects(ids).entrySet()) {
      if (item.getValue().kind().equals("blob")) {
        contents.put(item.getKey(), FileContent.of(item.getValue().bytes()));
      }
    }
    return contents;
  }
}
