// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.records.ledger.ActOrigin;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a command takes out of a directory that tools fill comes back there by an undo.
class TakenOutputsTest {
  private static final ActOrigin PERSON =
      new ActOrigin("S-2", 99, 9, new ActOrigin.Contributor.Human());

  @TempDir Path directory;

  private Door door() throws Exception {
    Door door = Scripts.door(directory, "namespaces");
    WorkTree.prepare(door);
    door.file(".gitignore", "out/\nnode_modules/\n");
    door.file("out/r.csv", "measured,1\n");
    door.file("out/deep/s.csv", "measured,2\n");
    door.file("node_modules/pkg/index.js", "module.exports = 1\n");
    door.file("p/out/t.csv", "measured,3\n");
    door.file("p/a.txt", "a\n");
    return door;
  }

  /// @param gone a file that the command takes away from its place
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mv out results | out/deep/s.csv | measured,2",
        "mv out/r.csv kept.csv | out/r.csv | measured,1",
        "cp -r out results; rm -rf out | out/r.csv | measured,1",
        "mv node_modules/pkg vendored | node_modules/pkg/index.js | module.exports = 1",
        "mkdir x; mv out x/y; echo more >> x/y/deep/s.csv | out/r.csv | measured,1",
      })
  void undoBringsItBack(String script, String gone, String text) throws Exception {
    try (Door door = door()) {
      Scripts.sh(door, script);
      assertThat(door.root.resolve(gone)).doesNotExist();

      assertThat(door.governor.undo().undo(new Selection.BySession("S-1"), PERSON, false))
          .hasOnlyElementsOfType(Undone.Restored.class);

      assertThat(door.read(gone)).isEqualTo(text + "\n");
    }
  }

  /// With the directory around it it goes from one such place to another, and stays there.
  @Test
  void anOutputThatMovedWithItsDirectoryIsNotLost() throws Exception {
    try (Door door = door()) {
      Scripts.sh(door, "mv p q");
      assertThat(door.governor.undo().undo(new Selection.BySession("S-1"), PERSON, false))
          .hasOnlyElementsOfType(Undone.Restored.class);

      assertThat(door.read("p/a.txt")).isEqualTo("a\n");
      assertThat(door.read("q/out/t.csv")).isEqualTo("measured,3\n");
    }
  }

  /// What is removed and made again elsewhere by other means needs no record, as before.
  @Test
  void whatIsOnlyRemovedHasNoRecord() throws Exception {
    try (Door door = door()) {
      Scripts.sh(door, "rm -rf node_modules out; echo other > new.txt; : > empty.txt");

      assertThat(Scripts.told(door))
          .contains("create new.txt")
          .noneMatch(one -> one.contains("out/"));
    }
  }
}
