// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.history;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.objects.GitObjects;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.secret.GitAttributesFile;
import dev.writ.sandbox.snapshot.GitContent;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The secret files of a repository's history: Git shows a content by its object id, regardless of
/// the file's name.
final class HistorySecrets {
  /// Of more files the contents are not looked at: they count as secret.
  private static final int MOST_READ = 500;

  /// The value of an attribute by which Git shows no difference.
  private static final String HIDDEN = "unset";

  private static final String UNKNOWN = "an unknown file";

  private final GitObjects git;
  private final String below;
  private final GitAttributesFile attributes;
  private Optional<String> known = Optional.empty();

  /// @param git asks Git in the sandbox
  /// @param below where in the workspace the repository is: empty, or with a `/` at its end
  HistorySecrets(GitObjects git, String below, GitAttributesFile attributes) {
    this.attributes = attributes;
    this.git = git;
    this.below = below;
  }

  /// A secret file that the history has, or that is staged. The first finding is permanent; until
  /// then each request searches.
  ///
  /// @throws InterruptedException when interrupted
  synchronized Optional<String> any() throws InterruptedException {
    if (known.isEmpty() && git.repository().isPresent()) {
      known = found().map(path -> below + path);
    }
    return known;
  }

  /// Whether Git shows differences of a secret file of the history: the project's attributes stand
  /// above Writ's, which don't have each name of a copy.
  ///
  /// @throws InterruptedException when interrupted
  boolean areShown() throws InterruptedException {
    if (any().isEmpty()) {
      return false;
    }
    try {
      Collection<String> paths =
          git.inHistory(ProtectedNames.pathspecs()).orElse(Map.of()).values().stream()
              .filter(HistorySecrets::isSecret)
              .toList();
      return !paths.isEmpty()
          && git.attributes("diff", paths, attributes.omitting())
              .filter(Set.of(HIDDEN)::equals)
              .isEmpty();
    } catch (IOException _) {
      return true; // nobody can say
    }
  }

  /// Whether a tree of the history may have its own word on what an archive leaves out: it stands
  /// above Writ's, whatever the work tree's attributes say.
  ///
  /// @throws InterruptedException when interrupted
  boolean mayBeArchived() throws InterruptedException {
    try {
      Optional<Map<String, String>> found = git.inHistory(List.of(":(glob)**/.gitattributes"));
      if (found.isEmpty()) {
        return true;
      }
      Map<String, FileContent> contents = git.contents(found.get().keySet());
      return contents.size() < found.get().size()
          || contents.values().stream().anyMatch(one -> one.text().contains("export-ignore"));
    } catch (IOException _) {
      return true; // nobody can say
    }
  }

  /// A secret file among those that Git tracks.
  ///
  /// @param where of which paths in the workspace
  /// @throws InterruptedException when interrupted
  Optional<String> tracked(Predicate<String> where) throws InterruptedException {
    Map<String, String> named = new HashMap<>();
    for (GitContent one : git.index().since(GitIndex.NONE)) {
      if (where.test(below + one.path()) && isSecret(one.path())) {
        named.put(one.blob(), one.path());
      }
    }
    try {
      return named.isEmpty() ? Optional.empty() : secret(named).map(path -> below + path);
    } catch (IOException _) {
      return Optional.of(below + UNKNOWN);
    }
  }

  /// Whether a word of them names an object that is neither a commit nor a tag of one: a content,
  /// or a directory, whose files have lost where they lay.
  ///
  /// @param words as Git reads revisions
  /// @throws InterruptedException when interrupted
  boolean isAnyWithoutName(List<String> words) throws InterruptedException {
    if (words.isEmpty() || git.repository().isEmpty()) {
      return false;
    }
    try {
      List<String> bare = words.stream().map(word -> word + "^{}").toList();
      return git.kinds(bare)
          .map(kinds -> kinds.stream().anyMatch(HistorySecrets::isWithoutName))
          .orElse(true);
    } catch (IOException _) {
      return true;
    }
  }

  private static boolean isWithoutName(String kind) {
    return kind.equals("blob") || kind.equals("tree") || kind.endsWith(" ambiguous");
  }

  private Optional<String> found() throws InterruptedException {
    List<String> staged =
        git.index().paths(path -> isSecret(path) && !isByContent(path) && !isTestKey(path));
    if (!staged.isEmpty()) {
      return Optional.of(staged.getFirst());
    }
    try {
      Optional<Map<String, String>> named = git.inHistory(ProtectedNames.pathspecs());
      return named.isEmpty() ? Optional.of(UNKNOWN) : secret(named.get());
    } catch (IOException _) {
      return Optional.of(UNKNOWN);
    }
  }

  private Optional<String> secret(Map<String, String> named)
      throws IOException, InterruptedException {
    Map<String, String> undecided = new TreeMap<>();
    for (Map.Entry<String, String> each : named.entrySet()) {
      String path = each.getValue();
      if (isSecret(path) && !isTestKey(path)) {
        if (!isByContent(path) || undecided.size() >= MOST_READ) {
          return Optional.of(path);
        }
        undecided.put(each.getKey(), path);
      }
    }
    Map<String, FileContent> contents = git.contents(new ArrayList<>(undecided.keySet()));
    for (Map.Entry<String, String> each : undecided.entrySet()) {
      FileContent content = contents.get(each.getKey());
      if (content == null
          || ProtectedNames.isSecretContent(WorkspacePath.of(each.getValue()), content.text())) {
        return Optional.of(each.getValue());
      }
    }
    return Optional.empty();
  }

  private static boolean isSecret(String path) {
    try {
      return ProtectedNames.isSecret(WorkspacePath.of(path));
    } catch (IllegalArgumentException _) {
      return true;
    }
  }

  private static boolean isByContent(String path) {
    return ProtectedNames.isSecretByContent(WorkspacePath.of(path));
  }

  private static boolean isTestKey(String path) {
    return ProtectedNames.isTestKey(WorkspacePath.of(path));
  }
}
