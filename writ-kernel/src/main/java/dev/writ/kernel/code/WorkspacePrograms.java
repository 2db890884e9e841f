// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.code;

import dev.writ.command.language.Command;
import dev.writ.command.language.SystemProgram;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.JudgedCode;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.workspace.PathLocator;
import java.util.Map;
import java.util.TreeMap;

/// The workspace's own programs that a line calls by path, such as `./mvnw`: any writer in the
/// workspace can replace them, so their content decides.
public record WorkspacePrograms(PathLocator locator) {
  /// The hashes of their contents by their places in the workspace, as the line was judged with
  /// them.
  public Map<String, String> of(Effect.RunCommand run) {
    Map<String, String> hashes = new TreeMap<>();
    Map<String, String> code =
        run.touches().code().<Map<String, String>>map(JudgedCode::named).orElse(Map.of());
    for (Command command : run.line().commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        String word = inner.command().program();
        if (word.contains("/") && !SystemProgram.isPath(word)) {
          String directory = below(run.directory().toString(), inner.command().directory().plain());
          if (locator.locate(below(directory, word)) instanceof PathLocation.Inside inside
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
