// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.protection.PlaceLookup.PlaceKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The directories that Git treats as a repository.
class RepositoryShapeTest {
  @ParameterizedTest
  @CsvSource({
    "'HEAD objects/ refs/',                   true",
    "'HEAD objects/ refs/ config',            true",
    "'HEAD commondir',                        true",
    "'HEAD commondir gitdir',                 true",
    "'HEAD objects refs',                     true",
    "'HEAD objects/',                         false",
    "'HEAD refs/',                            false",
    "'objects/ refs/ config',                 false",
    "'commondir objects/ refs/',              false",
    "'HEAD config',                           false",
  })
  void anEntryMoreOrLessDecides(String entries, boolean repository, @TempDir Path temporary)
      throws IOException {
    for (String entry : entries.split(" ", -1)) {
      if (entry.endsWith("/")) {
        Files.createDirectory(temporary.resolve(entry));
      } else {
        Files.writeString(temporary.resolve(entry), "x");
      }
    }

    assertThat(new RepositoryShape(on(temporary)).isRepository(WorkspacePath.ROOT))
        .isEqualTo(repository);
  }

  /// As git-rev-parse(1) sees it.
  @Test
  void aBareRepositoryIsOne(@TempDir Path temporary) throws Exception {
    new ProcessBuilder("git", "init", "-q", "--bare", "a/b")
        .directory(temporary.toFile())
        .start()
        .waitFor();
    RepositoryShape shape = new RepositoryShape(on(temporary));

    assertThat(shape.around(WorkspacePath.of("a/b"))).contains(WorkspacePath.of("a/b"));
    assertThat(shape.around(WorkspacePath.of("a/b/hooks/x/y"))).contains(WorkspacePath.of("a/b"));
    assertThat(shape.around(WorkspacePath.of("a/c"))).isEmpty();
  }

  @Test
  void severalChangesTogetherMakeOne(@TempDir Path temporary) throws IOException {
    Files.createDirectories(temporary.resolve("d/refs"));
    ChangedPlaces after = new ChangedPlaces(on(temporary));
    after.put(WorkspacePath.of("d/Objects/ab/c"), PlaceKind.FILE);
    RepositoryShape without = new RepositoryShape(after);
    assertThat(without.madeBy(WorkspacePath.of("d/Objects/ab/c"))).isEmpty();

    after.put(WorkspacePath.of("d/head"), PlaceKind.FILE);
    RepositoryShape with = new RepositoryShape(after);
    assertThat(with.madeBy(WorkspacePath.of("d/head"))).contains(WorkspacePath.of("d"));
    assertThat(with.madeBy(WorkspacePath.of("d/Objects/ab/c"))).contains(WorkspacePath.of("d"));
    assertThat(with.madeBy(WorkspacePath.of("d/config"))).isEqualTo(Optional.empty());
    assertThat(with.around(WorkspacePath.of("d/config"))).contains(WorkspacePath.of("d"));
  }

  @Test
  void whatGoesIsNoPart(@TempDir Path temporary) throws IOException {
    Files.writeString(temporary.resolve("HEAD"), "x");
    Files.writeString(temporary.resolve("commondir"), "x");
    ChangedPlaces after = new ChangedPlaces(on(temporary));
    after.put(WorkspacePath.of("HEAD"), PlaceKind.NOTHING);

    assertThat(new RepositoryShape(after).isRepository(WorkspacePath.ROOT)).isFalse();
  }

  private static PlaceLookup on(Path directory) {
    return place -> {
      Path path = directory.resolve(place.toString());
      if (Files.isDirectory(path)) {
        return PlaceKind.DIRECTORY;
      }
      return Files.exists(path) ? PlaceKind.FILE : PlaceKind.NOTHING;
    };
  }
}
