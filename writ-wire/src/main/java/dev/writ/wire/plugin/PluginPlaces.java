// Implements: docs/spec/05-providers.md §5.4 (Plug-ins)
package dev.writ.wire.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The places where the files of a plug-in, or of another program of a person's that runs outside
/// the sandbox, must not be: directories in which models write. A writer of its program or script
/// could run any code.
public final class PluginPlaces {
  private static final int MAX_LINKS = 40;

  /// The separators of words that contain paths: `--script=PATH`, `-IPATH`, `a:b`, `file://PATH`.
  private static final Pattern DIVIDED = Pattern.compile("[=:;,@]|^-[A-Za-z](?=[/.~])");

  private static final Path START = Path.of("/");

  private final List<Path> names;

  /// @param workspace the directory in which models write
  public PluginPlaces(Path workspace) {
    List<Path> all = new ArrayList<>(List.of(workspace.toAbsolutePath().normalize()));
    try {
      all.add(workspace.toRealPath());
    } catch (IOException _) {
      // what isn't there has one name
    }
    names = List.copyOf(all);
  }

  /// The first of these words that leads into the workspace, as a program started in `/` reads it,
  /// be it by a link on its way.
  public Optional<String> inside(List<String> words) {
    return words.stream().filter(this::leadsInside).findFirst();
  }

  /// The directories of a search path that don't lead into the workspace.
  public String searched(String path) {
    return String.join(
        File.pathSeparator,
        Stream.of(path.split(File.pathSeparator, -1))
            .filter(directory -> directory.startsWith("/") && !leadsInside(directory))
            .toList());
  }

  private boolean leadsInside(String word) {
    List<String> parts = new ArrayList<>(List.of(word));
    parts.addAll(List.of(DIVIDED.split(word, -1)));
    return parts.stream().filter(part -> !part.isEmpty()).anyMatch(this::isInside);
  }

  private boolean isInside(String name) {
    try {
      return passesInside(START.resolve(name));
    } catch (InvalidPathException _) {
      return false; // no file has such a name
    } catch (IOException _) {
      return true; // what can't be followed isn't known to be elsewhere
    }
  }

  /// Follows a path name by name, so that no link on its way is missed.
  private boolean passesInside(Path path) throws IOException {
    Deque<Path> rest = new ArrayDeque<>();
    path.forEach(rest::addLast);
    Path at = START;
    int links = 0;
    while (!rest.isEmpty()) {
      Path name = rest.removeFirst();
      at = at.resolve(name).normalize();
      if (names.stream().anyMatch(at::startsWith)) {
        return true;
      }
      if (Files.isSymbolicLink(at)) {
        if (++links > MAX_LINKS) {
          throw new IOException("too many links");
        }
        Path target = Files.readSymbolicLink(at);
        List<Path> further = new ArrayList<>();
        target.forEach(further::add);
        further.reversed().forEach(rest::addFirst);
        at = target.isAbsolute() ? START : Objects.requireNonNullElse(at.getParent(), START);
      }
    }
    return false;
  }
}
