// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.program;

import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedAccess;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A command's access to the directories in which build tools keep downloads.
///
/// @param home the person's home directory
/// @param blocked paths out of reach
record BuildCaches(WorkspaceRoot root, Path home, List<Path> blocked) {
  /// The caches, and the places that a command with that reach may write.
  ///
  /// @param names of caches and of stores in them, as packs name them
  /// @throws IOException if a place to keep what comes from a host can't be made
  List<ConfinedCache> of(List<String> names, NetworkReach reach) throws IOException {
    List<ConfinedCache> caches = new ArrayList<>();
    List<Path> places = names.stream().map(this::place).toList();
    for (Path place : places) {
      boolean below =
          places.stream().anyMatch(each -> place.startsWith(each) && !place.equals(each));
      Optional<Path> shown = below ? linked(place) : Optional.of(place);
      shown.ifPresent(path -> caches.add(new ConfinedCache(path, ConfinedAccess.LAYER)));
    }
    if (reach instanceof NetworkReach.Hosts hosts) {
      for (String store : hosts.stores()) {
        Path path = linked(place(store)).orElse(place(store));
        Files.createDirectories(path);
        caches.add(new ConfinedCache(path, ConfinedAccess.WRITE));
      }
    }
    return caches;
  }

  private Path place(String name) {
    return name.startsWith("~/") ? home.resolve(name.substring(2)) : Path.of(name);
  }

  /// The target of a link that a person put in place of a store, for example on a larger disk;
  /// empty if there is none, or it leads to more than a store.
  private Optional<Path> linked(Path store) {
    try {
      if (!Files.isSymbolicLink(store)) {
        return Optional.empty();
      }
      Path real = store.toRealPath();
      boolean holdsMore =
          Stream.concat(blocked.stream(), Stream.of(home, root.path()))
              .anyMatch(path -> path.startsWith(real));
      boolean hidden =
          Stream.concat(blocked.stream(), Stream.of(root.path())).anyMatch(real::startsWith);
      return Files.isDirectory(real) && !holdsMore && !hidden
          ? Optional.of(real)
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty(); // it leads nowhere
    }
  }
}
