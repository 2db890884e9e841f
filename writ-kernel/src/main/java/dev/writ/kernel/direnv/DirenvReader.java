// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.direnv;

import dev.writ.kernel.direnv.DirenvFile.NamedPlaces;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;

/// Finds the places that the words of an `.envrc` name. Behind commands that take places each word
/// is one; of other programs' words each may be a file, and those with a dot or a slash may be
/// anywhere. Where such a place can't be known, every word of the text counts.
final class DirenvReader {
  /// What a word is.
  private enum Meaning {
    /// A text, which may have a file's name in it.
    TEXT,
    /// Something that a program is told.
    WORD,
    /// A file that is read.
    FILE,
    /// A file with settings, or a directory with one.
    SETTINGS,
    /// A file that is looked for upwards.
    UPWARDS,
    /// A directory that is found in a search path.
    TREE,
    /// A directory with Python's modules.
    MODULES,
    /// A directory with `bin` and `lib`.
    PREFIX,
    /// A directory that is gone to.
    BASE,
    /// The name of a variable that gets directories.
    NAME
  }

  private static final Map<String, Meaning> COMMANDS =
      Map.ofEntries(
          Map.entry("source", Meaning.FILE),
          Map.entry("source_env", Meaning.FILE),
          Map.entry("source_env_if_exists", Meaning.FILE),
          Map.entry("dotenv", Meaning.SETTINGS),
          Map.entry("dotenv_if_exists", Meaning.SETTINGS),
          Map.entry("watch_file", Meaning.WORD),
          Map.entry("direnv_apply_dump", Meaning.FILE),
          Map.entry("MANPATH_add", Meaning.WORD),
          Map.entry("find_up", Meaning.UPWARDS),
          Map.entry("source_up", Meaning.UPWARDS),
          Map.entry("source_up_if_exists", Meaning.UPWARDS),
          Map.entry("PATH_add", Meaning.TREE),
          Map.entry("watch_dir", Meaning.TREE),
          Map.entry("load_prefix", Meaning.PREFIX),
          Map.entry("path_add", Meaning.NAME),
          Map.entry("cd", Meaning.BASE),
          Map.entry("pushd", Meaning.BASE));

  /// Words before a command.
  private static final Set<String> BEFORE =
      Set.of(
          ("if then else elif do while until ! { time builtin command exec eval strict_env"
                  + " unstrict_env")
              .split(" ", -1));

  /// Commands that run nothing and read no file.
  private static final Set<String> HARMLESS =
      Set.of(
          ("echo printf log_status log_error has test [ [[ : true false return exit set shopt export"
                  + " declare typeset local readonly unset env_vars_required"
                  + " for select case in alias unalias type which hash mkdir rm touch"
                  + " chmod date sleep uname whoami hostname umask ulimit popd PATH_rm path_rm"
                  + " direnv_version on_git_branch log_debug")
              .split(" ", -1));

  /// What package managers fill: a project's own code.
  private static final Set<String> INSTALLED = Set.of("node_modules", ".venv", "venv");

  private static final String SEPARATORS = "\"'`;|&()<>,=:!#";

  private static final String GLOB = "*?[";

  private final Path directory;
  private final List<Path> bases = new ArrayList<>();
  private final Set<Path> files = new HashSet<>();
  private final Set<Path> trees = new HashSet<>();
  private final Set<Path> modules = new HashSet<>();
  private final Set<PlacePattern> patterns = new HashSet<>();
  private boolean unknown;

  DirenvReader(Path directory) {
    this.directory = directory;
    bases.add(directory);
  }

  NamedPlaces read(String text) {
    List<List<String>> commands = new ArrayList<>(ShellSketch.commands(text));
    for (int i = 0; i < commands.size(); i++) {
      commands.addAll(given(commands.get(i)));
    }
    ShellValues values = new ShellValues(directory.getNameCount(), commands);
    for (List<String> command : commands) {
      List<String> words = values.of(command);
      command(words);
      given(words).forEach(inner -> command(values.of(inner)));
    }
    if (unknown) {
      StringTokenizer words = new StringTokenizer(text, SEPARATORS + "$[]{}*? \t\r\n");
      while (words.hasMoreTokens()) {
        every(words.nextToken());
      }
    }
    return new NamedPlaces(files, trees, modules, patterns);
  }

  /// The commands that a command is given as a text.
  private static List<List<String>> given(List<String> command) {
    return command.isEmpty() || HARMLESS.contains(command.getFirst())
        ? List.of()
        : command.stream()
            .filter(word -> word.indexOf(' ') > 0)
            .flatMap(word -> ShellSketch.commands(word).stream())
            .toList();
  }

  /// The same with `use` and `layout` as the functions that they call.
  private static List<String> joined(List<String> words) {
    List<String> joined = new ArrayList<>(words);
    for (String caller : List.of("use", "layout")) {
      int at = joined.indexOf(caller);
      if (at >= 0 && at + 1 < joined.size()) {
        joined.set(at, caller + "_" + joined.remove(at + 1));
      }
    }
    return joined;
  }

  private void command(List<String> command) {
    List<String> words = joined(command);
    Meaning meaning = Meaning.WORD;
    boolean first = true;
    boolean runs = false;
    String before = "";
    for (String word : words) {
      int name = ShellValues.assigned(word);
      Meaning taken = COMMANDS.get(word);
      if (name > 0 && (first || meaning == Meaning.TEXT)) {
        take(ofVariable(word.substring(0, name)), word.substring(word.indexOf('=') + 1));
      } else if (first && (word.equals(".") || taken != null)) {
        meaning = taken == null ? Meaning.FILE : taken;
        first = false;
      } else if (first && !BEFORE.contains(word)) {
        runs = !HARMLESS.contains(word);
        meaning = runs ? Meaning.WORD : Meaning.TEXT;
        first = false;
        take(meaning, word);
      } else if (taken != null && runs) {
        meaning = taken;
      } else if (meaning == Meaning.NAME) {
        Meaning led = ofVariable(word);
        boolean plain = ShellValues.assigned(word + "=") == word.length();
        meaning = led == Meaning.TEXT ? (plain ? Meaning.FILE : Meaning.TREE) : led;
      } else if (!first) {
        take(meaning, word);
        if (before.equals("-m")) {
          take(Meaning.TREE, word.replace('.', '/'));
          take(Meaning.FILE, word.replace('.', '/') + ".py");
        }
      }
      before = word;
    }
    if (runs) {
      evaluated(words);
    }
  }

  private static Meaning ofVariable(String name) {
    if (name.equals(CodeVariables.MODULES)) {
      return Meaning.MODULES;
    }
    if (CodeVariables.holdsCommand(name)) {
      return Meaning.WORD;
    }
    return CodeVariables.leadToCode(name) ? Meaning.TREE : Meaning.TEXT;
  }

  /// What the programs of a command evaluate: beside the file, above it, and where a word leads.
  private void evaluated(List<String> words) {
    Set<String> names = new HashSet<>();
    words.forEach(word -> names.addAll(ProjectPrograms.evaluatedBy(word)));
    if (names.isEmpty()) {
      return;
    }
    Set<Path> places = new HashSet<>();
    for (String word : words) {
      if (!word.startsWith("-")) {
        pieces(word).forEach(piece -> places.addAll(at(piece)));
      }
    }
    for (Path at = directory; at != null; at = at.getParent()) {
      places.add(at);
    }
    for (Path at : places) {
      names.forEach(name -> add(at.resolve(name), name.endsWith("/") ? trees : files));
    }
  }

  private void take(Meaning meaning, String word) {
    for (String piece : pieces(word)) {
      boolean place = piece.indexOf('.') >= 0 || piece.indexOf('/') >= 0;
      if (place || (meaning != Meaning.TEXT && !word.startsWith("-"))) {
        place(meaning, piece);
      }
    }
  }

  /// The parts of a word that may be paths.
  private static List<String> pieces(String word) {
    List<String> pieces = new ArrayList<>();
    int brace = word.indexOf('{');
    String open =
        brace < 0
            ? word
            : word.substring(0, brace) + "*" + word.substring(word.lastIndexOf('}') + 1);
    StringTokenizer tokens = new StringTokenizer(open, SEPARATORS + " \t\r\n");
    while (tokens.hasMoreTokens()) {
      String piece = tokens.nextToken();
      int path = Math.max(0, firstOf(piece, "./"));
      pieces.add(piece.startsWith("-") ? piece.substring(path) : piece);
    }
    pieces.replaceAll(piece -> piece.startsWith("~+/") ? "." + piece.substring(2) : piece);
    pieces.removeIf(piece -> piece.startsWith(ShellSketch.ELSEWHERE));
    return pieces;
  }

  private static int firstOf(String text, String characters) {
    for (int i = 0; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private void place(Meaning meaning, String piece) {
    if (firstOf(piece, GLOB) >= 0) {
      if (meaning != Meaning.TEXT) {
        pattern(meaning, piece);
      }
      return;
    }
    for (Path place : at(piece)) {
      switch (meaning) {
        case TEXT, WORD, NAME, FILE -> add(place, files);
        case SETTINGS -> {
          add(place, files);
          add(place.resolve(".env"), files);
        }
        case UPWARDS -> {
          for (Path at = directory; at != null; at = at.getParent()) {
            add(resolve(at, piece), files);
          }
        }
        case TREE -> add(place, trees);
        case MODULES -> add(place, modules);
        case PREFIX ->
            List.of("bin", "lib", "include").forEach(name -> add(place.resolve(name), trees));
        case BASE -> {
          add(place, files);
          bases.add(place);
        }
      }
    }
  }

  /// A place of which a part isn't known. Where that is the first, what follows may be in the
  /// directory itself.
  private void pattern(Meaning meaning, String piece) {
    int glob = firstOf(piece, GLOB);
    int slash = piece.lastIndexOf('/', glob);
    int next = piece.indexOf('/', glob);
    String name = piece.substring(slash + 1, next < 0 ? piece.length() : next);
    String start = piece.substring(slash + 1, glob);
    String end = name.substring(lastOf(name, "*?]") + 1);
    boolean nothing = start.isEmpty() && end.isEmpty();
    for (Path parent : at(piece.substring(0, slash + 1))) {
      if (!nothing) {
        patterns.add(new PlacePattern(parent, start, end));
      } else if (!directory.startsWith(parent)) {
        add(parent, trees);
      } else {
        unknown |= meaning != Meaning.WORD && meaning != Meaning.BASE;
        if (next > 0) {
          place(meaning, piece.substring(next + 1));
        }
      }
    }
  }

  private static int lastOf(String text, String characters) {
    int last = -1;
    for (int i = 0; i < text.length(); i++) {
      last = characters.indexOf(text.charAt(i)) >= 0 ? i : last;
    }
    return last;
  }

  /// A word of the text, wherever it stands: also as a part of a path.
  private void every(String text) {
    String word = text.startsWith("-") || text.startsWith("/") ? text.substring(1) : text;
    if (word.startsWith("/") || BEFORE.contains(word) || COMMANDS.containsKey(word)) {
      return;
    }
    for (int i = 0; i >= 0; i = word.indexOf('/', i + 1)) {
      String part = i == 0 ? word : word.substring(i + 1);
      at(part).forEach(place -> add(place, trees));
    }
  }

  private List<Path> at(String piece) {
    return bases.stream().map(base -> resolve(base, piece)).toList();
  }

  private Path resolve(Path base, String piece) {
    try {
      return base.resolve(piece).normalize();
    } catch (InvalidPathException _) {
      return directory;
    }
  }

  /// Not the directory itself, nor what holds it: then every change would be of what is named.
  private void add(Path place, Set<Path> places) {
    boolean installed = false;
    for (Path name : place) {
      installed |= INSTALLED.contains(name.toString());
    }
    if (!installed && !directory.startsWith(place)) {
      places.add(place);
    }
  }
}
