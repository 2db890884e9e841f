// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.launch;

import dev.writ.sandbox.mechanism.LandlockSandbox;
import dev.writ.sandbox.mechanism.NamespaceSandbox;
import dev.writ.sandbox.mechanism.SeatbeltSandbox;
import dev.writ.sandbox.mechanism.UnconfinedSandbox;
import dev.writ.sandbox.os.Os;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A mechanism that keeps programs within their [dev.writ.sandbox.confinement.SandboxConfinement].
/// Got from [dev.writ.sandbox.mechanism.SandboxChooser].
public sealed interface Sandbox
    permits NamespaceSandbox, LandlockSandbox, SeatbeltSandbox, UnconfinedSandbox {
  /// As in `safety.sandbox`.
  String name();

  /// The limitations on this machine, in words for a person; empty if it provides everything in
  /// §7.5.
  List<String> gaps();

  /// Whether the end of a command surely ends all that it started.
  boolean endsTrees();

  /// Makes what one launch needs.
  ///
  /// @throws IOException where this launch can't be confined as it asks for
  ConfinedLaunch cell(Os os, LaunchRequest launch) throws IOException;

  /// The file that receives a content when this process and all its processes were killed; empty if
  /// there is no writer.
  ///
  /// @throws IOException where it can't be made
  default Optional<Path> deathMark() throws IOException {
    return Optional.empty();
  }

  /// Removes what is kept for the next launch, and ends what earlier ones left running. Another
  /// launch may follow: it takes longer.
  default void forget() {}
}
