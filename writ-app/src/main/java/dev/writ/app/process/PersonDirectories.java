// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.process;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.ConfigSources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The person's own places of configuration, trust and records. Whoever can write to them decides
/// what Writ obeys and what it says has happened.
final class PersonDirectories {
  private static final int OTHERS_WRITE = 0002;
  private static final int GROUP_WRITES = 0020;
  private static final int STICKY = 01000;
  private static final int MAX_DEPTH = 3;

  /// Directories of what was said and done, of any size: who reads a file there looks at it.
  private static final Set<String> RECORDS = Set.of("sessions", "logs");

  private static final String UID = "unix:uid";
  private static final String MODE = "unix:mode";

  private PersonDirectories() {}

  /// Checks that nobody else can write to them. Root can anyway, and root may work with the places
  /// of anybody: in a container, or by sudo.
  ///
  /// @throws UsageException where somebody can
  static void demandOwn(ProcessContext context) throws UsageException {
    Path configuration = ConfigSources.directory(context.environment(), context.home());
    List<Path> places = new ArrayList<>();
    for (Path place : within(configuration, 1)) {
      boolean settings = !place.equals(configuration) && !RECORDS.contains(name(place));
      places.addAll(settings ? within(place, MAX_DEPTH) : List.of(place));
    }
    places.add(context.home().resolve(".writ.json"));
    places.addAll(within(context.data(), 1));
    int person;
    try {
      person = person();
    } catch (IOException | UnsupportedOperationException _) {
      return; // the system does not say
    }
    List<Path> above = above(configuration, context.home());
    places.addAll(above);
    for (Path place : places) {
      Optional<String> problem;
      try {
        boolean counts = Files.exists(place) && !(above.contains(place) && isSticky(place));
        problem = counts ? problem(place, person) : Optional.empty();
      } catch (IOException | UnsupportedOperationException _) {
        continue; // what can't be looked at is told where it is read
      }
      if (problem.isPresent()) {
        throw new UsageException(problem.get());
      }
    }
  }

  /// A directory with what is in it: settings, providers of models, keys, what a person trusts.
  private static List<Path> within(Path directory, int depth) {
    List<Path> places = new ArrayList<>(List.of(directory));
    try (Stream<Path> all = Files.walk(directory.resolve("."), depth)) { // it may be a link
      all.skip(1).map(Path::normalize).forEach(places::add);
    } catch (IOException | UncheckedIOException _) {
      return places; // what can't be looked at is told where it is read
    }
    return places;
  }

  /// The directories in which the configuration could be exchanged as a whole.
  private static List<Path> above(Path configuration, Path home) {
    List<Path> above = new ArrayList<>(List.of(home));
    Path at = configuration.getParent();
    while (at != null && !at.equals(home) && at.startsWith(home)) {
      above.add(at);
      at = at.getParent();
    }
    return above;
  }

  /// Whether nobody can exchange there what others own.
  private static boolean isSticky(Path directory) throws IOException {
    return ((int) Files.getAttribute(directory, MODE) & STICKY) != 0;
  }

  private static String name(Path place) {
    return String.valueOf(place.getFileName());
  }

  /// Why a place is not the person's alone, with the remedy.
  ///
  /// @param person the number of the user
  static Optional<String> problem(Path place, int person) throws IOException {
    int owner = (int) Files.getAttribute(place, UID);
    int mode = (int) Files.getAttribute(place, MODE);
    if (person != 0 && owner != 0 && owner != person) {
      return Optional.of(
          "%s belongs to another user (number %d), who could change what Writ obeys and records;"
                  .formatted(place, owner)
              + " make it yours with chown, or set HOME to a directory of your own");
    }
    String writers = (mode & OTHERS_WRITE) != 0 ? "every user" : "";
    if (writers.isEmpty() && (mode & GROUP_WRITES) != 0 && !isOwn(place, owner)) {
      writers = "its group";
    }
    return writers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s can be written by %s, who could change what Writ obeys and records;"
                    .formatted(place, writers)
                + " look through it, then run: chmod go-w '%s'".formatted(place));
  }

  /// Whether a file's group is its owner's alone, as most systems give each user one.
  private static boolean isOwn(Path place, int owner) throws IOException {
    int group = (int) Files.getAttribute(place, "unix:gid");
    if (group == owner || group == 0) {
      return true;
    }
    PosixFileAttributes named = Files.readAttributes(place, PosixFileAttributes.class);
    return named.group().getName().equals(named.owner().getName());
  }

  /// The number of the user that this process runs as; where the system does not say, of the one
  /// whose account has the home directory.
  private static int person() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.exists(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("Uid:")) {
          return Integer.parseInt(line.split("\\s+", -1)[2]);
        }
      }
    }
    return (int) Files.getAttribute(Path.of(System.getProperty("user.home", "/")), UID);
  }
}
