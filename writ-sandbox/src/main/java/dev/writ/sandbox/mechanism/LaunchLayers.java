// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedCache;
import dev.writ.sandbox.mechanism.SandboxMounts.OverlayMethod;
import dev.writ.sandbox.namespace.MountPoints;
import dev.writ.sandbox.namespace.OverlayLayers;
import dev.writ.sandbox.os.Os;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The layers through which one launch sees directories: writable ones, which each stage has for
/// itself, and directories that it only looks at.
final class LaunchLayers implements AutoCloseable {
  private final List<Path> writable;
  private final List<Path> shown;
  private final List<OverlayLayers> all = new ArrayList<>();
  private Optional<OverlayLayers> here = Optional.empty();

  LaunchLayers(SandboxConfinement confinement) throws IOException {
    writable =
        confinement.paths().caches().stream()
            .filter(cache -> cache.access().isLayer() && OverlayLayers.canLie(cache.path()))
            .map(ConfinedCache::path)
            .toList();
    shown = shown(confinement);
  }

  /// Directories outside of the workspace that a command sees, but for the base system and
  /// repositories, which change meanwhile: to run what is installed there nobody need reach a
  /// service in them. No layer can show one in which something is mounted, or that holds the
  /// workspace.
  private List<Path> shown(SandboxConfinement confinement) throws IOException {
    Path workspace = confinement.workspace();
    MountPoints mounted = MountPoints.of("self");
    Stream<Path> installed = SandboxMounts.INSTALLED.stream().map(Path::of);
    return Stream.concat(installed, confinement.paths().readOnly().stream())
        .filter(path -> !path.startsWith(workspace) && !workspace.startsWith(path))
        .filter(path -> OverlayLayers.canLie(path) && !mounted.areBelow(path))
        .filter(path -> !Files.exists(path.resolve("HEAD")) && !writable.contains(path))
        .distinct()
        .toList();
  }

  /// Whether bubblewrap, or a namespace around it, lays any.
  boolean areLaidByPrograms(SandboxMounts mounts) {
    return !writable.isEmpty() || !(mounts.areRoots() || shown.isEmpty());
  }

  /// Whether the thread that starts bubblewrap lays any.
  boolean areLaidHere() {
    return here.isPresent();
  }

  /// Lays them for the calling thread.
  void lay(Os os) throws IOException {
    if (here.isPresent()) {
      here.get().mountHere(os);
    }
  }

  /// Those of a stage's own, where bubblewrap itself has none.
  Optional<OverlayLayers> around(SandboxMounts mounts) throws IOException {
    if (mounts.areRoots() && here.isEmpty() && !shown.isEmpty()) {
      here = Optional.of(laid(List.of(), shown));
    }
    return mounts.layering() == OverlayMethod.AROUND && areLaidByPrograms(mounts)
        ? Optional.of(laid(writable, mounts.areRoots() ? List.of() : shown))
        : Optional.empty();
  }

  private OverlayLayers laid(List<Path> written, List<Path> read) throws IOException {
    all.add(new OverlayLayers(written, read));
    return all.getLast();
  }

  /// The place of a directory with its layer, if it was laid before bubblewrap starts.
  Optional<Path> view(Path directory, Optional<OverlayLayers> around) {
    return Stream.concat(here.stream(), around.stream())
        .flatMap(layers -> layers.view(directory).stream())
        .findFirst();
  }

  /// Whether a directory is only looked at, through a layer.
  boolean shows(Path directory) {
    return shown.contains(directory);
  }

  @Override
  public void close() {
    all.forEach(OverlayLayers::close);
  }
}
