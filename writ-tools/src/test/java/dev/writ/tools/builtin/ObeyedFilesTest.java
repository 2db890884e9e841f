// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What file tools may do to files that Git and other programs obey on their own.
class ObeyedFilesTest {
  private static final ActOrigin PERSON =
      new ActOrigin("S-1", 99, 9, new ActOrigin.Contributor.Human());

  @TempDir Path directory;

  private final List<Approver.Question> questions = new ArrayList<>();

  /// A door whose person agrees to everything for as long as possible.
  private Door door(Consumer<Door.Setup> more) {
    return Door.in(
        directory,
        setup -> {
          setup.approver =
              question -> {
                questions.add(question);
                return new Approver.Answer.Yes(question.digest(), Approver.Extent.SESSION);
              };
          more.accept(setup);
        });
  }

  private static String write(Door door, String path) {
    return door.code("write_file", "path", path, "content", "x\n");
  }

  private static String patch(Door door, String... added) {
    StringBuilder patch = new StringBuilder("*** Begin Patch\n");
    for (String path : added) {
      patch.append("*** Add File: ").append(path).append("\n+x\n");
    }
    return door.code("apply_patch", "patch", patch.append("*** End Patch\n").toString());
  }

  private List<String> words() {
    return questions.stream().flatMap(q -> ApprovalConcern.words(q.concerns()).stream()).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".envrc",
        "sub/.cargo/config.toml",
        ".devcontainer/devcontainer.json",
        ".Pre-Commit-Config.yaml",
        ".bsp/sbt.json",
        ".lfsconfig",
        "gradle/wrapper/gradle-wrapper.properties",
        ".bashrc",
      })
  void withNobodyThereNothingObeyedChanges(String path) {
    for (ExecutionMode mode :
        List.of(ExecutionMode.RESTRICTED_AUTONOMOUS, ExecutionMode.FULL_AUTONOMOUS)) {
      try (Door door =
          Door.in(
              directory,
              setup -> {
                setup.execution = mode;
                setup.unattended =
                    Set.of(
                        ApprovalConcern.ConcernKind.CONFIRMATION,
                        ApprovalConcern.ConcernKind.AUTHORITY);
              })) {
        assertThat(write(door, mode + ".txt")).isEqualTo("ok");
        assertThat(write(door, path)).isEqualTo("APPROVAL_UNAVAILABLE");
        assertThat(patch(door, "beside-" + mode + ".txt", path)).isEqualTo("APPROVAL_UNAVAILABLE");
        assertThat(door.code("move_path", "from", mode + ".txt", "to", path))
            .isEqualTo("APPROVAL_UNAVAILABLE");
        assertThat(door.code("create_directory", "path", path + "/d"))
            .isEqualTo("APPROVAL_UNAVAILABLE");
        assertThat(door.root.resolve(path)).doesNotExist();
      }
    }
  }

  /// A program runs it because of its new name, so that a person reads it as if it were new.
  @Test
  void whatMovesToAnObeyedNameIsShownWithItsLines() {
    try (Door door = door(_ -> {})) {
      door.file("out/n.sh", "rm -rf src\n");
      door.file("out/m.sh", "rm -rf lib\n");
      assertThat(door.code("move_path", "from", "out/n.sh", "to", ".envrc")).isEqualTo("ok");
      assertThat(door.code("move_path", "from", "out", "to", ".devcontainer")).isEqualTo("ok");

      assertThat(questions).hasSize(2);
      assertThat(questions.getFirst().sections().getFirst().text()).contains("+rm -rf src");
      assertThat(questions.getLast().sections().toString()).contains("+rm -rf lib");
    }
  }

  @Test
  void aPersonAgreesToExactlyThatChange() {
    try (Door door = door(_ -> {})) {
      assertThat(write(door, "sub/.mise.toml")).isEqualTo("ok");
      assertThat(words()).containsExactly("sub/.mise.toml is obeyed by mise");
      assertThat(questions.getFirst().choices().grant()).isEmpty();

      assertThat(door.code("read_file", "path", "sub/.mise.toml")).isEqualTo("ok");
      assertThat(door.code("write_file", "path", "sub/.mise.toml", "content", "y\n"))
          .isEqualTo("ok");
      assertThat(door.code("delete_path", "path", "sub", "recursive", true)).isEqualTo("ok");
      assertThat(questions).hasSize(3);
      assertThat(words()).filteredOn("sub/.mise.toml is obeyed by mise"::equals).hasSize(3);
    }
  }

  @Test
  void noWriteMakesARepository() throws IOException {
    try (Door door = door(_ -> {})) {
      assertThat(write(door, "a/HEAD")).isEqualTo("ok");
      assertThat(write(door, "a/objects/x")).isEqualTo("ok");
      assertThat(write(door, "a/refs/x")).isEqualTo("PROTECTED_PATH");
      assertThat(write(door, "a/Refs/x")).isEqualTo("PROTECTED_PATH");
      assertThat(door.code("create_directory", "path", "a/refs")).isEqualTo("PROTECTED_PATH");
      assertThat(write(door, "a/commondir")).isEqualTo("PROTECTED_PATH");
      assertThat(write(door, "a/b/refs/x")).isEqualTo("ok");
      assertThat(door.code("move_path", "from", "a/b/refs", "to", "a/refs"))
          .isEqualTo("PROTECTED_PATH");

      assertThat(patch(door, "c/HEAD", "c/objects/x", "c/refs/x", "c/config"))
          .isEqualTo("PROTECTED_PATH");
      assertThat(patch(door, "c/HEAD", "c/commondir")).isEqualTo("PROTECTED_PATH");
      assertThat(patch(door, "HEAD", "objects/x", "refs/x")).isEqualTo("PROTECTED_PATH");
      assertThat(door.root.resolve("c")).doesNotExist();
      assertThat(patch(door, "c/objects/x", "c/refs/x", "c/config")).isEqualTo("ok");
      assertThat(door.code("move_path", "from", "a/HEAD", "to", "c/HEAD"))
          .isEqualTo("PROTECTED_PATH");
      assertThat(words()).noneMatch(word -> word.contains("obeyed"));
    }
  }

  @Test
  void nothingInARepositoryChanges() throws IOException {
    try (Door door = door(_ -> {})) {
      bare(door, "bare");
      door.file("bare/hooks/a", "x\n");
      door.file("bare/tree/.git", "gitdir: ../worktrees/tree\n");

      assertThat(write(door, "bare/config")).isEqualTo("PROTECTED_PATH");
      assertThat(write(door, "bare/hooks/pre-commit")).isEqualTo("PROTECTED_PATH");
      assertThat(write(door, "bare/modules/m/config")).isEqualTo("PROTECTED_PATH");
      assertThat(door.code("delete_path", "path", "bare/hooks/a")).isEqualTo("PROTECTED_PATH");
      assertThat(door.code("move_path", "from", "bare", "to", "other")).isEqualTo("PROTECTED_PATH");
      assertThat(write(door, "bare/tree/a.txt")).isEqualTo("ok");
    }
  }

  /// Beside a `.git` Git doesn't look for anything else.
  @Test
  void inAWorkTreeTheNamesAreFree() throws IOException {
    try (Door door = door(_ -> {})) {
      bare(door, ".git");

      assertThat(patch(door, "HEAD", "objects/x", "refs/x")).isEqualTo("ok");
      assertThat(write(door, "refs/y")).isEqualTo("ok");
      assertThat(questions).isEmpty();
    }
  }

  private static void bare(Door door, String name) throws IOException {
    door.file(name + "/HEAD", "ref: refs/heads/main\n");
    Files.createDirectories(door.root.resolve(name + "/objects"));
    Files.createDirectories(door.root.resolve(name + "/refs"));
  }

  @Test
  void aLinkOnTheWayToWhatIsNamedCounts() throws IOException {
    try (Door door = door(_ -> {})) {
      bare(door, ".git");
      door.file(".git/config", "[include]\n\tpath = ../conf/gitconfig\n");
      Files.createDirectory(door.root.resolve("cfg"));
      Files.createSymbolicLink(door.root.resolve("conf"), Path.of("cfg"));

      assertThat(write(door, "cfg/gitconfig")).isEqualTo("ok");

      assertThat(words()).containsExactly("cfg/gitconfig is obeyed by Git (include.path)");
    }
  }

  @Test
  void whatThePersonsConfigurationNamesAsks() throws IOException {
    try (Door door =
        door(setup -> setup.environment = Map.of("HOME", directory.resolve("home").toString()))) {
      bare(door, ".git");
      door.file(
          ".git/config",
          """
          [core]
          \thooksPath = tools/hooks ; as documented
          \tfsmonitor = "./tools/watch.sh -x"
          [Include]
          \tpath = ../more.gitconfig
          [filter "tidy"] clean = sh tools/tidy.sh %f
          [alias]
          \tgo = "!f() { tools/\\
          go.sh; }; f"
          [branch "src/plain.txt"]
          \tdescription = src/plain.txt
          """);
      door.file("more.gitconfig", "[diff \"x\"]\n\ttextconv = " + door.root + "/tools/conv\n");
      Path personal = Files.createDirectories(directory.resolve("home")).resolve(".gitconfig");
      Files.writeString(personal, "[credential]\n\thelper = !" + door.root + "/tools/cred.sh\n");
      List<String> named =
          List.of(
              "tools/hooks/pre-commit",
              "tools/watch.sh",
              "tools/tidy.sh",
              "tools/go.sh",
              "tools/conv",
              "tools/cred.sh",
              "sub/.gitattributes",
              "more.gitconfig");
      for (String path : named) {
        door.beginTurn();
        assertThat(door.code("delete_path", "path", "missing.txt")).isEqualTo("FILE_NOT_FOUND");
        questions.clear();
        if (Files.exists(door.root.resolve(path))) {
          door.call("read_file", "path", path);
        }
        assertThat(write(door, path)).as(path).isEqualTo("ok");
        assertThat(words()).as(path).anyMatch(word -> word.startsWith(path + " is obeyed by Git"));
      }
      questions.clear();
      assertThat(write(door, "src/plain.txt")).isEqualTo("ok");
      assertThat(write(door, "tools/other.sh")).isEqualTo("ok");
      assertThat(questions).isEmpty();

      door.file(".git/config", "[core]\n\teditor = tools/other.sh\n");
      assertThat(door.code("read_file", "path", "tools/other.sh")).isEqualTo("ok");
      assertThat(write(door, "tools/other.sh")).isEqualTo("ok");
      assertThat(words()).containsExactly("tools/other.sh is obeyed by Git (core.editor)");
    }
  }

  @Test
  void aNestedRepositorysConfigurationCountsToo() throws IOException {
    try (Door door = door(_ -> {})) {
      bare(door, "lib/.git");
      door.file("lib/.git/config", "[core]\n\thooksPath = hooks\n");
      bare(door, ".git");
      bare(door, ".git/modules/sub");
      door.file(".git/modules/sub/config", "[core]\nworktree=../../../sub\nhooksPath=my/hooks\n");
      door.file(".hg/hgrc", "[hooks]\npre-commit = ./check.sh\n");

      assertThat(write(door, "lib/hooks/pre-commit")).isEqualTo("ok");
      assertThat(write(door, "sub/my/hooks/pre-commit")).isEqualTo("ok");
      assertThat(write(door, "check.sh")).isEqualTo("ok");
      assertThat(write(door, "hooks/pre-commit")).isEqualTo("ok");
      assertThat(questions).hasSize(3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".jj/repo/config.toml", ".jj/workspace-config.toml"})
  void whatAJujutsuConfigurationNamesAsks(String file) throws IOException {
    try (Door door = door(_ -> {})) {
      door.file(
          file,
          """
          ui.diff-editor = ["./edit.sh", "$left", "$right"]
          [merge-tools.x]
          program = "tools/merge"
          [fix.tools.tidy]
          command = ["python3", "tools/tidy.py"]
          [signing.backends.ssh]
          program = '%s/tools/sign'
          """
              .formatted(door.root));

      for (String named : List.of("edit.sh", "tools/merge", "tools/tidy.py", "tools/sign")) {
        questions.clear();
        assertThat(write(door, named)).isEqualTo("ok");
        assertThat(questions).as(named).hasSize(1);
      }
      questions.clear();
      assertThat(write(door, "tools/other")).isEqualTo("ok");
      assertThat(questions).isEmpty();
    }
  }

  @Test
  void workingInAHomeDirectoryAsksFirst() {
    try (Door door =
        Door.in(
            directory,
            setup -> setup.environment = Map.of("HOME", directory.resolve("root").toString()))) {
      assertThat(write(door, "notes.txt")).isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(door.code("list_files", "path", ".")).isEqualTo("ok");
    }
    try (Door door = door(setup -> setup.environment = Map.of("HOME", homeBelow()))) {
      assertThat(write(door, "notes.txt")).isEqualTo("ok");
      assertThat(words()).containsExactly("the workspace holds the home directory");
      assertThat(write(door, "notes2.txt")).isEqualTo("ok");
      assertThat(write(door, ".bashrc")).isEqualTo("ok");
      assertThat(words()).contains(".bashrc is obeyed by bash");
    }
  }

  private String homeBelow() {
    try {
      return Files.createDirectories(directory.resolve("root/me")).toString();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aWorkspaceInAPlaceThatAProgramObeysAsks() {
    Path home = directory;
    directory = home.resolve(".config/fish");
    try (Door door = door(setup -> setup.environment = Map.of("HOME", home.toString()))) {
      assertThat(write(door, "notes.txt")).isEqualTo("ok");
      assertThat(words()).containsExactly("the workspace is configuration of fish");
    }
  }

  @Test
  void noRecordBringsBackWhatIsObeyedUnlessThePersonInsists() throws IOException {
    try (Door door = door(_ -> {})) {
      CallAnswer answer = door.call("write_file", "path", ".envrc", "content", "x\n");
      Selection selection = new Selection.ById(answer.ledger().getFirst().id());

      assertThat(door.governor.undo().undo(selection, PERSON, false))
          .singleElement()
          .isInstanceOfSatisfying(
              Undone.RefusedUndo.class,
              refused ->
                  assertThat(refused.error().message()).isEqualTo(".envrc is obeyed by direnv"));
      assertThat(door.read(".envrc")).isEqualTo("x\n");
      assertThat(door.governor.undo().undo(selection, PERSON, true))
          .singleElement()
          .isInstanceOf(Undone.Restored.class);
      assertThat(door.root.resolve(".envrc")).doesNotExist();
    }
  }

  @Test
  void noRecordMakesARepository() throws IOException {
    try (Door door = door(_ -> {})) {
      door.seen("a/HEAD", "x\n");
      CallAnswer answer = door.call("delete_path", "path", "a/HEAD");
      Selection selection = new Selection.ById(answer.ledger().getFirst().id());
      Files.createDirectories(door.root.resolve("a/objects"));
      Files.createDirectories(door.root.resolve("a/refs"));

      assertThat(door.governor.undo().undo(selection, PERSON, true))
          .singleElement()
          .isInstanceOf(Undone.RefusedUndo.class);
      assertThat(door.root.resolve("a/HEAD")).doesNotExist();
    }
  }
}
