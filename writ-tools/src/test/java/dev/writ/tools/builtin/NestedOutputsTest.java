// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.records.ledger.ActOrigin;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What counts as an output in a repository within the workspace's: there Git knows only that one's
/// index and ignore files.
@ParameterizedClass
@ValueSource(strings = {"namespaces", "landlock"})
class NestedOutputsTest {
  private static final ActOrigin PERSON =
      new ActOrigin("S-2", 99, 9, new ActOrigin.Contributor.Human());

  @Parameter String sandbox = "";

  @TempDir Path directory;

  private Door door(String kind) throws Exception {
    Door door = Scripts.door(directory, sandbox);
    WorkTree.prepare(door);
    door.file(".gitignore", "build/\ndata/*\n!data/.gitkeep\n");
    door.file("sub/build/x.sh", "echo built\n");
    door.file("sub/.gitignore", "node_modules/\n");
    Scripts.git(door, "-C", "sub", "init", "-q");
    Scripts.git(door, "-C", "sub", "add", "-f", ".");
    Scripts.git(
        door, "-C", "sub", "-c", "user.name=T", "-c", "user.email=t@e", "commit", "-qm", "one");
    if (kind.equals("submodule")) {
      Scripts.git(door, "submodule", "add", "-q", "./sub", "sub");
      Scripts.git(door, "submodule", "absorbgitdirs");
    }
    door.file("sub/build/x.sh", "echo built\n# a person's line\n");
    door.file("sub/build/own.txt", "nobody else has it\n");
    door.file("sub/node_modules/m/index.js", "1\n");
    return door;
  }

  @ParameterizedTest
  @ValueSource(strings = {"submodule", "clone"})
  void whatItTracksOrDoesNotIgnoreIsRecorded(String kind) throws Exception {
    try (Door door = door(kind)) {
      Scripts.sh(door, "echo gone > sub/build/x.sh; rm sub/build/own.txt; echo n > sub/build/n");
      assertThat(Scripts.told(door))
          .contains("modify sub/build/x.sh", "delete sub/build/own.txt", "create sub/build/n");
      Scripts.sh(door, "rm -rf sub/build");
      assertThat(Scripts.told(door)).contains("delete sub/build/x.sh");

      assertThat(undo(door)).hasOnlyElementsOfType(Undone.Restored.class);
      assertThat(door.read("sub/build/x.sh")).isEqualTo("echo built\n# a person's line\n");
      assertThat(door.read("sub/build/own.txt")).isEqualTo("nobody else has it\n");
      assertThat(door.root.resolve("sub/build/n")).doesNotExist();
    }
  }

  /// What it ignores itself is an output, as everywhere.
  @Test
  void whatItIgnoresIsAnOutput() throws Exception {
    try (Door door = door("clone")) {
      Scripts.sh(door, "echo 2 > sub/node_modules/m/index.js; echo 3 > sub/node_modules/n.js");

      assertThat(Scripts.told(door)).noneMatch(line -> line.contains("node_modules"));
      Scripts.git(door, "-C", "sub", "add", "-f", "node_modules/m/index.js");
      Scripts.sh(door, "echo 4 > sub/node_modules/m/index.js");
      assertThat(Scripts.told(door)).contains("modify sub/node_modules/m/index.js");
    }
  }

  /// A line for all names doesn't say that tools fill a directory.
  @ParameterizedTest
  @ValueSource(strings = {"out", "target", "dist", "coverage"})
  void whatAWildcardIgnoresIsKept(String name) throws Exception {
    assumeThat(sandbox).isEqualTo("namespaces"); // else nothing of what is ignored is kept
    try (Door door = door("clone")) {
      door.file("data/" + name + "/measured.csv", "1,2\n");

      Scripts.sh(door, "rm -rf data/" + name);

      assertThat(undo(door)).hasOnlyElementsOfType(Undone.Restored.class);
      assertThat(door.read("data/" + name + "/measured.csv")).isEqualTo("1,2\n");
    }
  }

  private static List<Undone> undo(Door door) throws Exception {
    return door.governor.undo().undo(new Selection.BySession("S-1"), PERSON, false);
  }
}
