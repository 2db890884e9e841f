// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.process;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.ConfigSources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The person's own places of configuration, trust and records, and the programs that the
/// configuration names. Whoever can write to them decides what Writ obeys and what it says has
/// happened.
public final class PersonDirectories {
  private static final int OTHERS_WRITE = 0002;
  private static final int GROUP_WRITES = 0020;
  private static final int STICKY = 01000;
  private static final int MAX_DEPTH = 3;
  private static final int MAX_LINKS = 40;
  private static final Path ROOT = Path.of("/");

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
    return exposure(place, person)
        .map(
            found ->
                "%s, who could change what Writ obeys and records; %s"
                    .formatted(
                        found.who(),
                        found.foreign()
                            ? "make it yours with chown, or set HOME to a directory of your own"
                            : found.closing()));
  }

  /// Why somebody else could exchange a program that the person's configuration names and that runs
  /// outside of the sandbox, with the remedy; empty also where it can't be looked at: that is told
  /// where it is started.
  ///
  /// @param words the program and its arguments, of which those count that are paths from the root
  public static Optional<String> exchangeable(List<String> words) {
    try {
      int person = person();
      for (String word : words) {
        if (word.startsWith("/")) {
          Optional<Exposure> found = onTheWay(Path.of(word), person);
          if (found.isPresent()) {
            return Optional.of(
                "%s, who could exchange what would run as you, outside of the sandbox; %s"
                    .formatted(
                        found.get().who(),
                        found.get().foreign()
                            ? "name a program of your own"
                            : found.get().closing()));
          }
        }
      }
    } catch (IOException | InvalidPathException | UnsupportedOperationException _) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  /// Looks at a file and at each directory and link on the way to it.
  private static Optional<Exposure> onTheWay(Path path, int person) throws IOException {
    Deque<Path> rest = new ArrayDeque<>();
    path.forEach(rest::addLast);
    Path at = ROOT;
    for (int links = 0; !rest.isEmpty() && links < MAX_LINKS; ) {
      at = at.resolve(rest.removeFirst()).normalize();
      Optional<Exposure> found;
      if (Files.isSymbolicLink(at)) {
        links++;
        found = ofAnother(at, person, LinkOption.NOFOLLOW_LINKS);
        Path target = Files.readSymbolicLink(at);
        List<Path> further = new ArrayList<>();
        target.forEach(further::add);
        further.reversed().forEach(rest::addFirst);
        at = target.isAbsolute() ? ROOT : Objects.requireNonNullElse(at.getParent(), ROOT);
      } else {
        found = !rest.isEmpty() && isSticky(at) ? Optional.empty() : exposure(at, person);
      }
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /// Who else can write to a place.
  ///
  /// @param who the place and they, in words
  /// @param foreign whether they own it
  private record Exposure(Path place, String who, boolean foreign) {
    String closing() {
      return "look through it, then run: chmod go-w '%s'".formatted(place);
    }
  }

  private static Optional<Exposure> exposure(Path place, int person) throws IOException {
    Optional<Exposure> another = ofAnother(place, person);
    if (another.isPresent()) {
      return another;
    }
    int mode = (int) Files.getAttribute(place, MODE);
    String writers = (mode & OTHERS_WRITE) != 0 ? "every user" : "";
    if (writers.isEmpty()
        && (mode & GROUP_WRITES) != 0
        && !isOwn(place, (int) Files.getAttribute(place, UID))) {
      writers = "its group";
    }
    return writers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Exposure(place, "%s can be written by %s".formatted(place, writers), false));
  }

  private static Optional<Exposure> ofAnother(Path place, int person, LinkOption... links)
      throws IOException {
    int owner = (int) Files.getAttribute(place, UID, links);
    return person == 0 || owner == 0 || owner == person
        ? Optional.empty()
        : Optional.of(
            new Exposure(
                place, "%s belongs to another user (number %d)".formatted(place, owner), true));
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
