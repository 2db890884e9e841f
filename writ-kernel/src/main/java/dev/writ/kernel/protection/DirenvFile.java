// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.function.UnaryOperator;

/// What an `.envrc` reads and puts in front of the search path, as far as its words say it
/// (direnv-stdlib(1)). Every word with a dot or a slash may be a file that it reads; what these
/// files read in their turn is not looked for.
///
/// @param directory where it lies
/// @param files what it may read, as absolute paths
/// @param trees directories whose programs it finds first, and what its tools keep
/// @param readsSettings whether it reads a `.env`, perhaps one whose name it makes up
public record DirenvFile(Path directory, Set<Path> files, List<Path> trees, boolean readsSettings) {
  /// Its name.
  public static final String NAME = ".envrc";

  private static final String SETTINGS = ".env";

  private static final List<String> EXAMPLES = List.of(".example", ".sample", ".template", ".dist");

  private static final String SEPARATORS = " \t\"'`;|&()<>,=$:!#";

  /// What stands beside the directories of a search path.
  private static final Set<String> PATH = Set.of("PATH", "PATH_add", "path_add", "export");

  /// What package managers fill: a project's own code.
  private static final Set<String> INSTALLED = Set.of("node_modules", ".venv", "venv");

  /// What `use flake`, `use nix`, `use devenv` and `use devbox` evaluate.
  private static final List<String> EVALUATED =
      List.of(
          "flake.nix",
          "flake.lock",
          "shell.nix",
          "default.nix",
          "devenv.nix",
          "devenv.local.nix",
          "devenv.yaml",
          "devenv.lock",
          "devbox.json",
          "devbox.lock");

  private static final List<String> EVALUATORS = List.of("nix", "flake", "devenv", "devbox");

  public DirenvFile {
    files = Set.copyOf(files);
    trees = List.copyOf(trees);
  }

  /// Reads one.
  public static DirenvFile of(Path directory, String text) {
    List<Path> files = new ArrayList<>();
    List<Path> trees = new ArrayList<>();
    String here = text.replace("${PWD}", ".").replace("$PWD", ".").replace("$(pwd)", ".");
    here.lines().map(DirenvFile::code).forEach(line -> read(line, directory, files, trees));
    return new DirenvFile(directory, Set.copyOf(files), trees, here.contains("dotenv"));
  }

  /// The same with the places to which its files lead.
  public DirenvFile with(UnaryOperator<Path> target) {
    Set<Path> both = new HashSet<>(files);
    files.stream().map(target).forEach(both::add);
    return new DirenvFile(directory, both, trees, readsSettings);
  }

  /// A line without a comment.
  private static String code(String line) {
    int comment = line.startsWith("#") ? 0 : line.indexOf(" #");
    return comment < 0 ? line.strip() : line.substring(0, comment).strip();
  }

  private static void read(String line, Path directory, List<Path> files, List<Path> trees) {
    List<String> words = words(line);
    boolean path = words.contains("PATH_add") || words.contains("PATH");
    boolean evaluates =
        words.stream().anyMatch(word -> word.equals("use") || word.startsWith("use_"))
            && EVALUATORS.stream().anyMatch(line::contains);
    for (String word : words) {
      Path place = place(directory, word);
      if (path && !PATH.contains(word)) {
        add(place, directory, trees);
      }
      if (word.indexOf('.') >= 0 || word.indexOf('/') >= 0) {
        add(place, directory, files);
        if (evaluates) {
          EVALUATED.forEach(name -> files.add(place.resolve(name)));
        }
      }
    }
    if (evaluates) {
      EVALUATED.forEach(name -> files.add(directory.resolve(name)));
      trees.add(directory.resolve(".devenv"));
      trees.add(directory.resolve(".devbox"));
    }
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(line, SEPARATORS);
    while (tokens.hasMoreTokens()) {
      words.add(tokens.nextToken());
    }
    return words;
  }

  private static Path place(Path directory, String word) {
    try {
      return directory.resolve(word).normalize();
    } catch (InvalidPathException _) {
      return directory;
    }
  }

  /// Not the directory itself, nor what holds it: then every change would be of what is named.
  private static void add(Path place, Path directory, List<Path> places) {
    boolean installed = false;
    for (Path name : place) {
      installed |= INSTALLED.contains(name.toString());
    }
    if (!installed && !directory.startsWith(place)) {
      places.add(place);
    }
  }

  /// Whether it reads a place, or puts it in front of the search path.
  public boolean names(Path place) {
    return files.contains(place)
        || trees.stream().anyMatch(place::startsWith)
        || (directory.equals(place.getParent()) && isBeside(place));
  }

  /// Whether a file beside it has a name that it may make up.
  private boolean isBeside(Path place) {
    String name = ObeyedNames.fold(String.valueOf(place.getFileName()));
    return EXAMPLES.stream().noneMatch(name::endsWith)
        && (name.startsWith(NAME + ".")
            || (readsSettings && (name.equals(SETTINGS) || name.startsWith(SETTINGS + "."))));
  }

  /// Whether a place that it names lies below a directory.
  public boolean namesBelow(Path directory) {
    return files.stream().anyMatch(file -> isBelow(file, directory))
        || trees.stream().anyMatch(tree -> isBelow(tree, directory))
        || this.directory.startsWith(directory);
  }

  private static boolean isBelow(Path place, Path directory) {
    return place.startsWith(directory) && !place.equals(directory);
  }
}
