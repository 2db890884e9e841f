// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.project;

import dev.writ.kernel.policy.ProgramDirectory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds the directories of programs that a person uses: those on the search path, that of the
/// workspace's virtual environment, then those of version managers. The fixed search path of
/// commands is left out.
public final class ProgramDirectorySearch {
  /// The program directories of version managers, below the home directory.
  private static final List<String> MANAGERS =
      List.of(
          ".pyenv/shims",
          ".asdf/shims",
          ".local/share/mise/shims",
          ".rbenv/shims",
          ".volta/bin",
          ".bun/bin",
          ".deno/bin",
          "miniconda3/bin",
          "anaconda3/bin",
          "miniforge3/bin");

  /// The usual places of a project's virtual environment.
  private static final List<String> ENVIRONMENTS = List.of(".venv", "venv", "env");

  private static final String PYTHON = "python";
  private static final String NODES = ".nvm/versions/node";
  private static final String CANDIDATES = ".sdkman/candidates";

  private final Map<String, String> environment;
  private final ProgramDirectoryCheck check;
  private final Set<Path> known = new HashSet<>();

  /// @param environment the variables that the person started Writ with
  /// @param known directories that need not be found
  public ProgramDirectorySearch(
      Map<String, String> environment, ProgramDirectoryCheck check, List<Path> known) {
    this.environment = environment;
    this.check = check;
    known.forEach(path -> this.known.add(real(path)));
  }

  /// The usable directories in which programs are, in the order of the search path.
  public List<ProgramDirectory> find() {
    List<Path> candidates = new ArrayList<>();
    Arrays.stream(environment.getOrDefault("PATH", "").split(":"))
        .filter(text -> text.startsWith("/"))
        .forEach(text -> add(text, candidates));
    ENVIRONMENTS.forEach(name -> interpreter(name).ifPresent(candidates::add));
    Path home = check.home();
    MANAGERS.stream().map(home::resolve).forEach(candidates::add);
    if (candidates.stream().noneMatch(path -> path.startsWith(home.resolve(NODES)))) {
      children(home.resolve(NODES)).stream()
          .max(Comparator.comparing(ProgramDirectorySearch::version))
          .ifPresent(newest -> candidates.add(newest.resolve("bin")));
    }
    children(home.resolve(CANDIDATES))
        .forEach(candidate -> candidates.add(candidate.resolve("current/bin")));
    return candidates.stream().flatMap(path -> fresh(path).stream()).toList();
  }

  /// The directory of the programs whose Python an environment of the workspace uses. A link of the
  /// workspace says where that is, so only what looks like an installation of Python counts: else a
  /// repository could have any directory of the person's opened.
  private Optional<Path> interpreter(String environment) {
    try {
      Path python = check.workspace().resolve(environment).resolve("bin/python").toRealPath();
      return Optional.ofNullable(python.getParent()).filter(bin -> isOfPython(python, bin));
    } catch (IOException _) {
      return Optional.empty(); // no environment, or one whose Python is gone
    }
  }

  /// Whether a program is the `bin/python3.12` of an installation with its library, and not of a
  /// repository.
  private static boolean isOfPython(Path program, Path bin) {
    return program.getFileName().toString().startsWith(PYTHON)
        && bin.endsWith("bin")
        && !Files.exists(bin.resolveSibling(".git"), LinkOption.NOFOLLOW_LINKS)
        && children(bin.resolveSibling("lib")).stream()
            .filter(library -> library.getFileName().toString().startsWith(PYTHON))
            .anyMatch(library -> Files.isRegularFile(library.resolve("os.py")));
  }

  private static void add(String text, List<Path> candidates) {
    try {
      candidates.add(Path.of(text).normalize());
    } catch (InvalidPathException _) {
      // a search path may hold anything
    }
  }

  /// It, if it is usable, holds a program, and was not seen before.
  private Optional<ProgramDirectory> fresh(Path directory) {
    return check.check(directory)
                instanceof ProgramDirectoryCheck.DirectoryFinding.Usable(ProgramDirectory found)
            && children(directory).stream()
                .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file))
            && known.add(real(directory))
        ? Optional.of(found)
        : Optional.empty();
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException _) {
      return path;
    }
  }

  private static List<Path> children(Path directory) {
    List<Path> children = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
        stream.forEach(children::add);
      } catch (IOException _) {
        return List.of(); // a directory that can't be read offers nothing
      }
    }
    children.sort(Comparator.naturalOrder());
    return children;
  }

  /// `v20.1.0` as text that sorts as its numbers do.
  private static String version(Path directory) {
    StringBuilder text = new StringBuilder();
    Stream.of(directory.getFileName().toString().split("[^0-9]+"))
        .filter(part -> !part.isEmpty())
        .forEach(part -> text.append("0".repeat(Math.max(0, 8 - part.length()))).append(part));
    return text.toString();
  }
}
