// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.tools.builtin.Door;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `safety.sandbox_allowed_paths` narrows the workspace: for paths that calls name, and for what
/// commands write.
class AllowedPathTest {
  @TempDir Path directory;

  private Door door(String allowed, Consumer<Door.Setup> otherwise) throws Exception {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.allowed = WorkspacePath.of(allowed);
              setup.execution = ExecutionMode.FULL_AUTONOMOUS;
              otherwise.accept(setup);
            });
    door.file(".gitignore", "*.log\n");
    door.file("src/a.txt", "a\n");
    door.file("src/b.log", "b\n");
    door.file("other/a.txt", "kept\n");
    return door;
  }

  @ParameterizedTest
  @CsvSource({
    "src/a.txt, ok",
    "$ROOT/src/a.txt, ok",
    "src/../src/a.txt, ok",
    "other/a.txt, PATH_OUTSIDE_WORKSPACE",
    "$ROOT/other/a.txt, PATH_OUTSIDE_WORKSPACE",
    "src/../other/a.txt, PATH_OUTSIDE_WORKSPACE",
    "src/link/a.txt, PATH_OUTSIDE_WORKSPACE",
    ".gitignore, ok",
    "srcs/a.txt, PATH_OUTSIDE_WORKSPACE"
  })
  void aPathMustLeadIntoIt(String name, String code) throws Exception {
    try (Door door = door("src", _ -> {})) {
      Files.createSymbolicLink(door.root.resolve("src/link"), Path.of("../other"));
      String path = name.replace("$ROOT", door.root.toString());
      assertThat(door.code("read_file", "path", path)).isEqualTo(code);
      String written = name.equals(".gitignore") ? "PATH_OUTSIDE_WORKSPACE" : code;
      String beside = path.replace("a.txt", "new.txt");
      assertThat(door.code("write_file", "path", beside, "content", "x\n")).isEqualTo(written);
    }
  }

  @Test
  void aTreeOfItIsListedByTheIgnoreFilesAboveIt() throws Exception {
    try (Door door = door("src", _ -> {})) {
      assertThat(door.text("list_files", "path", "src")).isEqualTo("src/a.txt");
      assertThat(door.code("list_files")).isEqualTo("PATH_OUTSIDE_WORKSPACE");
      assertThat(door.code("move_path", "from", "src/a.txt", "to", "other/b.txt"))
          .isEqualTo("PATH_OUTSIDE_WORKSPACE");
      assertThat(door.code("delete_path", "path", "other", "recursive", true))
          .isEqualTo("PATH_OUTSIDE_WORKSPACE");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void commandsWriteInItOnly(String mechanism) throws Exception {
    try (Door door = door("src", setup -> setup.rules = Door.under(mechanism))) {
      door.file("src/run", "echo in > src/made; echo x >> other/a.txt; echo y > new\n");
      assertThat(door.code("run_command", "command", "cat other/a.txt"))
          .isEqualTo("PATH_OUTSIDE_WORKSPACE");
      door.call("run_command", "command", "sh src/run");
      assertThat(door.read("src/made")).isEqualTo("in\n");
      assertThat(door.read("other/a.txt")).isEqualTo("kept\n");
      assertThat(door.root.resolve("new")).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource({"src, src/sub", "src/sub, src", "'.', src/sub", "src/sub, '.'"})
  void anFsRootCutsItDownFurther(String fsRoot, String allowed) throws Exception {
    try (Door door = door(allowed, _ -> {})) {
      authority(door, fsRoot);
      door.file("src/sub/run", "echo in > made; echo x > ../out\n");
      door.call("run_command", "command", "sh run", "working_dir", "src/sub");
      assertThat(door.read("src/sub/made")).isEqualTo("in\n");
      assertThat(door.root.resolve("src/out")).doesNotExist();
    }
  }

  @Test
  void anFsRootElsewhereLeavesNothing() throws Exception {
    try (Door door = door("src", _ -> {})) {
      authority(door, "other");
      assertThat(door.code("run_command", "command", "sh a.txt", "working_dir", "src"))
          .isEqualTo("AUTHORITY_DENIED");
    }
  }

  private static void authority(Door door, String fsRoot) throws Exception {
    String text =
        "authority: {level: scoped_commands, allowed_bins: ['*'], fs_root: '" + fsRoot + "'}\n";
    door.file(AuthorityFile.PATH, text);
    door.governor.authority().confirm(text, "me");
  }
}
