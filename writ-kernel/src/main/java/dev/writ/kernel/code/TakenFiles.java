// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.code;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.program.PackRequirements;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files of the workspace that a line's programs take by themselves: those that packs name,
/// such as `Makefile`, in the directory in which the program runs, in those that its words lead to
/// and in all above, and the modules that Python is told to run. What these files load is none of
/// them.
final class TakenFiles {
  /// `python -m NAME`, `python -BmNAME`.
  private static final Pattern MODULE_OPTION = Pattern.compile("-[A-Za-z&&[^m]]*m([\\w.]*)");

  private static final Pattern MODULE = Pattern.compile("\\w+(\\.\\w+)*");
  private static final Pattern PYTHON = Pattern.compile("(python|pypy)[0-9.]*");

  /// What programs take that no shipped pack describes, in the form of packs.
  private static final Map<String, String> UNDESCRIBED =
      Map.ofEntries(
          Map.entry("ant", "build.xml"),
          Map.entry("bun", "package.json bunfig.toml"),
          Map.entry("bundle", "Gemfile Rakefile"),
          Map.entry("cabal", "*.cabal cabal.project"),
          Map.entry("cap", "Capfile"),
          Map.entry("composer", "composer.json"),
          Map.entry("dart", "pubspec.yaml"),
          Map.entry("deno", "deno.json deno.jsonc package.json"),
          Map.entry("fab", "fabfile.py"),
          Map.entry("flutter", "pubspec.yaml"),
          Map.entry("grunt", "Gruntfile.js package.json"),
          Map.entry("gulp", "gulpfile.js gulpfile.mjs gulpfile.ts package.json"),
          Map.entry("hatch", "pyproject.toml hatch.toml"),
          Map.entry("inv", "tasks.py tasks/__init__.py invoke.yaml"),
          Map.entry("invoke", "tasks.py tasks/__init__.py invoke.yaml"),
          Map.entry("just", "justfile Justfile JUSTFILE .justfile"),
          Map.entry("lein", "project.clj"),
          Map.entry("mage", "magefile.go magefiles/magefile.go"),
          Map.entry("meson", "meson.build"),
          Map.entry("mix", "mix.exs"),
          Map.entry("pdm", "pyproject.toml"),
          Map.entry("rake", "rakefile Rakefile rakefile.rb Rakefile.rb"),
          Map.entry("sbt", "build.sbt project/build.properties project/plugins.sbt"),
          Map.entry("scons", "SConstruct"),
          Map.entry("skaffold", "skaffold.yaml"),
          Map.entry("stack", "stack.yaml package.yaml"),
          Map.entry("task", "Taskfile.yml taskfile.yml Taskfile.yaml taskfile.yaml"),
          Map.entry("zig", "build.zig"));

  /// The most names that one pattern stands for in a directory.
  private static final int MOST_NAMES = 500;

  private final WorkspaceRoot root;
  private final PathLocator locator;
  private final PackRequirements packs;
  private final SiblingNames siblings;
  private final Set<String> names = new LinkedHashSet<>();

  TakenFiles(NamedCode code, SiblingNames siblings) {
    this.root = code.root();
    this.locator = code.locator();
    this.packs = code.packs();
    this.siblings = siblings;
  }

  /// Their names from the root on, whether they are there or not.
  Set<String> names(CommandLine line, PathLocation where) {
    for (Command command : line.commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        String directory = NamedCode.below(where.toString(), inner.command().directory().plain());
        List<String> taken = taken(inner);
        if (!taken.isEmpty()) {
          for (WorkspacePath place : directories(inner.command(), directory)) {
            taken.forEach(name -> add(place, name));
          }
        }
        if (PYTHON.matcher(inner.command().programName()).matches()) {
          modules(inner.command(), directory);
        }
      }
    }
    return names;
  }

  private List<String> taken(InnerCommand inner) {
    String undescribed = UNDESCRIBED.get(inner.command().programName());
    return undescribed == null ? packs.taken(inner) : List.of(undescribed.split(" ", -1));
  }

  private void add(WorkspacePath place, String name) {
    if (name.startsWith("*")) {
      matches(place, name.substring(1)).forEach(found -> add(place, found));
    } else {
      names.add(place.isRoot() ? name : place + "/" + name);
    }
  }

  private List<String> matches(WorkspacePath place, String ending) {
    try {
      return root.in(
          place,
          entries -> {
            Set<String> found = new TreeSet<>();
            for (Path entry : entries) {
              String name = entry.getFileName().toString();
              if (name.endsWith(ending) && !name.startsWith("*")) {
                found.add(name);
              }
            }
            return found.stream().limit(MOST_NAMES).toList();
          });
    } catch (IOException | DirectoryIteratorException _) {
      return List.of();
    }
  }

  /// Where a program may look: a word can be a directory, or a file in it, wherever in the word it
  /// begins (`sub`, `--prefix=sub`, `-Csub`).
  private Set<WorkspacePath> directories(Command command, String directory) {
    Set<WorkspacePath> found = new LinkedHashSet<>();
    located(directory).ifPresent(place -> addWithAbove(place, found));
    Set<String> said = new LinkedHashSet<>();
    List<String> words = command.argv();
    for (String word : words.subList(1, words.size())) {
      String joined = word.startsWith("-") && word.length() > 2 ? word.substring(2) : word;
      for (String name : List.of(word, joined, word.substring(word.indexOf('=') + 1))) {
        said.add(NamedCode.below(directory, name));
      }
    }
    for (String name : said) {
      if (siblings.mayHave(name, "")) {
        located(name).flatMap(this::directory).ifPresent(place -> addWithAbove(place, found));
      }
    }
    return found;
  }

  private static void addWithAbove(WorkspacePath place, Set<WorkspacePath> found) {
    for (WorkspacePath at = place; found.add(at) && !at.isRoot(); ) {
      at = at.parent();
    }
  }

  private Optional<WorkspacePath> located(String name) {
    return name.indexOf('\0') < 0 && locator.locate(name) instanceof PathLocation.Inside inside
        ? Optional.of(inside.path())
        : Optional.empty();
  }

  /// The directory that a place is, or that the file there lies in.
  private Optional<WorkspacePath> directory(WorkspacePath place) {
    try {
      Optional<BasicFileAttributes> is = root.attributes(place);
      return is.filter(BasicFileAttributes::isDirectory).isPresent()
          ? Optional.of(place)
          : is.map(_ -> place.parent());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// A module's packages come first; of two with one name the package counts where it has an
  /// `__init__.py`, else the file.
  private void modules(Command command, String directory) {
    List<String> words = command.argv();
    Set<String> modules = new LinkedHashSet<>();
    for (int i = 1; i < words.size(); i++) {
      Matcher option = MODULE_OPTION.matcher(words.get(i));
      if (option.matches()) {
        boolean apart = option.group(1).isEmpty() && i + 1 < words.size();
        modules.add(apart ? words.get(i + 1) : option.group(1));
      }
    }
    String paths = command.environment().getOrDefault("PYTHONPATH", "");
    for (String path : (":" + paths).split(":", -1)) {
      modules.stream()
          .filter(MODULE.asMatchPredicate())
          .forEach(module -> module(NamedCode.below(directory, path), module));
    }
  }

  private void module(String directory, String module) {
    String at = directory;
    for (String part : module.split("\\.", -1)) {
      at = NamedCode.below(at, part);
      names.add(at + ".py");
      names.add(at + "/__init__.py");
    }
    names.add(at + "/__main__.py");
  }
}
