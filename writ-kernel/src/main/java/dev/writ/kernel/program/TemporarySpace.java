// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.program;

import dev.writ.sandbox.confinement.SandboxException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The `/tmp` of a session's commands: a private directory that each command finds as the previous
/// one left it, removed with the session. It contains no other user's files.
public final class TemporarySpace {
  private static final Path NAME = Path.of("/tmp");

  private final List<Path> kept;
  private final SessionSandbox sandbox;

  /// @param kept the directories that stay visible if they are below `/tmp`: the workspace, the
  ///     home directory
  /// @param sandbox decides whether the mechanism can give commands such a place
  public TemporarySpace(List<Path> kept, SessionSandbox sandbox) {
    this.kept = List.copyOf(kept);
    this.sandbox = sandbox;
  }

  /// Whether a name leads there by its words. The sandbox confines links that a command creates
  /// there.
  public boolean covers(String name) {
    try {
      return isBelow(name) && sandbox.temporary().isPresent();
    } catch (IOException _) {
      return false; // no sandbox, no place
    }
  }

  /// The real path of that name.
  ///
  /// @return empty if it leads elsewhere
  /// @throws SandboxException if no sandbox can be set up
  public Optional<Path> reached(String name) throws IOException {
    return isBelow(name)
        ? sandbox.temporary().map(real -> real.resolve(NAME.relativize(named(name))))
        : Optional.empty();
  }

  /// Its real path.
  ///
  /// @return empty if the mechanism can't give commands such a place
  /// @throws SandboxException if no sandbox can be set up
  public Optional<Path> real() throws IOException {
    return sandbox.temporary();
  }

  /// The name as programs see it, without detours.
  public static Path named(String name) {
    return Path.of(name).normalize();
  }

  private boolean isBelow(String name) {
    return name.indexOf('\0') < 0
        && named(name).startsWith(NAME)
        && kept.stream().noneMatch(named(name)::startsWith);
  }
}
