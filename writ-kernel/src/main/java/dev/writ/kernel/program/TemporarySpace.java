// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.program;

import dev.writ.sandbox.confinement.SandboxException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What the commands of a session call `/tmp`: a private directory that one command finds as
/// another left it, and that is gone with the session. Nobody else's files are there.
public final class TemporarySpace {
  private static final Path NAME = Path.of("/tmp");

  private final List<Path> kept;
  private final SessionSandbox sandbox;

  /// @param kept what stays what it is where it lies below `/tmp`: the workspace, the home
  ///     directory
  /// @param sandbox decides whether the mechanism can give commands such a place
  public TemporarySpace(List<Path> kept, SessionSandbox sandbox) {
    this.kept = List.copyOf(kept);
    this.sandbox = sandbox;
  }

  /// Whether a name leads there by its words. Where links lead that a command makes there, the
  /// sandbox bounds.
  public boolean covers(String name) {
    try {
      return isBelow(name) && sandbox.temporary().isPresent();
    } catch (IOException _) {
      return false; // no sandbox, no place
    }
  }

  /// Where that name really lies.
  ///
  /// @return empty where it leads elsewhere
  /// @throws SandboxException where no sandbox can be set up
  public Optional<Path> reached(String name) throws IOException {
    return isBelow(name)
        ? sandbox.temporary().map(real -> real.resolve(NAME.relativize(named(name))))
        : Optional.empty();
  }

  /// Where it really lies.
  ///
  /// @return empty where the mechanism can't give commands such a place
  /// @throws SandboxException where no sandbox can be set up
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
