// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `.writignore` lists, no tool and no command sees.
class UnseenFilesTest {
  private Desk desk = new Desk();

  @BeforeEach
  void begin() {
    desk = new Desk();
    desk.workspace.write(".writignore", "# ours\nprivate/\n*.sketch\n!keep.sketch\n");
    desk.workspace.write("private/deep/a.txt", "canary-a\n");
    desk.workspace.write("docs/b.sketch", "canary-b\n");
    desk.workspace.write("docs/keep.sketch", "plain-c\n");
    desk.workspace.write("docs/d.txt", "plain-d\n");
  }

  @AfterEach
  void end() {
    desk.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"private", "private/deep/a.txt", "docs/b.sketch", "docs/../private"})
  void noToolReadsOrWritesThere(String path) {
    assertThat(desk.call("read_file", Json.object().put("path", path)))
        .contains("BLOCKED_PATH", ".writignore")
        .doesNotContain("canary");
    assertThat(desk.call("write_file", Json.object().put("path", path).put("content", "x")))
        .contains("BLOCKED_PATH");
  }

  /// The usual form of a list that names what may be seen.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aListOfWhatMayBeSeenHidesTheRest(String sandbox) {
    desk.set("WRIT_SAFETY_SANDBOX", sandbox);
    desk.workspace.write(".writignore", "*\n!*/\n!*.txt\n/private/**\n");

    assertThat(desk.call("read_file", path("docs/d.txt"))).contains("plain-d");
    for (String hidden : List.of("docs/b.sketch", "docs/keep.sketch", "private/deep/a.txt")) {
      assertThat(desk.call("read_file", path(hidden)))
          .contains("BLOCKED_PATH")
          .doesNotContain("canary", "plain");
    }
    assertThat(desk.call("run_command", Json.object().put("command", "grep -r . docs private")))
        .contains("plain-d")
        .doesNotContain("canary", "plain-c");
  }

  /// The list is about names: a second one shows the content in namespaces, the hidden one never.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aSecondNameOpensNotTheHiddenOne(String sandbox) throws IOException {
    desk.set("WRIT_SAFETY_SANDBOX", sandbox);
    Files.createLink(desk.workspace.path("docs/hard.txt"), desk.workspace.path("docs/b.sketch"));

    assertThat(desk.call("run_command", Json.object().put("command", "sh -c 'rev docs/b.sketch'")))
        .doesNotContain("b-yranac");
    assertThat(desk.call("run_command", Json.object().put("command", "sh -c 'rev docs/d.txt'")))
        .contains("d-nialp");
  }

  /// Elsewhere the list would not name them.
  @Test
  void nothingThatHoldsThemIsMovedOrDeleted() {
    desk.workspace.write(".writignore", "/docs/deep/\n");
    desk.workspace.write("docs/deep/e.txt", "canary-e\n");

    assertThat(desk.call("move_path", Json.object().put("from", "docs").put("to", "other")))
        .contains("BLOCKED_PATH", ".writignore");
    assertThat(desk.call("delete_path", Json.object().put("path", "docs").put("recursive", true)))
        .contains("BLOCKED_PATH", ".writignore");
    assertThat(desk.workspace.read("docs/deep/e.txt")).isEqualTo("canary-e\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void commandsSeeNoneWhoseNameIsNoText(String sandbox) throws IOException {
    desk.set("WRIT_SAFETY_SANDBOX", sandbox);
    Path docs = desk.workspace.path("docs");
    Files.writeString(Path.of(URI.create(docs.toUri() + "x%FF.sketch")), "canary-x\n");
    Files.writeString(Path.of(URI.create(docs.toUri() + "y%FF.txt")), "plain-y\n");
    desk.workspace.write(
        "all.py",
        """
        import os
        for n in os.listdir(b'docs'):
         try: print(open(b'docs/' + n).read())
         except OSError as e: print(e)
        """);

    String[] shown =
        sandbox.equals("landlock") // nothing that may write runs where it can't be compared
            ? new String[] {"can't be compared", "not UTF-8"}
            : new String[] {"plain-d", "plain-y"};
    assertThat(desk.call("run_command", Json.object().put("command", "python3 all.py")))
        .contains(shown)
        .doesNotContain("canary");
    try (Stream<Path> files = Files.list(docs)) {
      assertThat(files).hasSize(5);
    }
  }

  @Test
  void listsAndSearchesPassOver() {
    assertThat(desk.call("list_files", Json.object().put("path", ".").put("recursive", true)))
        .contains("d.txt", "keep.sketch")
        .doesNotContain("b.sketch", "a.txt");
    assertThat(desk.call("search_files", Json.object().put("pattern", "canary|plain")))
        .contains("plain-c", "plain-d")
        .doesNotContain("canary-");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat private/deep/a.txt",
        "grep -r anar .",
        "tail -n 5 docs/b.sketch docs/d.txt",
        "find . -type f -exec cat {} +",
        "cp -r . ../elsewhere"
      })
  void commandsDoNotSeeThem(String line) {
    assertThat(desk.call("run_command", Json.object().put("command", line)))
        .doesNotContain("canary-");
  }

  /// A list that can't be read hides everything, and says so; it is no defect of Writ.
  @ParameterizedTest
  @ValueSource(strings = {"ln -s list .writignore", "mkfifo .writignore", "mkdir .writignore"})
  void aListThatIsNoFileHidesEverythingAndSaysSo(String making) throws Exception {
    desk.workspace.write("list", "private/\n");
    Files.delete(desk.workspace.path(".writignore"));
    Process made =
        new ProcessBuilder("sh", "-c", making).directory(desk.workspace.root().toFile()).start();
    assertThat(made.waitFor()).isZero();

    everythingIsHidden("not a file");
  }

  @Test
  void aListThatIsTooLongHidesEverythingAndSaysSo() {
    desk.workspace.write(".writignore", "private/\n".repeat(200_000));

    everythingIsHidden("more than the limit");
  }

  private void everythingIsHidden(String reason) {
    for (Json.Builder line : List.of(path("docs/d.txt"), path("private/deep/a.txt"))) {
      assertThat(desk.call("read_file", line))
          .contains("BLOCKED_PATH", ".writignore can't be read (", reason, "or remove it")
          .doesNotContain("canary", "plain", "defect");
    }
    for (String tool : List.of("list_files", "search_files")) {
      assertThat(desk.call(tool, path(".").put("pattern", "plain")))
          .contains(".writignore can't be read")
          .doesNotContain("d.txt", "defect");
    }
    assertThat(desk.call("run_command", Json.object().put("command", "cat docs/d.txt")))
        .contains(".writignore can't be read")
        .doesNotContain("plain", "defect");
    try (ScriptedModelServer server = Desk.answering(1)) {
      Desk.Ran ran = desk.ask(server, Desk.Dialect.OPENAI).writ("run", "Hello");
      assertThat(ran.out()).contains("answer 1");
      assertThat(ran.err()).doesNotContain("defect");
    }
  }

  private static Json.Builder path(String path) {
    return Json.object().put("path", path);
  }

  @Test
  void commandsWorkAllTheSame() {
    assertThat(desk.call("run_command", Json.object().put("command", "grep -r plain docs")))
        .contains("plain-c", "plain-d");
    desk.call("run_command", Json.object().put("command", "touch made.txt"));
    assertThat(desk.workspace.path("made.txt")).exists();
    assertThat(desk.workspace.read("private/deep/a.txt")).isEqualTo("canary-a\n");
    assertThat(desk.workspace.read("docs/b.sketch")).isEqualTo("canary-b\n");
  }

  @Test
  void noModelChangesTheList() {
    assertThat(desk.call("write_file", Json.object().put("path", ".writignore").put("content", "")))
        .contains("PROTECTED_PATH");
    desk.call("run_command", Json.object().put("command", "rm .writignore"));
    assertThat(desk.workspace.read(".writignore")).contains("private/");
  }
}
