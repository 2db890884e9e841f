// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Resolution of names through the whole door: for each spelling the answers to reading and then
/// writing it.
public class ContainmentTest {
  private static final String SECRET = "the secret outside";

  @TempDir Path directory;

  /// `$ROOT`, `$OUT` and `$EVIL` are the absolute paths of the workspace, of a directory beside it
  /// and of one whose name begins like it.
  private static final String INSIDE =
      """
      in.txt                               | ok                     | ok
      ./in.txt                             | ok                     | ok
      ././././in.txt                       | ok                     | ok
      .//in.txt                            | ok                     | ok
      dir/a.txt                            | ok                     | ok
      dir//a.txt                           | ok                     | ok
      dir///sub////b.txt                   | ok                     | ok
      dir/./a.txt                          | ok                     | ok
      dir/sub/../a.txt                     | ok                     | ok
      dir/sub/../../in.txt                 | ok                     | ok
      dir/../dir/../dir/a.txt              | ok                     | ok
      $ROOT/in.txt                         | ok                     | ok
      $ROOT//in.txt                        | ok                     | ok
      /$ROOT/in.txt                        | ok                     | ok
      $ROOT/./dir/a.txt                    | ok                     | ok
      $ROOT/dir/../in.txt                  | ok                     | ok
      $OUT/../root/in.txt                  | ok                     | ok
      new.txt                              | FILE_NOT_FOUND         | ok
      a/b/c/new.txt                        | FILE_NOT_FOUND         | ok
      dir/new.txt                          | FILE_NOT_FOUND         | ok
      dir/sub/../new.txt                   | FILE_NOT_FOUND         | ok
      $ROOT/new/file.txt                   | FILE_NOT_FOUND         | ok
      new/./file.txt                       | FILE_NOT_FOUND         | ok
      new//file.txt                        | FILE_NOT_FOUND         | ok
      ...                                  | FILE_NOT_FOUND         | ok
      ..../x                               | FILE_NOT_FOUND         | ok
      .. /x                                | FILE_NOT_FOUND         | ok
      ..%2fx                               | FILE_NOT_FOUND         | ok
      %2e%2e/x                             | FILE_NOT_FOUND         | ok
      %2e%2e%2fsecret.txt                  | FILE_NOT_FOUND         | ok
      %00                                  | FILE_NOT_FOUND         | ok
      ..\\outside\\secret.txt              | FILE_NOT_FOUND         | ok
      ..\\..\\x                            | FILE_NOT_FOUND         | ok
      dir\\a.txt                           | FILE_NOT_FOUND         | ok
      C:\\Windows\\x                       | FILE_NOT_FOUND         | ok
      \\\\server\\share                    | FILE_NOT_FOUND         | ok
      ~/x                                  | FILE_NOT_FOUND         | ok
      ~root/x                              | FILE_NOT_FOUND         | ok
      $HOME/x                              | FILE_NOT_FOUND         | ok
      ${HOME}/x                            | FILE_NOT_FOUND         | ok
      `id`                                 | FILE_NOT_FOUND         | ok
      -rf                                  | FILE_NOT_FOUND         | ok
      --help                               | FILE_NOT_FOUND         | ok
      *                                    | FILE_NOT_FOUND         | ok
      a b c.txt                            | FILE_NOT_FOUND         | ok
      tab\tname                            | FILE_NOT_FOUND         | ok
      line$LFname                          | FILE_NOT_FOUND         | ok
      \u001b[31mred                        | FILE_NOT_FOUND         | ok
      \u202egnp.exe                        | FILE_NOT_FOUND         | ok
      \u200b.txt                           | FILE_NOT_FOUND         | ok
      IN.TXT                               | FILE_NOT_FOUND         | ok
      \uff0e\uff0e/x                       | FILE_NOT_FOUND         | ok
      \u2025/x                             | FILE_NOT_FOUND         | ok
      \u2024\u2024/x                       | FILE_NOT_FOUND         | ok
      \uff0fetc\uff0fpasswd                | FILE_NOT_FOUND         | ok
      ..\u2215x                            | FILE_NOT_FOUND         | ok
      \u00e4.txt                           | FILE_NOT_FOUND         | ok
      a\u0308.txt                          | FILE_NOT_FOUND         | ok
      \ud83d\ude00                         | FILE_NOT_FOUND         | ok
      con                                  | FILE_NOT_FOUND         | ok
      file.txt:stream                      | FILE_NOT_FOUND         | ok
      file://etc/passwd                    | FILE_NOT_FOUND         | ok
      proc/self/root/etc/passwd            | FILE_NOT_FOUND         | ok
      .gitignore                           | FILE_NOT_FOUND         | ok
      .github/workflows/x.yml              | FILE_NOT_FOUND         | ok
      git/hooks/x                          | FILE_NOT_FOUND         | ok
      .git2/x                              | FILE_NOT_FOUND         | ok
      $HARD                                | ok                     | ok
      """;

  private static final String OUTSIDE =
      """
      ..                                   | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      ../                                  | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      ../outside/secret.txt                | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      .././outside/secret.txt              | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      ..//outside//secret.txt              | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      ./../outside/secret.txt              | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      dir/../../outside/secret.txt         | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      dir/sub/../../../outside/secret.txt  | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      ../../../../../../../../etc/passwd   | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      dir/../../root/in.txt                | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      ../root-evil/secret.txt              | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      /                                    | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      //                                   | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      /etc/passwd                          | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      //etc/passwd                         | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      /./etc/passwd                        | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      /in.txt                              | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      /proc/self/environ                   | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      /dev/null                            | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      $OUT/secret.txt                      | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      $OUT/new.txt                         | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      $EVIL/secret.txt                     | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      $ROOT-evil/secret.txt                | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      $ROOT/../outside/secret.txt          | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      $ROOT/dir/../../outside/secret.txt   | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      $ROOT/..                             | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      $ROOT/../root-evil/secret.txt        | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      link-out                             | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      link-out-dir/secret.txt              | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      link-out-dir/new.txt                 | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      link-out-dir/../root/in.txt          | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      link-evil/secret.txt                 | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      chain1                               | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      abs-out                              | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      abs-up                               | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      dangling-out                         | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      to-etc/passwd                        | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      to-dev                               | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      to-proc/self/environ                 | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      link-dir/../../outside/secret.txt    | PATH_OUTSIDE_WORKSPACE | PATH_OUTSIDE_WORKSPACE
      """;

  private static final String LINKS_AND_KINDS =
      """
      link-in                              | ok                     | ok
      link-dir/a.txt                       | ok                     | ok
      link-dir/../in.txt                   | ok                     | ok
      link-deep/../a.txt                   | ok                     | ok
      abs-in                               | ok                     | ok
      abs-dir/a.txt                        | ok                     | ok
      dangling                             | FILE_NOT_FOUND         | ok
      long1                                | ok                     | ok
      loop1                                | IO_ERROR               | IO_ERROR
      self                                 | IO_ERROR               | IO_ERROR
      self/x                               | IO_ERROR               | IO_ERROR
      too-long1                            | IO_ERROR               | IO_ERROR
      dir                                  | NOT_A_FILE             | NOT_A_FILE
      dir/                                 | NOT_A_FILE             | NOT_A_FILE
      .                                    | NOT_A_FILE             | PROTECTED_PATH
      ./                                   | NOT_A_FILE             | PROTECTED_PATH
      dir/..                               | NOT_A_FILE             | PROTECTED_PATH
      $ROOT                                | NOT_A_FILE             | PROTECTED_PATH
      $ROOT/                               | NOT_A_FILE             | PROTECTED_PATH
      in.txt/                              | NOT_A_FILE             | NOT_A_FILE
      in.txt/.                             | NOT_A_FILE             | NOT_A_FILE
      in.txt/x                             | NOT_A_FILE             | NOT_A_FILE
      in.txt/../in.txt                     | NOT_A_FILE             | NOT_A_FILE
      missing/../in.txt                    | FILE_NOT_FOUND         | FILE_NOT_FOUND
      missing/../../outside/secret.txt     | FILE_NOT_FOUND         | FILE_NOT_FOUND
      pipe                                 | NOT_A_FILE             | NOT_A_FILE
      link-pipe                            | NOT_A_FILE             | NOT_A_FILE
      socket                               | NOT_A_FILE             | NOT_A_FILE
      $EMPTY                               | INVALID_ARGUMENTS      | INVALID_ARGUMENTS
      a\0b                                 | INVALID_ARGUMENTS      | INVALID_ARGUMENTS
      in.txt\0                             | INVALID_ARGUMENTS      | INVALID_ARGUMENTS
      \0                                   | INVALID_ARGUMENTS      | INVALID_ARGUMENTS
      $LONG                                | INVALID_ARGUMENTS      | INVALID_ARGUMENTS
      $LONGER                              | INVALID_ARGUMENTS      | INVALID_ARGUMENTS
      $NAME256                             | IO_ERROR               | IO_ERROR
      \ud800                               | INVALID_ARGUMENTS      | INVALID_ARGUMENTS
      dir/\udc00x                          | INVALID_ARGUMENTS      | INVALID_ARGUMENTS
      """;

  private static final String GUARDED =
      """
      .git                                 | NOT_A_FILE             | PROTECTED_PATH
      .git/HEAD                            | ok                     | PROTECTED_PATH
      .git/config                          | FILE_NOT_FOUND         | PROTECTED_PATH
      .git/hooks/pre-commit                | FILE_NOT_FOUND         | PROTECTED_PATH
      ./.git//HEAD                         | ok                     | PROTECTED_PATH
      dir/../.git/HEAD                     | ok                     | PROTECTED_PATH
      $ROOT/.git/HEAD                      | ok                     | PROTECTED_PATH
      link-git/HEAD                        | ok                     | PROTECTED_PATH
      link-git/hooks/new                   | FILE_NOT_FOUND         | PROTECTED_PATH
      .GIT/config                          | FILE_NOT_FOUND         | PROTECTED_PATH
      .Git/hooks/x                         | FILE_NOT_FOUND         | PROTECTED_PATH
      .g\u200bit/hooks/x                   | FILE_NOT_FOUND         | PROTECTED_PATH
      .git\u200d/config                    | FILE_NOT_FOUND         | PROTECTED_PATH
      \ufeff.git/config                    | FILE_NOT_FOUND         | PROTECTED_PATH
      dir/.git/config                      | FILE_NOT_FOUND         | PROTECTED_PATH
      dir/sub/.git                         | FILE_NOT_FOUND         | PROTECTED_PATH
      .gitmodules                          | FILE_NOT_FOUND         | PROTECTED_PATH
      .writ/project.yaml                   | FILE_NOT_FOUND         | PROTECTED_PATH
      .writ/objects/x                      | BLOCKED_PATH           | BLOCKED_PATH
      .WRIT/x                              | FILE_NOT_FOUND         | PROTECTED_PATH
      .writ.json                           | FILE_NOT_FOUND         | PROTECTED_PATH
      .orchestration/active_intents.yaml   | FILE_NOT_FOUND         | PROTECTED_PATH
      .orchestration/agent_trace.jsonl     | FILE_NOT_FOUND         | PROTECTED_PATH
      .Orchestration/x                     | FILE_NOT_FOUND         | PROTECTED_PATH
      .mcp.json                            | FILE_NOT_FOUND         | PROTECTED_PATH
      .claude/settings.json                | FILE_NOT_FOUND         | PROTECTED_PATH
      .codex/config.toml                   | FILE_NOT_FOUND         | PROTECTED_PATH
      .cursor/rules                        | FILE_NOT_FOUND         | PROTECTED_PATH
      .gemini/settings.json                | FILE_NOT_FOUND         | PROTECTED_PATH
      .vscode/tasks.json                   | FILE_NOT_FOUND         | PROTECTED_PATH
      .idea/workspace.xml                  | FILE_NOT_FOUND         | PROTECTED_PATH
      .husky/pre-commit                    | FILE_NOT_FOUND         | PROTECTED_PATH
      .mvn/jvm.config                      | FILE_NOT_FOUND         | PROTECTED_PATH
      sub/.mvn/JVM.config                  | FILE_NOT_FOUND         | PROTECTED_PATH
      .mvn/extensions.xml                  | FILE_NOT_FOUND         | PROTECTED_PATH
      .mvn/wrapper.txt                     | FILE_NOT_FOUND         | ok
      ssh                                  | BLOCKED_PATH           | BLOCKED_PATH
      ssh/id                               | BLOCKED_PATH           | BLOCKED_PATH
      ssh/new                              | BLOCKED_PATH           | BLOCKED_PATH
      ssh/../ssh/id                        | BLOCKED_PATH           | BLOCKED_PATH
      dir/../ssh/id                        | BLOCKED_PATH           | BLOCKED_PATH
      $ROOT/ssh/id                         | BLOCKED_PATH           | BLOCKED_PATH
      link-ssh/id                          | BLOCKED_PATH           | BLOCKED_PATH
      ssh2/id                              | FILE_NOT_FOUND         | ok
      ssh/../in.txt                        | ok                     | ok
      gone/deep/x                          | BLOCKED_PATH           | BLOCKED_PATH
      """;

  static Stream<List<String>> cases() {
    return Stream.of(INSIDE, OUTSIDE, LINKS_AND_KINDS, GUARDED)
        .flatMap(String::lines)
        .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aNameLeadsWhereTheTableSays(List<String> row) throws Exception {
    try (Door door = door();
        ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      String name = expanded(row.getFirst(), door);
      tree(door);
      special(name, door, socket);

      CallAnswer read = door.call("read_file", "path", name);
      CallAnswer write = door.call("write_file", "path", name, "content", "written\n");

      assertThat(List.of(Door.code(read), Door.code(write))).isEqualTo(row.subList(1, 3));
      assertThat(read.result().content())
          .doesNotContain(name.equals("hard-link") ? "nothing" : SECRET);
      assertThat(Files.readString(directory.resolve("outside/secret.txt"))).isEqualTo(SECRET);
      assertThat(Files.readString(directory.resolve("root-evil/secret.txt"))).isEqualTo(SECRET);
      assertThat(directory.resolve("outside/new.txt")).doesNotExist();
      assertThat(directory.resolve("outside/none.txt")).doesNotExist();
    }
  }

  @Test
  void thereAreEnoughCases() {
    assertThat(cases()).hasSizeGreaterThan(120).allMatch(row -> row.size() == 3);
  }

  private Door door() {
    return Door.in(
        directory,
        setup ->
            setup.blocked = List.of(directory.resolve("root/ssh"), directory.resolve("root/gone")));
  }

  private String expanded(String name, Door door) {
    String plain =
        switch (name) {
          case "$EMPTY" -> "";
          case "$LONG" -> "x".repeat(5000);
          case "$LONGER" -> "d/".repeat(2500);
          case "$NAME256" -> "n".repeat(256);
          case "$HARD" -> "hard-link";
          default -> name;
        };
    return plain
        .replace("$LF", "\n")
        .replace("$ROOT", door.root.toString())
        .replace("$OUT", door.root.resolveSibling("outside").toString())
        .replace("$EVIL", door.root.resolveSibling("root-evil").toString());
  }

  private void tree(Door door) throws Exception {
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), SECRET);

    Files.writeString(
        Files.createDirectory(directory.resolve("root-evil")).resolve("secret.txt"), SECRET);
    door.file("in.txt", "in\n");
    door.file("dir/a.txt", "a\n");
    door.file("dir/sub/b.txt", "b\n");
    door.file(".git/HEAD", "ref: refs/heads/main\n");
    door.file("ssh/id", SECRET);
    Files.createLink(door.root.resolve("hard-link"), outside.resolve("secret.txt"));
    links(door);
  }

  /// Fixtures that are slow to create, made only for names that need them.
  private static void special(String name, Door door, ServerSocketChannel socket) throws Exception {
    if (name.contains("pipe")) {
      fifo(door.root.resolve("pipe"));
    }
    if (name.equals("socket")) {
      socket.bind(UnixDomainSocketAddress.of(door.root.resolve("socket")));
    }
    int length = name.equals("long1") ? 40 : 41;
    String stem = name.replaceAll("1$", "");
    for (int i = 1; i <= length && name.endsWith("long1"); i++) {
      Files.createSymbolicLink(
          door.root.resolve(stem + i), Path.of(i == length ? "in.txt" : stem + (i + 1)));
    }
  }

  private static void links(Door door) throws IOException {
    String[][] links = {
      {"link-in", "dir/a.txt"},
      {"link-dir", "dir"},
      {"link-deep", "dir/sub"},
      {"link-out", "../outside/secret.txt"},
      {"link-out-dir", "../outside"},
      {"link-evil", "../root-evil"},
      {"link-git", ".git"},
      {"link-ssh", "ssh"},
      {"link-pipe", "pipe"},
      {"chain1", "chain2"},
      {"chain2", "./dir/../link-out"},
      {"abs-in", door.root + "/dir/a.txt"},
      {"abs-dir", door.root + "/dir"},
      {"abs-out", door.root + "/../outside/secret.txt"},
      {"abs-up", "/"},
      {"dangling", "nowhere.txt"},
      {"dangling-out", "../outside/none.txt"},
      {"to-etc", "/etc"},
      {"to-dev", "/dev/null"},
      {"to-proc", "/proc"},
      {"loop1", "loop2"},
      {"loop2", "loop1"},
      {"self", "self"},
    };
    for (String[] link : links) {
      Files.createSymbolicLink(door.root.resolve(link[0]), Path.of(link[1]));
    }
  }

  public static void fifo(Path at) throws Exception {
    Process made = new ProcessBuilder("mkfifo", at.toString()).start();
    assertThat(made.waitFor(10, TimeUnit.SECONDS) && made.exitValue() == 0).isTrue();
  }
}
