// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.ledger.TraceRecord;
import dev.writ.tools.builtin.Door;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that Git ignores and a person made are restored; files that tools make again are not
/// recorded.
class IgnoredFilesTest {
  @TempDir Path directory;

  @BeforeEach
  void needsViews() {
    Door.needsViews();
  }

  private Door door() throws Exception {
    Door door = Door.in(directory, setup -> setup.rules = Door.under("namespaces"));
    ProcessBuilder git =
        new ProcessBuilder("git", "init", "-q", ".").directory(door.root.toFile()).inheritIO();
    git.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    assertThat(git.start().waitFor()).isZero();
    door.file(".gitignore", "*.db\ndata/\nnode_modules/\n");
    door.contained();
    door.file("local.db", "precious\n");
    door.file("data/a/p.txt", "rows\n");
    door.file("build/mine.sh", "mine\n");
    door.file("node_modules/x/index.js", "made\n");
    door.file("sub/__pycache__/a.pyc", "1\n");
    door.file("sub/__pycache__/b.pyc", "1\n");
    return door;
  }

  private static void run(Door door, String line) {
    door.file("do.sh", line + "\n");
    assertThat(Door.code(door.call("run_command", "command", "sh do.sh"))).as(line).isEqualTo("ok");
  }

  /// As little as `rm` does.
  @Test
  void aToolThatRemovesFilesAsksNobody() throws Exception {
    try (Door door = door()) {
      assertThat(door.code("delete_path", "path", "local.db")).isEqualTo("ok");

      assertThat(door.undo(false)).isNotEmpty().allMatch(Undone.Restored.class::isInstance);
      assertThat(door.root.resolve("local.db")).hasContent("precious\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm local.db",
        ": > local.db",
        "echo more >> local.db",
        "mv local.db other.db",
        "rm -rf data local.db",
        "rm -rf data && touch data",
        "mv data /tmp/data && mkdir data",
        "chmod 600 local.db && rm data/a/p.txt",
        "rm -rf build",
        "rm -rf build data node_modules",
      })
  void whatWasThereBeforeComesBack(String line) throws Exception {
    try (Door door = door()) {
      run(door, line);

      assertThat(door.undo(false)).isNotEmpty().allMatch(Undone.Restored.class::isInstance);

      assertThat(door.root.resolve("local.db")).hasContent("precious\n");
      assertThat(door.root.resolve("data/a/p.txt")).hasContent("rows\n");
      assertThat(door.root.resolve("build/mine.sh")).hasContent("mine\n");
    }
  }

  /// Undo leaves neither a copy nor the directory that was made for it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mkdir d && mv local.db d/",
        "mkdir d && mv local.db d/other.db",
        "mv local.db other.db && mv other.db third.db",
        "mv data moved && mv moved/a/p.txt moved/a/q.db",
        "mkdir -p build/data && mv data/a local.db build/data/",
        "mkdir sub/data && mv data sub/data/ && mv local.db sub/data/",
        "mkdir -m 700 d && cp -p local.db d/ && chmod 600 d/local.db && rm local.db",
        "mkdir d && mv local.db data d/ && touch d/README",
      })
  void whatWasMovedIsMovedBack(String line) throws Exception {
    try (Door door = door()) {
      assertThat(door.root.resolve("data/empty").toFile().mkdir()).isTrue();
      Files.setPosixFilePermissions(
          door.root.resolve("local.db"), PosixFilePermissions.fromString("rw-r-----"));
      Files.setPosixFilePermissions(
          door.root.resolve("data/a"), PosixFilePermissions.fromString("rwx------"));
      door.file("do.sh", line + "\n");
      SortedMap<String, String> before = door.tree();

      run(door, line);
      assertThat(door.tree()).isNotEqualTo(before);
      assertThat(door.undo(false)).isNotEmpty().allMatch(Undone.Restored.class::isInstance);

      assertThat(door.tree()).isEqualTo(before);
    }
  }

  /// A directory that only resembles it is an ordinary output.
  @Test
  void whatIsMadeBesideIsNotRecorded() throws Exception {
    try (Door door = door()) {
      run(door, "rm local.db; mkdir -p node_modules/y; echo previous > node_modules/y/local.db");

      assertThat(TraceRecord.readable(door.governor.ledger()).getFirst().files()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -rf node_modules",
        "echo x > node_modules/x/index.js",
        "mkdir -p data/new && echo x > data/new/y",
        "echo x > new.db",
        "mkdir __pycache__ && echo 1 > __pycache__/a.pyc",
        "echo 2 > sub/__pycache__/a.pyc && rm sub/__pycache__/b.pyc",
        "rm -rf sub/__pycache__",
      })
  void whatToolsMakeIsNotRecorded(String line) throws Exception {
    try (Door door = door()) {
      run(door, line);

      assertThat(TraceRecord.readable(door.governor.ledger())).isEmpty();
    }
  }

  /// Nothing else says that such a directory holds outputs only: what was there comes back, and
  /// what is new needs no record.
  @ParameterizedTest
  @ValueSource(strings = {"build", "dist", "sub/build"})
  void withoutGitAPersonsFilesInDeclaredOutputsComeBack(String place) throws Exception {
    try (Door door = withoutGit(place)) {
      assertThat(TraceRecord.readable(door.governor.ledger()))
          .flatExtracting(TraceRecord::files)
          .extracting(file -> file.path().toString())
          .containsExactlyInAnyOrder(place + "/gone.txt", place + "/changed.txt");

      assertThat(door.undo(false)).isNotEmpty().allMatch(Undone.Restored.class::isInstance);
      assertThat(door.root.resolve(place + "/gone.txt")).hasContent("mine\n");
      assertThat(door.root.resolve(place + "/changed.txt")).hasContent("mine\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".venv", "__pycache__", "ignored/build"})
  void whatToolsAloneFillNeedsNoGit(String place) throws Exception {
    try (Door door = withoutGit(place)) {
      assertThat(door.root.resolve(place + "/changed.txt")).hasContent("new\n");
      assertThat(TraceRecord.readable(door.governor.ledger())).isEmpty();
    }
  }

  /// After a program whose pack declares outputs has changed what is in a directory.
  private Door withoutGit(String place) {
    Door door = Door.in(directory, setup -> setup.rules = Door.under("namespaces"));
    door.file(".gitignore", "ignored/build/\n");
    door.contained();
    door.file(place + "/gone.txt", "mine\n");
    door.file(place + "/changed.txt", "mine\n");
    door.file(
        "do.py",
        """
        import os
        os.remove("PLACE/gone.txt")
        open("PLACE/changed.txt", "w").write("new\\n")
        open("PLACE/new.txt", "w").write("new\\n")
        """
            .replace("PLACE", place));
    CallAnswer answer = door.call("run_command", "command", "python3 do.py");
    assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
    return door;
  }

  /// A pipe has no content that could be kept.
  @Test
  void whatCantComeBackKeepsNothingElseFromIt() throws Exception {
    try (Door door = door()) {
      Path pipe = door.root.resolve("pipe");
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
      run(door, "rm pipe local.db data/a/p.txt");
      assertThat(pipe).doesNotExist();

      assertThat(door.undo(false)).hasExactlyElementsOfTypes(Undone.RefusedUndo.class);
      assertThat(door.undo(true)).hasAtLeastOneElementOfType(Undone.RefusedUndo.class);

      assertThat(door.root.resolve("local.db")).hasContent("precious\n");
      assertThat(Files.exists(door.root.resolve("data/a/p.txt"))).isTrue();
    }
  }
}
