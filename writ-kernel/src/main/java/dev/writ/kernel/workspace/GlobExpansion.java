// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.CommandWord;
import dev.writ.command.language.ProgramInvocation;
import dev.writ.command.language.Redirection;
import dev.writ.command.language.WordExpansion;
import dev.writ.command.unwrap.ReadOnlyPrograms;
import dev.writ.kernel.call.PathLocation;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;

/// Expands patterns inside the workspace, by handles: `*`, `?` and classes within one name, names
/// that begin with a dot only where the pattern does.
public final class GlobExpansion {
  /// The most paths that one pattern may become.
  public static final int MAX_MATCHES = 10_000;

  private final WorkspaceRoot root;
  private final PathLocator locator;
  private final String home;

  /// @param home the person's home directory
  public GlobExpansion(WorkspaceRoot root, PathLocator locator, String home) {
    this.root = root;
    this.locator = locator;
    this.home = home;
  }

  /// A pattern matches more than is expanded.
  public static final class TooManyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyException(String pattern) {
      super(pattern + " matches more than " + MAX_MATCHES + " paths; name fewer");
    }
  }

  /// Expands for commands that run in a directory.
  ///
  /// @param workingDirectory relative to the workspace, as it was given
  public WordExpansion in(String workingDirectory) {
    return new WordExpansion() {
      @Override
      public List<String> glob(CommandWord.Pattern pattern, String directory) {
        String base = directory.isEmpty() ? workingDirectory : workingDirectory + "/" + directory;
        return expanded(pattern, base);
      }

      @Override
      public String home() {
        return home;
      }

      @Override
      public String place() {
        return root.path().resolve(workingDirectory).normalize().toString();
      }

      @Override
      public boolean mayChange(CommandLine line) {
        return line.commands().stream().anyMatch(GlobExpansion::mayChange);
      }
    };
  }

  private static boolean mayChange(Command command) {
    List<String> argv = command.argv();
    return !(ReadOnlyPrograms.judge(argv.getFirst(), argv.subList(1, argv.size()))
            instanceof ProgramInvocation.Harmless)
        || command.redirections().stream().anyMatch(GlobExpansion::makesFile);
  }

  private static boolean makesFile(Redirection redirection) {
    return redirection instanceof Redirection.OutputRedirection output
        && !output.target().plain().equals("/dev/null");
  }

  private List<String> expanded(CommandWord.Pattern pattern, String base) {
    NamePattern whole = NamePattern.of(pattern);
    List<NamePattern> names = whole.split();
    List<String> found = List.of("");
    boolean matched = false;
    for (int i = 0; i < names.size(); i++) {
      NamePattern name = names.get(i);
      String end = i + 1 < names.size() ? "/" : "";
      List<String> next = new ArrayList<>();
      for (String prefix : found) {
        if (!name.isPlain()) {
          match(prefix, name, end, base, next);
        } else if (!matched || exists(prefix + name.text(), base)) {
          // Also "", "." and "..": what they lead to is judged where the path is located.
          next.add(prefix + name.text() + end);
        }
      }
      matched |= !name.isPlain();
      if (next.size() > MAX_MATCHES) {
        throw new TooManyException(pattern.plain());
      }
      found = next;
    }
    return found;
  }

  private void match(String prefix, NamePattern name, String end, String base, List<String> into) {
    for (String candidate : names(base, prefix)) {
      if (name.matches(candidate)) {
        into.add(prefix + candidate + end);
        if (into.size() > MAX_MATCHES) {
          return;
        }
      }
    }
  }

  private boolean exists(String path, String base) {
    try {
      return locator.locate(from(base, path))
              instanceof PathLocation.Inside(String _, var place, var _)
          && root.attributes(place).isPresent();
    } catch (IOException _) {
      return false;
    }
  }

  private static String from(String base, String path) {
    return path.startsWith("/") ? path : base + "/" + path;
  }

  private List<String> names(String base, String prefix) {
    String directory = from(base, prefix);
    if (!(locator.locate(directory)
        instanceof PathLocation.Inside(String _, WorkspacePath place, var _))) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    try {
      return root.in(
          place,
          open -> {
            open.forEach(entry -> names.add(entry.getFileName().toString()));
            names.sort(null);
            return names;
          });
    } catch (NotDirectoryException _) {
      return List.of();
    } catch (IOException | DirectoryIteratorException _) {
      return List.of(); // what can't be listed matches nothing
    }
  }
}
