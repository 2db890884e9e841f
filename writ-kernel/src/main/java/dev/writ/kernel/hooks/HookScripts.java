// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hooks;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.Redirection;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.program.NamedCode;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

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
    for (Command command : line.commands()) {
      for (String name : names(command)) {
        for (WorkspacePath file : files(command.directory().plain(), name)) {
          hashes.put(file.toString(), ContentHash.of(read(file)));
        }
      }
    }
    return hashes;
  }

  /// The content of one of them.
  byte[] read(WorkspacePath file) throws IOException {
    return hands.root().read(file, MAX_BYTES);
  }

  /// Every text of a command that could be a file's name, also the ends of options.
  private static List<String> names(Command command) {
    List<String> names = new ArrayList<>();
    for (String word : command.argv()) {
      names.add(word);
      int equals = word.indexOf('=');
      if (equals >= 0) {
        names.add(word.substring(equals + 1));
      }
      if (word.startsWith("-") && word.length() > 2) {
        names.add(word.substring(2));
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
    if (exact.isPresent() || name.isEmpty()) {
      return exact.stream().toList();
    }
    List<WorkspacePath> files = new ArrayList<>();
    for (String ending : NamedCode.ENDINGS) {
      file(directory, name + ending).ifPresent(files::add);
    }
    for (String recipe : RECIPES) {
      file(directory, name + recipe).ifPresent(files::add);
    }
    return files;
  }

  private Optional<WorkspacePath> file(String directory, String name) throws IOException {
    String whole = name.startsWith("/") || directory.isEmpty() ? name : directory + "/" + name;
    if (name.isEmpty() || !(hands.locator().locate(whole) instanceof PathLocation.Inside inside)) {
      return Optional.empty();
    }
    return hands
        .root()
        .attributes(inside.path())
        .filter(BasicFileAttributes::isRegularFile)
        .map(_ -> inside.path());
  }
}
