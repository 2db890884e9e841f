// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.check;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.protection.ObedienceRule;
import dev.writ.kernel.protection.ObeyedName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The file by which pyenv and uv choose a Python: mostly a version, but uv also takes the path of
/// an interpreter, or of a directory that has one, and starts it.
final class VersionFile {
  static final String NAME = ".python-version";

  private static final int MAX_BYTES = 64 * 1024;

  private static final ObeyedName ROW =
      new ObeyedName(
          ObedienceRule.ASKS, NAME, "uv", "docs.astral.sh/uv/concepts/python-versions: paths");

  private static final Pattern VERSIONS =
      Pattern.compile(
          "(?:(?:(?:(?:cpython|pypy|graalpy)[@-]?|cp|pp)?\\d+(?:\\.\\d+)*(?:(?:a|b|rc)\\d+)?t?"
              + "|system)?\\s*(?:#[^\\n]*)?(?:\\n|$))*");

  private VersionFile() {}

  /// Whether a place is one.
  static boolean is(WorkspacePath place) {
    return !place.isRoot() && place.name().equalsIgnoreCase(NAME);
  }

  /// The name for which a change asks: where more than versions would stand there.
  static Optional<ObeyedName> find(WorkspacePath place, Path after) {
    if (!is(place) || !Files.exists(after, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      boolean plain =
          Files.isRegularFile(after, LinkOption.NOFOLLOW_LINKS)
              && Files.size(after) <= MAX_BYTES
              && isPlain(new String(Files.readAllBytes(after), StandardCharsets.UTF_8));
      return plain ? Optional.empty() : Optional.of(ROW);
    } catch (IOException _) {
      return Optional.of(ROW);
    }
  }

  /// The same for what a file tool writes or moves there.
  static Optional<ObeyedName> find(WorkspacePath place, Effect effect) {
    if (!is(place) || effect instanceof Effect.RunCommand) {
      return Optional.empty(); // what a command leaves is judged afterwards
    }
    boolean plain =
        effect instanceof Effect.WritePath write
            && write.after() instanceof Effect.WriteResult.Replaced replaced
            && isPlain(new String(replaced.content().bytes(), StandardCharsets.UTF_8));
    return plain ? Optional.empty() : Optional.of(ROW);
  }

  private static boolean isPlain(String text) {
    return VERSIONS.matcher(text).matches();
  }
}
