// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.protection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Putting back is the identity, whatever was written, cut off, moved, linked or removed.
class RestoreIdentityTest {
  private static final int OPERATIONS = 12;

  /// Small ones and those that memory doesn't hold, writable or not.
  private static final List<String> FILES =
      List.of(
          "config", "hooks/pre-commit", "info/exclude", "large", "sealed", "deep/er/f", "empty");

  private static final List<String> PLACES =
      List.of("", "hooks", "info", "deep", "deep/er", "new", "new/er");

  @TempDir Path directory;
  private SplittableRandom random = new SplittableRandom(0);

  /// With `-Dseed=N` that one; with `-Dlong=true` more.
  static LongStream seeds() {
    long seed = Long.getLong("seed", 0);
    return seed > 0
        ? LongStream.of(seed)
        : LongStream.rangeClosed(1, Boolean.getBoolean("long") ? 1000 : 40);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void itIsTheIdentity(long seed) throws Exception {
    random = new SplittableRandom(seed);
    Path root = Files.createDirectories(directory.toRealPath().resolve("ws"));
    Path held = root.resolve(".git");
    for (String name : FILES) {
      Path file = held.resolve(name);
      Files.createDirectories(file.getParent());
      Files.write(file, content(name));
      int mode = name.endsWith("commit") ? 0755 : 0644;
      Files.setAttribute(file, "unix:mode", name.equals("sealed") ? 0444 : mode);
    }
    Map<String, String> before = tree(held);
    PathProtection protection =
        new PathProtection(
            root, List.of(held), new ProtectedContentCache(), RightfulWriters.NONE.watch());
    List<String> done = new ArrayList<>();
    for (int i = 0; i < OPERATIONS; i++) {
      try {
        done.add(operate(root, held));
      } catch (IOException e) {
        done.add("failed: " + e);
      }
    }

    PathProtection.ProtectionChanges changes = protection.restore();

    assertThat(changes.lost()).as("seed %d: %s", seed, done).isEmpty();
    assertThat(tree(held)).as("seed %d: %s", seed, done).isEqualTo(before);
  }

  private byte[] content(String name) {
    boolean large = name.equals("large") || name.equals("sealed");
    int size = name.equals("empty") ? 0 : 100;
    byte[] bytes = new byte[large ? PathProtection.MOST_BYTES + 777 : size];
    random.nextBytes(bytes);
    return bytes;
  }

  private String operate(Path root, Path held) throws IOException {
    Path file = held.resolve(pick(FILES));
    Path other = held.resolve(pick(FILES));
    Path place = held.resolve(pick(PLACES));
    int what = random.nextInt(11);
    boolean writes = what <= 2 || what == 7;
    if (writes && ((int) Files.getAttribute(file, "unix:mode") & 0200) == 0) {
      throw new IOException("read-only: no command writes in it, nor gives itself the right to");
    }
    switch (what) {
      case 0 -> Files.writeString(file, "evil", StandardOpenOption.APPEND);
      case 1 -> Files.writeString(file, "evil", StandardOpenOption.TRUNCATE_EXISTING);
      case 2 -> Files.write(file, new byte[0]);
      case 3 -> Files.delete(file);
      case 4 -> Files.move(file, other, StandardCopyOption.REPLACE_EXISTING);
      case 5 -> {
        Files.deleteIfExists(file);
        Files.createSymbolicLink(file, root.resolve("outside"));
      }
      case 6 -> {
        Files.deleteIfExists(file);
        Files.createDirectory(file);
      }
      case 7 -> Files.setAttribute(file, "unix:mode", 0600, LinkOption.NOFOLLOW_LINKS);
      case 8 -> remove(place);
      case 9 -> {
        Files.createDirectories(place);
        Files.writeString(place.resolve("more"), "evil");
      }
      default -> Files.move(place, root.resolve("aside" + random.nextInt()));
    }
    return what + " " + file + " " + other + " " + place;
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static void remove(Path place) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static Map<String, String> tree(Path held) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(held)) {
      for (Path path : all.toList()) {
        int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
        String content = file ? "" + Arrays.hashCode(Files.readAllBytes(path)) : "";
        tree.put(held.relativize(path).toString(), Integer.toOctalString(mode) + " " + content);
      }
    }
    return tree;
  }
}
