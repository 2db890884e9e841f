// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedAccess;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedCache;
import dev.writ.sandbox.filter.LandlockRules;
import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The environment of one command at a time under Landlock: an empty home, an empty temp directory,
/// and the rules that open these and the allowed places of its confinement. Creating it is slower
/// than starting a program; so it is reused for the next command with the same confinement.
final class LandlockEnvironment {
  private final SandboxConfinement confinement;
  private final ScratchDirectory scratch = new ScratchDirectory();
  private final Path home = scratch.directory("home");
  private final Path temp = scratch.directory("tmp");
  private final FileStamp made = FileStamp.of(home);
  private final List<Path> writable = new ArrayList<>(List.of(home, temp));
  private final LandlockRules rules;

  LandlockEnvironment(Os os, int version, SandboxConfinement confinement) throws IOException {
    this.confinement = confinement;
    SandboxConfinement.Paths paths = confinement.paths();
    writable.addAll(paths.writable());
    if (confinement.writable()) {
      writable.add(confinement.workspace());
    }
    rules = new LandlockRules(os, version, paths.blocked());
    boolean made = false;
    try {
      open(os, paths);
      made = true;
    } finally {
      if (!made) {
        remove(os);
      }
    }
  }

  private void open(Os os, SandboxConfinement.Paths paths) throws IOException {
    rules.system(os);
    rules.read(os, confinement.workspace());
    for (Path path : paths.readOnly()) {
      rules.read(os, path);
    }
    for (ConfinedCache cache : paths.caches()) {
      rules.read(os, cache.path());
      if (cache.access() == ConfinedAccess.WRITE) {
        writable.add(cache.path());
      }
    }
    for (Path path : writable) {
      rules.write(os, path);
    }
  }

  Path home() {
    return home;
  }

  Path temp() {
    return temp;
  }

  List<Path> writable() {
    return writable;
  }

  /// Whether it fits that confinement. The network is not part of the rules: they allow none.
  boolean suits(SandboxConfinement other) {
    return other.workspace().equals(confinement.workspace())
        && other.writable() == confinement.writable()
        && other.home().equals(confinement.home())
        && other.paths().equals(confinement.paths())
        && rules.stillHold();
  }

  /// Makes it ready for a command.
  void furnish() throws IOException {
    for (ConfinedCache cache : confinement.paths().caches()) {
      link(cache.path());
    }
  }

  /// A cache is found where programs look for it, below their home.
  private void link(Path cache) throws IOException {
    if (cache.startsWith(confinement.home()) && Files.exists(cache)) {
      Path place = home.resolve(confinement.home().relativize(cache));
      if (!Files.exists(place)) { // else it is there with the one that it lies in
        Files.createDirectories(place.getParent());
        Files.createSymbolicLink(place, cache);
      }
    }
  }

  /// Puts the calling thread into it, for ever.
  void enter(Os os) throws Os.SystemCallFailure {
    rules.enforce(os);
  }

  /// Removes what a command left in it.
  void clear() throws IOException {
    ScratchDirectory.empty(home, made);
    ScratchDirectory.empty(temp, made);
  }

  /// Removes it.
  void remove(Os os) {
    rules.close(os);
    scratch.close();
  }
}
