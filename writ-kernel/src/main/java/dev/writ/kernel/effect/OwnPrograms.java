// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.Inner;
import dev.writ.kernel.command.SystemProgram;
import dev.writ.kernel.command.Unwrapping;
import java.util.Map;
import java.util.TreeMap;

/// The programs of the workspace itself that a line calls by their path, such as `./mvnw`: whoever
/// writes in the workspace can make others of them, so what counts is their content.
public record OwnPrograms(Locator locator) {
  /// The hashes of their contents by their places in the workspace, as the line was judged with
  /// them.
  public Map<String, String> of(Effect.RunCommand run) {
    Map<String, String> hashes = new TreeMap<>();
    Map<String, String> code = run.touches().code().map(Map::copyOf).orElse(Map.of());
    for (Command command : run.line().commands()) {
      for (Inner inner : Unwrapping.of(command)) {
        String word = inner.command().program();
        if (word.contains("/") && !SystemProgram.isPath(word)) {
          String directory = below(run.directory().toString(), inner.command().directory().plain());
          if (locator.locate(below(directory, word)) instanceof Location.Inside inside
              && code.containsKey(inside.path().toString())) {
            String place = inside.path().toString();
            hashes.put(place, code.get(place));
          }
        }
      }
    }
    return hashes;
  }

  private static String below(String directory, String name) {
    return name.startsWith("/") || directory.equals(".")
        ? name.isEmpty() ? "." : name
        : name.isEmpty() ? directory : directory + "/" + name;
  }
}
