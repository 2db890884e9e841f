// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.testkit.Gen;
import dev.writ.tools.builtin.Door;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Path containment over random trees of directories, files and links, and random names in them.
/// The operating system says where a name leads; nothing outside the workspace is read or changed.
class ContainmentPropertyTest {
  private static final int TREES = 50;

  private static final Gen<String> SEGMENT =
      Gen.oneOf("a", "b", "c", "a", "b", "c", "a", "b", "c", "a", "b", "..", "..", ".", "", "new");
  private static final Gen<String> BEGINNING =
      Gen.oneOf("", "", "", "", "", "", "", "$ROOT/", "$ROOT/", "$OUT/", "../", "../outside/");
  private static final Gen<String> NAME =
      BEGINNING.then(
          beginning ->
              SEGMENT.then(one -> SEGMENT.list(2).map(more -> beginning + joined(one, more))));
  private static final Gen<Place> PLACE =
      Gen.oneOf("a", "b", "c")
          .list(2)
          .then(
              parts ->
                  Gen.oneOf(Kind.FILE, Kind.FILE, Kind.LINK, Kind.LINK, Kind.DIRECTORY)
                      .then(kind -> NAME.map(to -> new Place(String.join("/", parts), kind, to))));
  private static final Gen<Tree> TREE =
      PLACE
          .list(16)
          .then(in -> PLACE.list(6).then(out -> NAME.list(25).map(n -> new Tree(in, out, n))));

  @TempDir Path directory;
  private int number;
  private int delivered;
  private int refused;

  private enum Kind {
    FILE,
    DIRECTORY,
    LINK
  }

  private record Place(String path, Kind kind, String target) {}

  private record Tree(List<Place> inside, List<Place> outside, List<String> names) {}

  @Test
  void aNameLeadsWhereTheSystemSaysAndNeverOut() {
    Gen.check(TREES, TREE, this::holds);
    // Enough names must have led somewhere, or nothing was tried.
    assertThat(delivered).isGreaterThan(TREES / 2);
    assertThat(refused).isGreaterThan(TREES);
  }

  private static String joined(String first, List<String> more) {
    return more.isEmpty() ? first : first + "/" + String.join("/", more);
  }

  private boolean holds(Tree tree) {
    Path base = directory.resolve("t" + number++);
    try (Door door = Door.in(base, setup -> setup.execution = ExecutionMode.FULL_AUTONOMOUS)) {
      Path outside = Files.createDirectories(base.toRealPath().resolve("outside"));
      make(tree.inside(), door.root, door.root, outside);
      make(tree.outside(), outside, door.root, outside);
      Map<String, String> before = contents(outside);
      for (String name : tree.names()) {
        String given = named(name, door.root, outside);
        reads(door, given);
        door.call("write_file", "path", given, "content", "written\n");
        assertThat(contents(outside)).as("after writing %s", given).isEqualTo(before);
        assertThat(base.toFile().list())
            .as("after writing %s", given)
            .containsOnly("root", "data", "outside");
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Every file says where it is.
  private void reads(Door door, String given) throws IOException {
    CallAnswer answer = door.call("read_file", "path", given);
    if (Door.code(answer).equals("PATH_OUTSIDE_WORKSPACE")) {
      refused++;
    } else if (Door.code(answer).equals("ok")) {
      delivered++;
      Path real = door.root.resolve(given).toRealPath();
      assertThat(real).as(given).startsWithRaw(door.root);
      String text = answer.result().content();
      assertThat(text.contains("written") || text.contains("\tI am " + real + "\n"))
          .as("%s is %s: %s", given, real, text)
          .isTrue();
    }
  }

  private static String named(String name, Path root, Path outside) {
    return name.replace("$ROOT", root.toString()).replace("$OUT", outside.toString());
  }

  private static void make(List<Place> places, Path top, Path root, Path outside)
      throws IOException {
    for (Place place : places) {
      Path path = top.resolve(place.path());
      boolean free =
          !place.path().isEmpty()
              && !Files.exists(path, LinkOption.NOFOLLOW_LINKS)
              && isPlain(Objects.requireNonNull(path.getParent()), top);
      if (!free) {
        continue;
      }
      Files.createDirectories(path.getParent());
      switch (place.kind()) {
        case FILE -> Files.writeString(path, "I am " + path + "\n");
        case DIRECTORY -> Files.createDirectory(path);
        case LINK -> {
          String target = named(place.target(), root, outside);
          if (!target.isEmpty()) {
            Files.createSymbolicLink(path, Path.of(target));
          }
        }
      }
    }
  }

  /// Whether nothing but directories is on the way, so that nothing is made elsewhere.
  private static boolean isPlain(Path path, Path top) {
    for (Path at = path; !at.equals(top); at = Objects.requireNonNull(at.getParent())) {
      if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, String> contents(Path top) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> all = Files.walk(top)) {
      for (Path path : all.toList()) {
        String what =
            Files.isSymbolicLink(path)
                ? "-> " + Files.readSymbolicLink(path)
                : Files.isDirectory(path) ? "directory" : Files.readString(path);
        contents.put(path.toString(), what);
      }
    }
    return contents;
  }
}
