// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Without a view, a program puts among Git's objects what is none, in whatever way: Git takes a
/// content by its name, without a look at it.
class ForeignObjectsTest {
  /// How the lie begins, wherever it stands.
  private static final String LIE = "no object of Git";

  @TempDir Path directory;

  private void prepare(Door door) throws Exception {
    door.file("a.txt", "a\n");
    door.file("f.txt", "f\n");
    Scripts.repository(door);
    Scripts.git(door, "branch", "feature");
    Scripts.git(door, "gc", "-q");
    door.file("lie.bin", LIE);
  }

  /// Of what Git would read: no pack without its index.
  private static List<String> lies(Path objects) throws IOException {
    try (Stream<Path> all = Files.walk(objects, FileVisitOption.FOLLOW_LINKS)) {
      return all.filter(path -> !path.toString().contains(".not-an-object"))
          .filter(path -> Files.isRegularFile(path) && path.toFile().length() == LIE.length())
          .filter(path -> !path.toString().endsWith(".pack") || Files.exists(index(path)))
          .map(path -> objects.relativize(path).toString())
          .toList();
    }
  }

  private static Path index(Path pack) {
    return pack.resolveSibling(pack.getFileName().toString().replace(".pack", ".idx"));
  }

  private static void assertNoLie(Door door, String good, String said) throws Exception {
    assertThat(lies(door.root.resolve(".git/objects"))).as(said).isEmpty();
    assertThat(Scripts.git(door, "show", "feature:f.txt")).as(said).isEqualTo(good);
    Scripts.git(door, "fsck", "--strict", "--no-dangling");
    assertThat(said).doesNotContain("could not be looked through");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ln -s ../../../lie.bin $P.pack; ln -s ../../../lie.bin $P.idx",
        "mkdir -p $D; ln -s ../../../lie.bin $D/$F",
        "mkdir zz; cp lie.bin zz/$F; ln -s ../../zz $D",
        "cp -r .git/objects/pack zz; cp lie.bin zz/evil.pack; cp lie.bin zz/evil.idx;"
            + " mv .git/objects/pack old; ln -s ../../zz .git/objects/pack",
        "mkdir -p $P.idx.not-an-object/x; cp lie.bin $P.pack; cp lie.bin $P.idx",
        "mkdir -p $D/$F.not-an-object/x; cp lie.bin $D/$F",
        "L=.git/objects/pack/$(printf %0250d 1); cp lie.bin $L.pack; cp lie.bin $L.idx",
        "mkdir .git/objects/info/commit-graphs;"
            + " cp lie.bin .git/objects/info/commit-graphs/commit-graph-chain",
        "rm -f .git/objects/info/commit-graph; ln -s ../../../lie.bin .git/objects/info/commit-graph",
        "mkdir .git/objects/pack/multi-pack-index.d;"
            + " cp lie.bin .git/objects/pack/multi-pack-index.d/multi-pack-index-chain",
        "mkdir -p .git/modules/a/objects/pack; cp lie.bin .git/modules/a/objects/pack/x.idx;"
            + " chmod 0 .git/modules/a/objects/pack; cp lie.bin $P.pack; cp lie.bin $P.idx",
      })
  void noneComes(String line) throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      prepare(door);
      String good = Scripts.git(door, "show", "feature:f.txt");

      String said = Scripts.sh(door, names(door) + line).result().content();

      assertNoLie(door, good, said);
    }
  }

  /// What an earlier command made somewhere else, or closed, is as new.
  @ParameterizedTest
  @CsvSource({
    "mkdir zz; cp lie.bin zz/evil.pack; cp lie.bin zz/evil.idx,"
        + " mv .git/objects/pack old; mv zz .git/objects/pack",
    "mkdir zz; cp lie.bin zz/$F, mv zz $D",
    "mkdir zz; cp lie.bin zz/commit-graph, rm -rf .git/objects/info; mv zz .git/objects/info",
    "mkdir zz; cp lie.bin zz/x, mv zz .git/objects/pack/multi-pack-index.d",
    "cp -r .git/objects zz; cp lie.bin zz/pack/x.pack; cp lie.bin zz/pack/x.idx,"
        + " mv .git/objects old; mv zz .git/objects",
    "cp lie.bin $P.pack; cp lie.bin $P.idx; chmod 0 .git/objects/pack,"
        + " chmod 755 .git/objects/pack",
    "mkdir $D; cp lie.bin $D/$F; chmod 0 .git/objects, chmod 755 .git/objects; chmod 755 $D",
    "cp lie.bin $P.pack; cp lie.bin $P.idx; chmod 500 .git/objects/pack, true",
  })
  void norInTwoSteps(String first, String second) throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      prepare(door);
      String good = Scripts.git(door, "show", "feature:f.txt");

      String one = Scripts.sh(door, names(door) + first).result().content();
      String two = Scripts.sh(door, names(door) + second).result().content();

      assertNoLie(door, good, one + two);
    }
  }

  /// A directory doesn't change with what is written into its files.
  @ParameterizedTest
  @CsvSource({"., pack/*.pack", "., pack/*.idx", "., ??/*", "n, pack/*.pack", "n, ??/*"})
  void noneIsOverwrittenUnseen(String repository, String files) throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      prepare(door);
      door.file("n/f.txt", "n\n");
      Scripts.git(door, "clone", "-q", "--no-local", ".", "n/clone");
      Files.move(door.root.resolve("n/clone/.git"), door.root.resolve("n/.git"));
      door.file("later.txt", "later\n");
      Scripts.git(door, "add", "later.txt");
      Scripts.git(door, "-C", "n", "add", "f.txt");
      Path objects = door.root.resolve(repository + "/.git/objects");
      try (Stream<Path> all = Files.walk(objects)) {
        for (Path file : all.filter(Files::isRegularFile).toList()) {
          Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        }
      }

      String said =
          Scripts.sh(
                  door,
                  "for F in %s/.git/objects/%s; do cat lie.bin > $F; done"
                      .formatted(repository, files))
              .result()
              .content();

      assertThat(lies(objects)).as(said).isEmpty();
      assertThat(said).containsAnyOf("put aside", "restored");
    }
  }

  private static String names(Door door) throws Exception {
    String id = Scripts.git(door, "rev-parse", "feature:f.txt").strip();
    return "D=.git/objects/%s; F=%s; P=.git/objects/pack/pack-%s; "
        .formatted(id.substring(0, 2), id.substring(2), "0".repeat(40));
  }
}
