// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.Inner;
import dev.writ.kernel.command.SystemProgram;
import dev.writ.kernel.command.Unwrapping;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/// The programs of the workspace itself that a line calls by their path, such as `./mvnw`: whoever
/// writes in the workspace can make others of them, so what counts is their content.
public record OwnPrograms(Root root, Locator locator) {
  /// The hashes of their contents by their places in the workspace; what can't be read is left
  /// out, and will not start either.
  public Map<String, String> of(Effect.RunCommand run) {
    Map<String, String> hashes = new TreeMap<>();
    for (Command command : run.line().commands()) {
      for (Inner inner : Unwrapping.of(command)) {
        String word = inner.command().program();
        if (word.contains("/") && !SystemProgram.isPath(word)) {
          String directory = below(run.directory().toString(), inner.command().directory().plain());
          add(locator.locate(below(directory, word)), hashes);
        }
      }
    }
    return hashes;
  }

  private void add(Location at, Map<String, String> hashes) {
    if (at instanceof Location.Inside inside) {
      try {
        byte[] bytes = root.read(inside.path(), Root.MAX_FILE_BYTES);
        hashes.put(inside.path().toString(), Content.of(bytes).hash());
      } catch (IOException _) {
        // See above.
      }
    }
  }

  private static String below(String directory, String name) {
    return name.startsWith("/") || directory.equals(".")
        ? name.isEmpty() ? "." : name
        : name.isEmpty() ? directory : directory + "/" + name;
  }
}
