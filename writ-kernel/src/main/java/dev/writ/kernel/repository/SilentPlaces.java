// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.repository;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Finds the files of whose lines no record says anything, because records are committed: those
/// that usually hold secrets, and those that Git ignores and doesn't track. Git isn't asked; what
/// it would read is read.
///
/// @param environment the variables that Writ was started with
public record SilentPlaces(GitHead head, Map<String, String> environment)
    implements Supplier<Predicate<WorkspacePath>> {
  private static final int MAX_RULES_BYTES = 1 << 20;
  private static final int MAX_INDEX_BYTES = 1 << 28;

  public SilentPlaces {
    environment = Map.copyOf(environment);
  }

  /// Finds them by what ignore files and the index say while it is used.
  @Override
  public Predicate<WorkspacePath> get() {
    IgnoredLook look = new IgnoredLook(this);
    return place -> ProtectedNames.isSecret(place) || look.ignores(place);
  }

  private static final class IgnoredLook {
    private final Optional<GitHead.Repository> repository;
    private final List<String> below;
    private final Map<WorkspacePath, IgnoreRules> rules = new HashMap<>();
    private Optional<GitIndex> index = Optional.empty();

    IgnoredLook(SilentPlaces places) {
      repository = places.head().repository();
      String path = places.head().below();
      below = path.isEmpty() ? List.of() : WorkspacePath.of(path).segments();
      repository.ifPresent(
          git -> {
            String own = new PersonalIgnores(places.environment()).lines(git.top());
            IgnoreRules general =
                IgnoreRules.NONE
                    .with(WorkspacePath.ROOT, utf8(own.getBytes(StandardCharsets.ISO_8859_1)))
                    .with(
                        WorkspacePath.ROOT,
                        text(GitHead.common(git.directory()).resolve("info/exclude")));
            rules.put(WorkspacePath.ROOT, with(general, git.top(), WorkspacePath.ROOT));
          });
    }

    boolean ignores(WorkspacePath place) {
      if (repository.isEmpty() || place.isRoot()) {
        return false;
      }
      List<String> names = new ArrayList<>(below);
      names.addAll(place.segments());
      Path top = repository.get().top();
      IgnoreRules inherited = IgnoreRules.NONE;
      for (int i = 0; i < names.size(); i++) {
        WorkspacePath directory = new WorkspacePath(names.subList(0, i));
        IgnoreRules above = inherited;
        inherited = rules.computeIfAbsent(directory, at -> with(above, top, at));
        WorkspacePath entry = new WorkspacePath(names.subList(0, i + 1));
        if (inherited.ignored(entry, i + 1 < names.size())) {
          return !isTracked(repository.get(), String.join("/", names));
        }
      }
      return false;
    }

    private static IgnoreRules with(IgnoreRules above, Path top, WorkspacePath directory) {
      try {
        return above.with(
            directory, text(top.resolve(directory.toString()).resolve(IgnoreRules.FILE)));
      } catch (InvalidPathException _) {
        return above; // a name that this machine can't write
      }
    }

    private boolean isTracked(GitHead.Repository git, String path) {
      if (index.isEmpty()) {
        index = Optional.of(index(git.directory().resolve("index")));
      }
      return index.get().isKnown() && index.get().tracks(path);
    }
  }

  private static GitIndex index(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MAX_INDEX_BYTES
          ? GitIndex.read(Files.readAllBytes(file), 0, "")
          : GitIndex.NONE;
    } catch (IOException _) {
      return GitIndex.NONE;
    }
  }

  private static String text(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MAX_RULES_BYTES
          ? utf8(Files.readAllBytes(file))
          : "";
    } catch (IOException _) {
      return ""; // nor can Git
    }
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
