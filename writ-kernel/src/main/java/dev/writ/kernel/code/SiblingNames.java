// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.code;

import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The names in the directories that a line's words name, each directory read once: a line may have
/// thousands of words, and each could stand for files with several endings.
final class SiblingNames {
  /// More in one directory take longer to read than some names to look up.
  private static final int MOST_NAMES = 1_000;

  private final WorkspaceRoot root;
  private final PathLocator locator;
  private final Map<String, Optional<Set<String>>> known = new HashMap<>();

  SiblingNames(WorkspaceRoot root, PathLocator locator) {
    this.root = root;
    this.locator = locator;
  }

  /// Whether the directory of a path may have that name; also where nobody can tell.
  ///
  /// @param path as the line has it
  /// @param ending what follows the path's last part, such as `.js`, `/index.js`
  boolean mayHave(String path, String ending) {
    int slash = path.lastIndexOf('/');
    String last = path.substring(slash + 1);
    String name = last + ending.substring(0, ending.lastIndexOf('/') == 0 ? 0 : ending.length());
    if (last.isEmpty() || last.equals(".") || last.equals("..") || !isPlain(name)) {
      return true;
    }
    return known
        .computeIfAbsent(slash < 0 ? "." : path.substring(0, slash + 1), this::read)
        .map(names -> names.contains(name.toLowerCase(Locale.ROOT)))
        .orElse(true);
  }

  /// Whether no file system writes it in two ways but for the case.
  private static boolean isPlain(String name) {
    return name.chars().allMatch(c -> c < 0x80);
  }

  private Optional<Set<String>> read(String directory) {
    if (!(locator.locate(directory) instanceof PathLocation.Inside inside)) {
      return Optional.empty();
    }
    Set<String> names = new HashSet<>();
    try {
      return root.in(
          inside.path(),
          entries -> {
            for (Path entry : entries) {
              names.add(entry.getFileName().toString().toLowerCase(Locale.ROOT));
              if (names.size() > MOST_NAMES) {
                return Optional.empty();
              }
            }
            return Optional.of(names);
          });
    } catch (NoSuchFileException _) {
      return Optional.of(Set.of());
    } catch (IOException | DirectoryIteratorException _) {
      return Optional.empty();
    }
  }
}
