// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.namespace;

import dev.writ.sandbox.os.PathBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The places at which file systems are mounted, as one process sees them
/// (`proc_pid_mountinfo(5)`).
public final class MountPoints {
  private static final int PLACE = 4;

  private final List<String> escaped;

  private MountPoints(List<String> escaped) {
    this.escaped = escaped;
  }

  /// Those of a process, at this moment.
  ///
  /// @param process a number, or `self`
  public static MountPoints of(String process) throws IOException {
    byte[] read = Files.readAllBytes(Path.of("/proc", process, "mountinfo"));
    return new MountPoints(
        new String(read, StandardCharsets.ISO_8859_1)
            .lines()
            .map(line -> line.split(" ", PLACE + 2)[PLACE])
            .toList());
  }

  /// Whether something is mounted below a directory.
  public boolean areBelow(Path directory) {
    String above = escaped(directory) + "/";
    return escaped.stream().anyMatch(at -> at.startsWith(above));
  }

  /// Whether something is mounted there or below.
  public boolean areIn(Path directory) {
    return escaped.contains(escaped(directory)) || areBelow(directory);
  }

  private static String escaped(Path path) {
    return new String(PathBytes.of(path), StandardCharsets.ISO_8859_1)
        .replace("\\", "\\134")
        .replace(" ", "\\040")
        .replace("\t", "\\011")
        .replace("\n", "\\012");
  }
}
