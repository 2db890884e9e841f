// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hooks;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.Redirection;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.code.NamedCode;
import dev.writ.kernel.file.Hands;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The files of the workspace that a hook's words name. A model could change them, so their
/// contents belong to what a person confirms.
final class HookScripts {
  /// The largest of them, in bytes.
  static final int MAX_BYTES = 8 * 1024 * 1024;

  /// What programs read in a directory that they are given, or in their own.
  private static final List<String> RECIPES =
      List.of(
          "/Makefile",
          "/GNUmakefile",
          "/makefile",
          "/package.json",
          "/justfile",
          "/Justfile",
          "/Taskfile.yml",
          "/Rakefile");

  /// What interpreters load for the name of a module, from the directories that they are given.
  private static final List<String> MODULES =
      List.of(".py", "/__main__.py", "/__init__.py", ".pm", ".rb", ".class");

  /// What may be a file or a module within code that a word has.
  private static final Pattern NAME = Pattern.compile("[\\w./:-]+");

  private static final Pattern LOADERS = Pattern.compile("(?:python|pypy|perl|ruby|java)[0-9.]*");

  private static final Set<String> BUILDERS =
      Set.of("make", "gmake", "npm", "pnpm", "yarn", "bun", "just", "task", "rake");

  private final Hands hands;

  HookScripts(Hands hands) {
    this.hands = hands;
  }

  /// The hash of each file, by its real place.
  ///
  /// @throws IOException if one can't be read
  Map<String, String> of(CommandLine line) throws IOException {
    Map<String, String> hashes = new TreeMap<>();
    for (Command command : commands(line)) {
      String directory = command.directory().plain();
      Set<String> names = names(command);
      Set<String> places = new TreeSet<>();
      if (LOADERS.matcher(command.programName()).matches()) {
        places.addAll(directories(directory, names));
        places.add("");
      }
      for (String name : names) {
        List<WorkspacePath> files = files(directory, name);
        for (String place : files.isEmpty() ? places : Set.<String>of()) {
          files.addAll(modules(below(directory, place), name));
        }
        for (WorkspacePath file : files) {
          hashes.put(file.toString(), ContentHash.of(read(file)));
        }
      }
    }
    return hashes;
  }

  /// The directories of the workspace that a line names: what programs run or read there is not
  /// part of [#of], but for the files that the line shows.
  Set<WorkspacePath> directories(CommandLine line) throws IOException {
    Set<WorkspacePath> directories = new TreeSet<>();
    for (Command command : commands(line)) {
      for (String name : directories(command.directory().plain(), names(command))) {
        located(command.directory().plain(), name).ifPresent(directories::add);
      }
    }
    directories.removeIf(WorkspacePath::isRoot);
    return directories;
  }

  private Set<String> directories(String directory, Set<String> names) throws IOException {
    Set<String> directories = new TreeSet<>();
    for (String name : names) {
      for (String part : name.split(":", -1)) {
        Optional<WorkspacePath> place = located(directory, part);
        if (place.isPresent() && is(place.get(), BasicFileAttributes::isDirectory)) {
          directories.add(part);
        }
      }
    }
    return directories;
  }

  /// The commands of a line, with those that they run.
  private static List<Command> commands(CommandLine line) {
    List<Command> commands = new ArrayList<>();
    for (Command command : line.commands()) {
      CommandUnwrapping unwrapping = CommandUnwrapping.through(command);
      commands.addAll(unwrapping.seen());
      unwrapping.suspects().forEach(suspect -> commands.addAll(suspect.commands()));
    }
    return commands;
  }

  /// The content of one of them.
  byte[] read(WorkspacePath file) throws IOException {
    return hands.root().read(file, MAX_BYTES);
  }

  /// Every text of a command that could be a file's name, also the ends of options.
  private static Set<String> names(Command command) {
    Set<String> names = new LinkedHashSet<>(command.environment().values());
    for (String word : command.argv()) {
      names.add(word);
      int equals = word.indexOf('=');
      if (equals >= 0) {
        names.add(word.substring(equals + 1));
      }
      if (word.startsWith("-") && word.length() > 2) {
        names.add(word.substring(2));
      }
      if (!NAME.matcher(word).matches()) {
        NAME.matcher(word).results().map(MatchResult::group).forEach(names::add);
      }
    }
    if (BUILDERS.contains(command.programName())) {
      names.add(".");
    }
    for (Redirection redirection : command.redirections()) {
      if (redirection instanceof Redirection.InputRedirection input) {
        names.add(input.source().plain());
      }
    }
    return names;
  }

  /// The file of a name, or those that an interpreter or a build tool would take for it.
  private List<WorkspacePath> files(String directory, String name) throws IOException {
    Optional<WorkspacePath> exact = file(directory, name);
    List<WorkspacePath> files = new ArrayList<>(exact.stream().toList());
    if (exact.isPresent() || name.isEmpty()) {
      return files;
    }
    for (String ending : NamedCode.ENDINGS) {
      file(directory, name + ending).ifPresent(files::add);
    }
    for (String recipe : RECIPES) {
      file(directory, name + recipe).ifPresent(files::add);
    }
    return files;
  }

  /// The files of a module in a directory.
  private List<WorkspacePath> modules(String directory, String name) throws IOException {
    List<WorkspacePath> files = new ArrayList<>();
    String module = name.replace("::", "/").replace('.', '/');
    for (String ending : name.indexOf('/') < 0 ? MODULES : List.<String>of()) {
      file(directory, module + ending).ifPresent(files::add);
    }
    return files;
  }

  private Optional<WorkspacePath> file(String directory, String name) throws IOException {
    Optional<WorkspacePath> place = located(directory, name);
    return place.isPresent() && is(place.get(), BasicFileAttributes::isRegularFile)
        ? place
        : Optional.empty();
  }

  private boolean is(WorkspacePath place, Predicate<BasicFileAttributes> kind) throws IOException {
    return hands.root().attributes(place).filter(kind).isPresent();
  }

  private Optional<WorkspacePath> located(String directory, String name) {
    return !name.isEmpty()
            && hands.locator().locate(below(directory, name)) instanceof PathLocation.Inside inside
        ? Optional.of(inside.path())
        : Optional.empty();
  }

  private static String below(String directory, String name) {
    return name.startsWith("/") || directory.isEmpty()
        ? name
        : name.isEmpty() ? directory : directory + "/" + name;
  }
}
