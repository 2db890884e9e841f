// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.code;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.direnv.DirenvFile;
import dev.writ.kernel.protection.ObedienceRule;
import dev.writ.kernel.protection.ObeyedName;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The places that direnv obeys because an `.envrc` names them: one in their directory, above it,
/// or where something was looked for before. What one said in this session goes on to count: a
/// command that works in the workspace itself may have changed it.
public final class DirenvPlaces {
  private static final long MAX_BYTES = 256 * 1024;

  private final WorkspaceRoot root;
  private final Map<Path, Map<String, DirenvFile>> seen;
  private final EarlierContent before;
  private final Set<Path> known = new HashSet<>();

  /// @param seen what was read in this session, by directory and text
  /// @param before what files held that are judged now
  public DirenvPlaces(
      WorkspaceRoot root, Map<Path, Map<String, DirenvFile>> seen, EarlierContent before) {
    this.root = root;
    this.seen = seen;
    this.before = before;
    after(root.path());
  }

  /// The name for which a change of that place asks.
  public synchronized Optional<ObeyedName> find(WorkspacePath place) {
    Path path = root.absolute(place);
    for (DirenvFile file : after(path.getParent())) {
      if (file.names(path)) {
        String source = file.directory().resolve(DirenvFile.NAME).toString();
        return Optional.of(
            new ObeyedName(ObedienceRule.ASKS, place.toString(), "direnv (.envrc)", source));
      }
    }
    return Optional.empty();
  }

  /// Whether a place that is named lies below a directory.
  public synchronized boolean holds(WorkspacePath directory) {
    Path path = root.absolute(directory);
    return after(path).stream().anyMatch(file -> file.namesBelow(path));
  }

  /// Reads the one that a place is, if it wasn't read.
  public synchronized void look(WorkspacePath place) {
    after(root.absolute(place).getParent());
  }

  /// All that are known, once a directory and those above it were looked at.
  private List<DirenvFile> after(@Nullable Path directory) {
    for (Path at = directory; at != null && known.add(at); at = at.getParent()) {
      look(at);
    }
    synchronized (seen) {
      return seen.isEmpty()
          ? List.of()
          : seen.values().stream().flatMap(each -> each.values().stream()).toList();
    }
  }

  private void look(Path directory) {
    Path file = directory.resolve(DirenvFile.NAME);
    now(file).ifPresent(text -> add(directory, text));
    if (directory.startsWith(root.path())) {
      String place = root.path().relativize(file).toString();
      earlier(WorkspacePath.of(place)).ifPresent(text -> add(directory, text));
    }
  }

  private void add(Path directory, String text) {
    synchronized (seen) {
      seen.computeIfAbsent(directory, _ -> new LinkedHashMap<>())
          .computeIfAbsent(text, _ -> DirenvFile.of(directory, text).with(DirenvPlaces::target));
    }
  }

  /// Where a link leads.
  private static Path target(Path file) {
    try {
      return Files.isSymbolicLink(file) ? file.toRealPath() : file;
    } catch (IOException _) {
      return file;
    }
  }

  private static Optional<String> now(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES
          ? Optional.of(text(Files.readAllBytes(file)))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private Optional<String> earlier(WorkspacePath place) {
    try {
      return before.of(place).filter(bytes -> bytes.length <= MAX_BYTES).map(DirenvPlaces::text);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
