// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.app.host;

import dev.writ.app.config.ConfigSources;
import dev.writ.app.config.Configuration;
import dev.writ.app.process.ProcessContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The places out of reach: those of the configuration, and what Writ itself obeys and records
/// where a link of the person's leads into the workspace (`~/.config/writ -> dotfiles/writ`). Who
/// writes there decides which programs Writ starts.
final class BlockedPlaces {
  private static final int MAX_DEPTH = 3;

  private BlockedPlaces() {}

  static List<Path> of(Configuration configuration, ProcessContext context) {
    List<Path> blocked = new ArrayList<>();
    for (String place : configuration.texts("safety.sandbox_blocked_paths")) {
      blocked.add(context.configured(place));
    }
    Path project = context.project();
    Path own = ConfigSources.directory(context.environment(), context.home());
    for (Path place : List.of(own, context.home().resolve(".writ.json"), context.data())) {
      addLinked(place, project, blocked);
    }
    try (Stream<Path> entries = Files.walk(own, MAX_DEPTH)) {
      entries.filter(Files::isSymbolicLink).forEach(link -> addLinked(link, project, blocked));
    } catch (IOException | UncheckedIOException _) {
      return blocked; // what can't be looked at is told where it is read
    }
    return blocked;
  }

  private static void addLinked(Path place, Path project, List<Path> blocked) {
    try {
      Path real = place.toRealPath();
      if (real.startsWith(project.toRealPath()) && blocked.stream().noneMatch(real::startsWith)) {
        blocked.add(real);
      }
    } catch (IOException _) {
      // There is nothing.
    }
  }
}
