// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteFileTest {
  @TempDir Path directory;

  private static String write(Door door, String path, String content) {
    return door.code("write_file", "path", path, "content", content);
  }

  @Test
  void theResultSaysHowManyBytesWereWritten() {
    try (Door door = Door.in(directory)) {
      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "\u00e9\n");

      assertThat(answer.result().metadata().number("bytes_written")).hasValue(3);
      assertThat(answer.result().metadata().number("duration_ms")).isPresent();
    }
  }

  @Test
  void createsAFileWithItsParents() {
    try (Door door = Door.in(directory)) {
      assertThat(door.text("write_file", "path", "a/b/c.txt", "content", "one\n"))
          .contains("Created a/b/c.txt (4 bytes");
      assertThat(door.read("a/b/c.txt")).isEqualTo("one\n");
      assertThat(write(door, "a/b/d.txt", "")).isEqualTo("ok");
      assertThat(door.read("a/b/d.txt")).isEmpty();
    }
  }

  /// As where a program makes them: people share such a directory.
  @Test
  void whatIsNewInADirectoryOfAGroupBelongsToThatGroup() throws Exception {
    try (Door door = Door.in(directory)) {
      Path shared = Files.createDirectory(door.root.resolve("shared"));
      assumeTrue(isGivenAway(shared));
      Files.setAttribute(shared, "unix:mode", 02775);

      assertThat(write(door, "shared/a.txt", "a\n")).isEqualTo("ok");
      assertThat(write(door, "shared/sub/deep/b.txt", "b\n")).isEqualTo("ok");

      for (String place : List.of("a.txt", "sub", "sub/deep", "sub/deep/b.txt")) {
        Path made = shared.resolve(place);
        assertThat(Files.getAttribute(made, "unix:gid"))
            .as(place)
            .isEqualTo(Files.getAttribute(shared, "unix:gid"));
        boolean inherits = ((int) Files.getAttribute(made, "unix:mode") & 02000) != 0;
        assertThat(inherits).as(place).isEqualTo(Files.isDirectory(made));
      }
      assertThat(door.undo(false)).allMatch(Undone.Restored.class::isInstance);
      assertThat(shared).isEmptyDirectory();
    }
  }

  /// Whether it got another group of this user.
  private static boolean isGivenAway(Path shared) throws Exception {
    Object own = Files.getAttribute(shared, "unix:gid");
    Process id = new ProcessBuilder("id", "-G").start();
    String groups = new String(id.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    boolean all = groups.strip().equals("0");
    for (String group : (all ? "1" : groups.strip()).split(" ", -1)) {
      if (!group.equals(own.toString())) {
        Files.setAttribute(shared, "unix:gid", Integer.valueOf(group));
        return true;
      }
    }
    return false;
  }

  @Test
  void whatItWroteItMayWriteAgain() {
    try (Door door = Door.in(directory)) {
      assertThat(write(door, "a.txt", "one\n")).isEqualTo("ok");
      assertThat(write(door, "a.txt", "two\n")).isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo("two\n");
    }
  }

  @Test
  void replacingNeedsAllLinesSeen() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "1\n2\n3\n");
      assertThat(write(door, "a.txt", "x")).isEqualTo("FILE_NOT_SEEN");
      door.call("read_file", "path", "a.txt", "limit", 2);
      assertThat(write(door, "a.txt", "x")).isEqualTo("FILE_NOT_SEEN");
      door.call("read_file", "path", "a.txt", "offset", 3);
      assertThat(write(door, "a.txt", "x")).isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a\\nb\\n            | x\\ny\\n      | x\\ny\\n",
        "a\\nb\\n            | x\\ny         | x\\ny\\n",
        "a\\r\\nb\\r\\n      | x\\ny\\n      | x\\r\\ny\\r\\n",
        "a\\r\\nb\\r\\n      | x\\ny         | x\\r\\ny\\r\\n",
        "a\\r\\nb\\r\\n      | x\\r\\ny\\r\\n| x\\r\\ny\\r\\n",
        "a\\nb               | x\\ny         | x\\ny",
        "a\\r\\nb\\nc\\nd\\n | x\\ny\\n      | x\\ny\\n",
        "\\uFEFFa\\n         | x\\n          | \\uFEFFx\\n",
        "\\uFEFFa\\n         | \\uFEFFx\\n   | \\uFEFFx\\n",
        "\\uFEFFa\\r\\n      | x             | \\uFEFFx\\r\\n",
      })
  void lineEndsMarkAndFinalNewlineAreKept(String before, String written, String after) {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", plain(before));

      assertThat(write(door, "a.txt", plain(written))).isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo(plain(after));
    }
  }

  private static String plain(String escaped) {
    return escaped.replace("\\uFEFF", "\uFEFF").translateEscapes();
  }

  @Test
  void modeAndOwnerAreKept() throws IOException {
    try (Door door = Door.in(directory)) {
      Path file = door.seen("a.sh", "one\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx--x---"));
      boolean root = System.getProperty("user.name").equals("root");
      if (root) {
        Files.setAttribute(file, "unix:uid", 65534);
        Files.setAttribute(file, "unix:gid", 65534);
      }

      assertThat(write(door, "a.sh", "two\n")).isEqualTo("ok");

      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rwx--x---"));
      assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(root ? 65534 : uid(door.root));
    }
  }

  /// A program that runs as its owner is not what a model writes.
  @Test
  void aContentThatAModelWroteHasNoSetIdBits() throws IOException {
    try (Door door = Door.in(directory)) {
      Path file = door.seen("a.sh", "one\n");
      for (String content : List.of("two\n", "three\n")) {
        Files.setAttribute(file, "unix:mode", 06755);

        assertThat(write(door, "a.sh", content)).isEqualTo("ok");

        assertThat((int) Files.getAttribute(file, "unix:mode") & 07777).isEqualTo(0755);
      }
    }
  }

  private static Object uid(Path path) throws IOException {
    return Files.getAttribute(path, "unix:uid");
  }

  @Test
  void oldContentsArePrivate() throws IOException {
    try (Door door = Door.in(directory)) {
      Path file = door.seen("a.txt", "private\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      assertThat(write(door, "a.txt", "two\n")).isEqualTo("ok");

      assertThat(
              Files.getFileAttributeView(
                      door.root.resolve(".writ/objects"), PosixFileAttributeView.class)
                  .readAttributes()
                  .permissions())
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void nothingIsLeftBehindInTheStagingPlace() throws IOException {
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", "one\n");
      write(door, "a.txt", "two\n");
      write(door, "x/y/z.txt", "two\n");
      write(door, "n".repeat(256), "two\n");

      try (Stream<Path> staged = Files.list(door.root.resolve(".writ/objects/tmp"))) {
        assertThat(staged).isEmpty();
      }
    }
  }

  @Test
  void aDirectoryWithoutPermissionIsAnError() throws IOException {
    assumeFalse(System.getProperty("user.name").equals("root"), "root may write anywhere");
    try (Door door = Door.in(directory)) {
      Path locked = Files.createDirectory(door.root.resolve("locked"));
      Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
      try {
        assertThat(write(door, "locked/a.txt", "x")).isEqualTo("IO_ERROR");
        assertThat(door.governor.ledger()).contains("undoes");
      } finally {
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  @Test
  void aRepositoryWhoseGitIsAFileCanBeWritten() {
    try (Door door = Door.in(directory)) {
      door.file(".git", "gitdir: ../elsewhere/.git/worktrees/x\n");

      assertThat(write(door, "a.txt", "x")).isEqualTo("ok");
    }
  }

  @Test
  void aRepositoryWithALinkForItsExcludeListCanBeWritten() throws IOException {
    try (Door door = Door.in(directory)) {
      Path outside = Files.writeString(directory.resolve("outside"), "");
      Files.createDirectories(door.root.resolve(".git/info"));
      Files.createSymbolicLink(door.root.resolve(".git/info/exclude"), outside);

      assertThat(write(door, "a.txt", "x")).isEqualTo("ok");
      assertThat(outside).isEmptyFile();
    }
  }

  @Test
  void whatHasAnotherNameElsewhereIsReplaced() throws IOException {
    try (Door door = Door.in(directory)) {
      Path outside = Files.writeString(directory.resolve("outside"), "# theirs\n");
      Files.createDirectories(door.root.resolve(".git/info"));
      Files.createLink(door.root.resolve(".git/info/exclude"), outside);

      assertThat(write(door, "a.txt", "x")).isEqualTo("ok");
      assertThat(outside).hasContent("# theirs\n");
      assertThat(door.read(".git/info/exclude")).isEqualTo("# theirs\n/.writ/objects/\n");
    }
  }

  @Test
  void objectsAreExcludedFromGitOnce() {
    try (Door door = Door.in(directory)) {
      door.file(".git/info/exclude", "# mine\n*.o");
      write(door, "a.txt", "x");
      write(door, "b.txt", "x");
    }
    try (Door door = Door.in(directory)) {
      write(door, "c.txt", "x");
      assertThat(door.read(".git/info/exclude")).isEqualTo("# mine\n*.o\n/.writ/objects/\n");
    }
  }

  /// A linked working tree, a submodule, a directory of a larger repository, one without Git's
  /// usual files, and one that is made afterwards.
  @ParameterizedTest
  @CsvSource({
    "git init -q ../main && cd ../main && COMMIT && git worktree add -q ../root, ''",
    "git init -q --separate-git-dir ../kept ., ''",
    "git init -q .., ''",
    "git init -q --template= ., ''",
    "'', git init -q .",
  })
  void objectsAreKeptOutOfGitInAnyLayout(String before, String after) throws Exception {
    try (Door door = Door.in(directory)) {
      String commit = "git -c user.name=A -c user.email=a@example.org commit -q --allow-empty -m x";
      shell(door, before.replace("COMMIT", commit));
      door.seen("a.txt", "secret\n");
      write(door, "a.txt", "x");
      shell(door, after);

      assertThat(shell(door, "git status --porcelain -uall; git add -A -n; git clean -ffdn"))
          .contains("a.txt")
          .doesNotContain("objects");
    }
  }

  /// Something of that name that a repository brought.
  @Test
  void anotherListAmongTheObjectsIsReplaced() throws Exception {
    try (Door door = Door.in(directory)) {
      Path outside = Files.writeString(directory.resolve("outside"), "!*\n");
      Path list = door.root.resolve(".writ/objects/.gitignore");
      Files.createDirectories(list.getParent());
      Files.createLink(list, outside);

      assertThat(write(door, "a.txt", "x")).isEqualTo("ok");
      assertThat(list).hasContent("*\n");
      assertThat(outside).hasContent("!*\n");
    }
  }

  private static String shell(Door door, String line) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", line).directory(door.root.toFile());
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process shell = builder.redirectErrorStream(true).start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void hintsAtEditingWhenLittleChanged() {
    String text = "a line of some length that is repeated\n".repeat(60);
    try (Door door = Door.in(directory)) {
      door.seen("a.txt", text);

      assertThat(door.text("write_file", "path", "a.txt", "content", text + "one more\n"))
          .contains("edit_file");
    }
  }

  @Test
  void argumentsAreChecked() {
    try (Door door = Door.in(directory)) {
      assertThat(door.code("write_file", "path", "a.txt")).isEqualTo("INVALID_ARGUMENTS");
      assertThat(door.code("write_file", "content", "x")).isEqualTo("INVALID_ARGUMENTS");
      assertThat(door.code("write_file", "path", List.of("a"), "content", "x"))
          .isEqualTo("INVALID_ARGUMENTS");
      assertThat(door.code("write_to_file", "file_path", "a.txt", "contents", "x")).isEqualTo("ok");
      assertThat(door.code("write_file", "path", "b", "content", "x".repeat(10 * 1024 * 1024 + 1)))
          .isEqualTo("INVALID_ARGUMENTS");
    }
  }

  @Test
  void largeAndOddContentsArriveByteForByte() {
    String odd = "\u0000\u0001\u001b[31m\u202e\ufeff😀é\u2028\r\n\t".repeat(10_000);
    try (Door door = Door.in(directory)) {
      assertThat(write(door, "odd name 😀.txt", odd)).isEqualTo("ok");
      assertThat(door.bytes("odd name 😀.txt")).isEqualTo(odd.getBytes(StandardCharsets.UTF_8));
    }
  }
}
