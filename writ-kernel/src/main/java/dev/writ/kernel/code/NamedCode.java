// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.code;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.JudgedCode;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.program.PackRequirements;
import dev.writ.kernel.workspace.DirectoryDigest;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The files of the workspace that the words of a line name, and those that its programs take by
/// themselves, with their contents: the code of the workspace that a program would run or obey, as
/// far as the line shows. A line is judged with the present contents, and runs only with these.
///
/// @param root the workspace, or the view that the line works in
/// @param packs say what programs take by themselves
public record NamedCode(WorkspaceRoot root, PathLocator locator, PackRequirements packs) {
  private static final String NO_FILE = "no file";

  /// What a place has that is a directory of more than can be compared.
  private static final Pattern SEPARATORS = Pattern.compile("[\\s;|&()<>'\"`]+");
  private static final Pattern HERE = Pattern.compile("^\\$(PWD|\\{PWD\\})/");
  private static final String ANYTHING = "directory";

  /// The files that interpreters look for if a name is not a file.
  public static final List<String> ENDINGS =
      List.of(".js", ".mjs", ".cjs", ".ts", "/index.js", "/package.json", "/__main__.py");

  /// The places with the hashes of their contents, or with what else is there.
  ///
  /// @param reads the places that the line is known to read
  public JudgedCode of(CommandLine line, PathLocation where, List<PathLocation> reads) {
    SortedMap<String, String> code = new TreeMap<>();
    for (PathLocation at : reads) {
      if (at instanceof PathLocation.Inside inside && !inside.path().isRoot()) {
        code.put(inside.path().toString(), content(inside.path()));
      }
    }
    SiblingNames siblings = new SiblingNames(root, locator);
    for (String name : names(line, where)) {
      add(name, siblings, code);
    }
    SortedMap<String, String> taken = new TreeMap<>();
    for (String name : new TakenFiles(this, siblings).names(line, where)) {
      if (siblings.mayHave(name, "")) {
        addFile(name, taken);
      }
    }
    taken.keySet().removeIf(file -> isWithin(file, code));
    return new JudgedCode(code, taken);
  }

  /// Whether what a place of [#of] held is known, so that another content is told apart.
  ///
  /// @param content what [#of] gave for it
  public static boolean isBound(String content) {
    return !content.equals(ANYTHING);
  }

  /// Whether a directory that holds a file is bound with all that is in it.
  private static boolean isWithin(String file, SortedMap<String, String> code) {
    for (WorkspacePath place = WorkspacePath.of(file); !place.isRoot(); place = place.parent()) {
      if (isBound(code.getOrDefault(place.toString(), ANYTHING))) {
        return true;
      }
    }
    return false;
  }

  private String content(WorkspacePath place) {
    Optional<String> hash = hash(place);
    if (hash.isPresent() || !Files.isDirectory(root.reached(place), LinkOption.NOFOLLOW_LINKS)) {
      return hash.orElse(NO_FILE);
    }
    return DirectoryDigest.of(root, place, ProtectedNames::isSecret).orElse(ANYTHING);
  }

  /// What the words of a line may name, each once, however often the line has it.
  static Set<String> names(CommandLine line, PathLocation where) {
    Set<String> names = new LinkedHashSet<>();
    for (Command command : line.commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        String directory = below(where.toString(), inner.command().directory().plain());
        List<String> words = inner.command().argv();
        for (String word : words.subList(1, words.size())) {
          possible(word).forEach(name -> names.add(below(directory, name)));
        }
      }
    }
    return names;
  }

  /// The names that a word may have in it: itself, a value behind `=` or an option's letter, the
  /// words of a program text.
  private static List<String> possible(String word) {
    List<String> names = new ArrayList<>(List.of(word, word.substring(word.indexOf('=') + 1)));
    if (word.length() > 2 && word.startsWith("-")) {
      names.add(word.substring(2));
    }
    for (String part : SEPARATORS.split(word, -1)) {
      if (!part.equals(".")) {
        names.add(HERE.matcher(part).replaceFirst(""));
      }
    }
    names.removeIf(name -> name.isEmpty() || name.indexOf('\0') >= 0);
    return names;
  }

  /// Takes the code of a line into the view that this is the code of: what others do with it from
  /// now on doesn't show there.
  ///
  /// @return the places that were copied for it
  public List<WorkspacePath> take(Effect.RunCommand run) {
    List<WorkspacePath> taken = new ArrayList<>();
    for (Map.Entry<String, String> code :
        run.touches().code().map(judged -> judged.all().entrySet()).orElse(Set.of())) {
      if (code.getValue().equals(NO_FILE) || !isBound(code.getValue())) {
        continue;
      }
      WorkspacePath place = WorkspacePath.of(code.getKey());
      // Opening for writing copies the file to the view's upper directory (`overlayfs.rst`).
      try (FileChannel _ = root.open(place, Set.of(StandardOpenOption.WRITE))) {
        taken.add(place);
      } catch (IOException _) {
        // A directory, or a file that the user can't write: it is compared like the others.
      }
    }
    return taken;
  }

  /// Compares the code of a line with the judged contents.
  ///
  /// @throws StaleCodeException if it changed
  public void check(Effect.RunCommand run) throws StaleCodeException {
    if (run.touches().code().isEmpty()) {
      return;
    }
    SortedMap<String, String> judged = run.touches().code().get().all();
    SortedMap<String, String> now = of(run.line(), run.directory(), run.touches().reads()).all();
    if (now.equals(judged)) {
      return;
    }
    SortedMap<String, String> changed = new TreeMap<>(judged);
    changed.putAll(now);
    changed
        .entrySet()
        .removeIf(e -> e.getValue().equals(judged.get(e.getKey())) && now.containsKey(e.getKey()));
    throw new StaleCodeException(
        "%s changed after the command was judged".formatted(String.join(", ", changed.keySet())));
  }

  /// A name where that is a file.
  private void add(String name, SiblingNames siblings, SortedMap<String, String> code) {
    if (locator.locate(name) instanceof PathLocation.Inside inside) {
      Optional<String> hash = siblings.mayHave(name, "") ? hash(inside.path()) : Optional.empty();
      if (hash.isPresent()) {
        code.put(inside.path().toString(), hash.get());
      } else {
        for (String ending : ENDINGS) {
          if (siblings.mayHave(name, ending)) {
            addFile(name + ending, code);
          }
        }
      }
      if (inside.path().isRoot()) {
        code.put(".", ANYTHING);
      }
    }
  }

  private void addFile(String name, SortedMap<String, String> code) {
    if (locator.locate(name) instanceof PathLocation.Inside inside) {
      hash(inside.path()).ifPresent(hash -> code.put(inside.path().toString(), hash));
    }
  }

  /// The hash of a secret is not reported: the secret could be guessed from it.
  private Optional<String> hash(WorkspacePath place) {
    if (!place.isRoot() && ProtectedNames.isSecret(place)) {
      return Optional.empty();
    }
    try {
      return Optional.of(ContentHash.of(root.read(place, WorkspaceRoot.MAX_FILE_BYTES)));
    } catch (IOException _) {
      return Optional.empty(); // a directory, missing or unreadable
    }
  }

  static String below(String directory, String name) {
    if (name.isEmpty()) {
      return directory;
    }
    return name.startsWith("/") || directory.equals(".") ? name : directory + "/" + name;
  }
}
