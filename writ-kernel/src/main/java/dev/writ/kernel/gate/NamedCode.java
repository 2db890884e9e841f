// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Hash;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.Inner;
import dev.writ.kernel.command.Unwrapping;
import dev.writ.kernel.effect.Locator;
import dev.writ.kernel.effect.Root;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The files of the workspace that the words of a line name, with their contents: what a program
/// would run or obey of the workspace, as far as the line says.
record NamedCode(Root root, Locator locator) {
  /// What interpreters look for where a name is no file.
  private static final List<String> ENDINGS =
      List.of(".js", ".mjs", ".cjs", ".ts", "/index.js", "/package.json", "/__main__.py");

  /// The places with the hashes of their contents, or with what else is there.
  Map<String, String> of(Effect.RunCommand run) {
    Map<String, String> code = new TreeMap<>();
    for (Location at : run.touches().reads()) {
      if (at instanceof Location.Inside inside && !inside.path().isRoot()) {
        code.put(inside.path().toString(), hash(inside.path()).orElse("no file"));
      }
    }
    for (Command command : run.line().commands()) {
      for (Inner inner : Unwrapping.of(command)) {
        String directory = below(run.directory().toString(), inner.command().directory().plain());
        List<String> words = inner.command().argv();
        words.subList(1, words.size()).forEach(word -> add(directory, word, code));
      }
    }
    return code;
  }

  /// A word, or what stands behind `=` in it, where that is a file.
  private void add(String directory, String word, Map<String, String> code) {
    for (String name : List.of(word, word.substring(word.indexOf('=') + 1))) {
      if (!name.isEmpty()
          && name.indexOf('\0') < 0
          && locator.locate(below(directory, name)) instanceof Location.Inside inside) {
        Optional<String> hash = hash(inside.path());
        if (hash.isPresent()) {
          code.put(inside.path().toString(), hash.get());
        } else {
          ENDINGS.forEach(ending -> addFile(below(directory, name) + ending, code));
        }
        if (inside.path().isRoot()) {
          code.put(".", "no file");
        }
      }
    }
  }

  private void addFile(String name, Map<String, String> code) {
    if (locator.locate(name) instanceof Location.Inside inside) {
      hash(inside.path()).ifPresent(hash -> code.put(inside.path().toString(), hash));
    }
  }

  private Optional<String> hash(WorkspacePath place) {
    try {
      return Optional.of(Hash.of(root.read(place, Root.MAX_FILE_BYTES)));
    } catch (IOException _) {
      return Optional.empty(); // a directory, missing or unreadable
    }
  }

  private static String below(String directory, String name) {
    if (name.isEmpty()) {
      return directory;
    }
    return name.startsWith("/") || directory.equals(".") ? name : directory + "/" + name;
  }
}
