// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.check;

import static dev.writ.kernel.check.CheckSamples.ABSENT;
import static dev.writ.kernel.check.CheckSamples.DIRECTORY;
import static dev.writ.kernel.check.CheckSamples.LINK;
import static dev.writ.kernel.check.CheckSamples.REFUSED;
import static dev.writ.kernel.check.CheckSamples.delete;
import static dev.writ.kernel.check.CheckSamples.inside;
import static dev.writ.kernel.check.CheckSamples.item;
import static dev.writ.kernel.check.CheckSamples.move;
import static dev.writ.kernel.check.CheckSamples.path;
import static dev.writ.kernel.check.CheckSamples.read;
import static dev.writ.kernel.check.CheckSamples.run;
import static dev.writ.kernel.check.CheckSamples.subject;
import static dev.writ.kernel.check.CheckSamples.text;
import static dev.writ.kernel.check.CheckSamples.words;
import static dev.writ.kernel.check.CheckSamples.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is read and written is inside, not blocked, and obeyed by no program without a question.
class ContainmentCheckTest {
  @TempDir Path directory;
  private final SessionState state =
      new SessionState("S", WorkMode.SHIPPED.getFirst(), ExecutionMode.INTERACTIVE);
  private WorkspaceRoot root;

  @BeforeEach
  void aWorkspace() throws IOException {
    Files.createDirectories(directory.resolve("w/sub/deep"));
    Files.createDirectories(directory.resolve("w/other"));
    root = WorkspaceRoot.open(directory.resolve("w"));
  }

  @AfterEach
  void close() throws IOException {
    root.close();
  }

  private ObeyedPlaceJudge judge(String home) {
    return new ObeyedPlaceJudge(root, Map.of("HOME", directory.resolve(home).toString()));
  }

  private String answer(String allowed, Effect... effects) throws IOException {
    PathLocator locator =
        new PathLocator(root, List.of(directory.resolve("w/sub/deep/blocked")), List.of());
    GateCheck check = new ContainmentCheck(locator, judge("nowhere"), path(allowed));
    return words(judged(check, effects));
  }

  private Verdict judged(GateCheck check, Effect... effects) throws IOException {
    try {
      return check.judge(subject(state, effects));
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void whatIsOutsideIsRefused() throws IOException {
    assertThat(answer("", read("a"), write("b", ABSENT))).isEqualTo("pass");
    assertThat(answer("", read("a"), new Effect.ReadPath(REFUSED, Effect.ReadPath.ReadExtent.FILE)))
        .isEqualTo("NOT_A_FILE a device");
    assertThat(answer("sub", read("sub/a"))).isEqualTo("pass");
    assertThat(answer("sub", read("sub"))).isEqualTo("pass");
    assertThat(answer("sub", read("other/a")))
        .isEqualTo(
            "PATH_OUTSIDE_WORKSPACE other/a is outside sub, which"
                + " safety.sandbox_allowed_paths names");
    assertThat(answer("sub", write("sub/a", ABSENT), write("a", ABSENT)))
        .startsWith("PATH_OUTSIDE_WORKSPACE a is outside sub");
  }

  /// The directory of a command gives access to nothing, and ignore files above decide what is
  /// shown.
  @ParameterizedTest
  @CsvSource({
    ".gitignore,            true",
    "sub/.gitignore,        true",
    "sub/deep/.gitignore,   true",
    "other/.gitignore,      false",
    "sub/other,             false",
    "'',                    false",
  })
  void ignoreFilesAboveAreRead(String path, boolean passes) throws IOException {
    assertThat(answer("sub/deep", read(path)).equals("pass")).isEqualTo(passes);
    assertThat(answer("sub/deep", write(path.isEmpty() ? "x" : path, ABSENT)).equals("pass"))
        .isEqualTo(path.startsWith("sub/deep"));
  }

  @Test
  void aCommandRunsAboveButNamesNothingThere() throws IOException {
    assertThat(answer("sub", run("pwd"))).isEqualTo("pass");
    assertThat(answer("sub", run("cat x", inside("x")))).startsWith("PATH_OUTSIDE_WORKSPACE x");
    assertThat(answer("sub", run("cat x", inside("sub/x")))).isEqualTo("pass");
  }

  @Test
  void protectedPlacesAreNotWritten() throws IOException {
    assertThat(answer("", read(".git/config"))).isEqualTo("pass");
    assertThat(answer("", write(".git/config", ABSENT)))
        .isEqualTo("PROTECTED_PATH .git/config is protected: a model cannot write it");
    assertThat(answer("", run("touch x", inside("sub/.vscode"))))
        .startsWith("PROTECTED_PATH sub/.vscode");
    assertThat(answer("", new Mutation.MakeDirectory(inside(""), DIRECTORY)))
        .startsWith("PROTECTED_PATH . is protected");
    assertThat(answer("", run("ls", inside("")))).isEqualTo("pass");
  }

  @Test
  void aWholeDirectoryIsDeletedOrMovedOnlyWhereAllOfItIsSeen() throws IOException {
    Effect delete = delete("sub", item("sub", DIRECTORY));
    assertThat(answer("", delete)).isEqualTo("pass");
    Files.writeString(directory.resolve("w/sub/hidden"), "x");
    Files.writeString(directory.resolve("w/.writignore"), "hidden\n");
    assertThat(answer("", delete)).isEqualTo("BLOCKED_PATH .writignore hides files below sub");
    assertThat(answer("", move("sub", "sub2", item("sub", DIRECTORY))))
        .startsWith("BLOCKED_PATH .writignore");
    assertThat(answer("", delete("other", item("other", DIRECTORY)))).isEqualTo("pass");
    assertThat(answer("", read("sub"))).isEqualTo("pass");
    Files.delete(directory.resolve("w/.writignore"));
    Files.writeString(directory.resolve("w/sub/deep/blocked"), "x");
    assertThat(answer("", delete)).isEqualTo("BLOCKED_PATH There are blocked paths below sub");
    assertThat(answer("", read("sub"))).isEqualTo("pass");
    assertThat(answer("", delete("other", item("other", DIRECTORY)))).isEqualTo("pass");
  }

  /// A command that may go down into directories sees nothing that is blocked.
  @ParameterizedTest
  @CsvSource({
    "ls,              true",
    "ls -l,           true",
    "ls -R,           false",
    "ls -lR,          false",
    "grep x,          true",
    "grep -r x,       false",
    "grep -ir x,      false",
    "cat a,           true",
    "head a,          true",
    "tail a,          true",
    "wc a,            true",
    "echo a,          true",
    "pwd,             true",
    "find .,          false",
    "pwd; make,       false",
    "pwd && cat a,    true",
  })
  void whatWalksSeesNothingBlocked(String line, boolean passes) throws IOException {
    assertThat(answer("", run(line))).isEqualTo("pass");
    Files.writeString(directory.resolve("w/sub/deep/blocked"), "x");

    assertThat(answer("", run(line)))
        .isEqualTo(passes ? "pass" : "BLOCKED_PATH There are blocked paths below .");
  }

  @Test
  void whatProgramsObeyIsAskedAbout() throws IOException {
    assertThat(answer("", write("lefthook.yml", ABSENT), write("a", ABSENT)))
        .isEqualTo("ask lefthook.yml is obeyed by Lefthook");
    assertThat(
            answer(
                "",
                write("lefthook.yml", ABSENT),
                write("sub/lefthook.yml", ABSENT),
                run("touch x", inside("other/lefthook.yml")),
                write("x.ipr", ABSENT)))
        .isEqualTo(
            "ask lefthook.yml is obeyed by Lefthook, and 2 more places are;"
                + " x.ipr is obeyed by JetBrains IDEs");
    assertThat(answer("", read("lefthook.yml"))).isEqualTo("pass");
  }

  @Test
  void onlySoManyNamesAreAskedAbout() throws IOException {
    List<String> names =
        List.of(
            ".hgrc",
            ".gitconfig",
            ".arcconfig",
            "prek.toml",
            "lefthook.yml",
            "lefthook.yaml",
            "lefthook.toml",
            "lefthook.json",
            "lefthook.jsonc",
            ".lefthook.yml",
            ".lefthook.yaml",
            ".lefthook.toml",
            ".lefthook.json",
            ".lefthook.jsonc",
            "lefthook-local.yml",
            "lefthook-local.yaml",
            "lefthook-local.toml",
            "lefthook-local.json",
            ".huskyrc",
            ".overcommit.yml",
            ".lintstagedrc",
            ".kateproject");
    Effect[] all = names.stream().map(name -> write(name, ABSENT)).toArray(Effect[]::new);

    assertThat(answer("", Arrays.copyOf(all, 20)))
        .endsWith(".overcommit.yml is obeyed by Overcommit");
    assertThat(answer("", all)).endsWith("by Overcommit; 2 more names are obeyed by programs");
  }

  /// Git takes a directory with `HEAD`, `objects` and `refs` for a repository.
  @Test
  void noRepositoryIsMadeOrChanged() throws IOException {
    assertThat(answer("", write("sub/HEAD", ABSENT), write("sub/refs/x", ABSENT)))
        .isEqualTo("pass");
    assertThat(
            answer(
                "",
                write("sub/HEAD", ABSENT),
                new Mutation.MakeDirectory(inside("sub/refs"), ABSENT),
                new Mutation.MakeDirectory(inside("sub/objects"), ABSENT)))
        .startsWith("PROTECTED_PATH With sub/")
        .endsWith(" Git would take sub for a repository");
    for (String part : List.of("refs", "objects")) {
      Files.createDirectories(directory.resolve("w/sub").resolve(part));
    }
    assertThat(answer("", write("sub/HEAD", ABSENT)))
        .isEqualTo("PROTECTED_PATH With sub/HEAD Git would take sub for a repository");
    assertThat(answer("", move("a", "sub/HEAD", item("a", text("x")))))
        .isEqualTo("PROTECTED_PATH With sub/HEAD Git would take sub for a repository");
    assertThat(answer("", move("d", "sub/HEAD", item("d", DIRECTORY), item("d/a", text("x")))))
        .startsWith("PROTECTED_PATH With sub/HEAD");
    for (Effect away :
        List.of(
            delete("sub/refs", item("sub/refs", DIRECTORY)),
            move("sub/refs", "other/refs", item("sub/refs", DIRECTORY)))) {
      assertThat(answer("", away, write("sub/HEAD", ABSENT))).isEqualTo("pass");
    }
    Files.writeString(directory.resolve("w/sub/HEAD"), "x");
    assertThat(answer("", write("sub/config", ABSENT)))
        .isEqualTo("PROTECTED_PATH sub/config is protected: Git takes sub for a repository");
    assertThat(answer("", write("other/config", ABSENT))).isEqualTo("pass");
  }

  /// In the home directory, or in configuration, every write is asked about.
  @ParameterizedTest
  @CsvSource({
    "w,        the workspace holds the home directory",
    "w/sub,    the workspace holds the home directory",
    ".,        ''",
  })
  void writesAroundTheHomeDirectoryAreAskedAbout(String home, String asked) throws IOException {
    GateCheck check =
        new ContainmentCheck(new PathLocator(root, List.of(), List.of()), judge(home), path(""));
    String expected = asked.isEmpty() ? "pass" : "ask " + asked;

    assertThat(words(judged(check, write("a", ABSENT)))).isEqualTo(expected);
    assertThat(words(judged(check, run("touch a", inside("a"))))).isEqualTo(expected);
    assertThat(words(judged(check, run("ls")))).isEqualTo("pass");
    assertThat(words(judged(check, read("a")))).isEqualTo("pass");
    assertThat(check.name()).isEqualTo("containment");
  }

  /// A workspace can be a place of which programs obey every file.
  @Test
  void writesInConfigurationAreAskedAbout() throws IOException {
    Path configuration = Files.createDirectories(directory.resolve("home/.config/git"));
    try (WorkspaceRoot place = WorkspaceRoot.open(configuration)) {
      Map<String, String> home = Map.of("HOME", directory.resolve("home").toString());
      GateCheck check =
          new ContainmentCheck(
              new PathLocator(place, List.of(), List.of()),
              new ObeyedPlaceJudge(place, home),
              path(""));

      assertThat(words(judged(check, write("a", ABSENT))))
          .isEqualTo("ask the workspace is configuration of Git");
    }
  }

  private String barred(boolean force, FileChange... changes) throws IOException {
    return judge("nowhere")
        .barred(List.of(changes), force)
        .map(error -> error.code() + " " + error.message())
        .orElse("pass");
  }

  private static FileChange change(String path, FileState after) {
    return new FileChange(path(path), ABSENT, after);
  }

  /// A record's paths are as untrusted as a model's.
  @Test
  void whatARecordRestoresIsJudgedToo() throws IOException {
    assertThat(barred(false, change("a", text("x")))).isEqualTo("pass");
    FileChange hook = change("lefthook.yml", text("x"));
    assertThat(barred(false, change("a", text("x")), hook))
        .isEqualTo("PROTECTED_PATH lefthook.yml is obeyed by Lefthook");
    assertThat(barred(true, hook)).isEqualTo("pass");
    FileChange moved = FileChange.moved(path("lefthook.yml"), path("b"), text("x"), text("x"));
    assertThat(barred(false, moved)).startsWith("PROTECTED_PATH lefthook.yml");
    assertThat(barred(false, change("sub/.git", LINK))).startsWith("PROTECTED_PATH sub/.git");
    assertThat(barred(false, change(".config", LINK)))
        .isEqualTo("PROTECTED_PATH .config would be a link to what programs obey there");
    assertThat(barred(true, change(".config", LINK))).isEqualTo("pass");
    assertThat(barred(false, change(".config", DIRECTORY))).isEqualTo("pass");
    for (String part : List.of("refs", "objects")) {
      Files.createDirectories(directory.resolve("w/sub").resolve(part));
    }
    for (FileState after : List.of(text("x"), LINK, DIRECTORY)) {
      assertThat(barred(true, change("sub/HEAD", after)))
          .isEqualTo("PROTECTED_PATH With sub/HEAD Git would take sub for a repository");
    }
    FileChange gone = new FileChange(path("sub/HEAD"), text("x"), ABSENT);
    assertThat(barred(false, gone)).isEqualTo("pass");
    FileChange away = FileChange.moved(path("sub/refs"), path("x"), DIRECTORY, DIRECTORY);
    assertThat(barred(false, away, change("sub/HEAD", text("x")))).isEqualTo("pass");
  }

  @Test
  void directoriesOfObeyedFilesAreUnfitForOthers() {
    WorkspacePath config = path(".config");
    assertThat(judge("nowhere").unfitForLinks().test(config)).isTrue();
    assertThat(judge("nowhere").unfitForLinks().test(path("sub"))).isFalse();
    assertThat(judge("nowhere").unfitForOthers(Set.of()).test(config)).isTrue();
    assertThat(judge("nowhere").unfitForOthers(Set.of(".config")).test(config)).isFalse();
    assertThat(judge("nowhere").unfitForOthers(Set.of()).test(path("sub"))).isFalse();
    assertThat(judge("nowhere").unfitForOthers(Set.of("lefthook.yml")).test(path("lefthook.yml")))
        .isTrue();
    assertThat(judge("nowhere").places().test(path("sub/lefthook.yml"))).isTrue();
    assertThat(judge("nowhere").places().test(path("sub/a"))).isFalse();
  }

  /// Names that the configuration of Git gives, around the workspace and in a repository below.
  @Test
  void configuredHooksAreObeyed() throws IOException {
    Files.createDirectories(directory.resolve("w/.git"));
    Files.writeString(directory.resolve("w/.git/config"), "[core]\n\thooksPath = scripts/hooks\n");
    Files.createDirectories(directory.resolve("w/sub/.git"));
    Files.writeString(directory.resolve("w/sub/.git/config"), "[core]\n\thooksPath = own/hooks\n");

    assertThat(answer("", write("scripts/hooks/pre-commit", ABSENT)))
        .startsWith("ask scripts/hooks/pre-commit is obeyed by ");
    assertThat(answer("", write("sub/own/hooks/pre-commit", ABSENT)))
        .startsWith("ask sub/own/hooks/pre-commit is obeyed by ");
    assertThat(answer("", write("other/own/hooks/pre-commit", ABSENT))).isEqualTo("pass");
    assertThat(judge("nowhere").unfitForOthers(Set.of()).test(path("scripts"))).isTrue();
    assertThat(judge("nowhere").unfitForOthers(Set.of()).test(path("scripts/hooks"))).isTrue();
    assertThat(judge("nowhere").unfitForLinks().test(path("scripts"))).isTrue();
    assertThat(judge("nowhere").unfitForLinks().test(path("sub/own"))).isTrue();
    assertThat(judge("nowhere").unfitForLinks().test(path("sub/deep"))).isFalse();
  }
}
