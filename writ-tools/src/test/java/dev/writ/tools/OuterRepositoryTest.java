// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// In a linked working tree, and in a submodule, Git reads the repository outside, and nothing else
/// that a file leads it to.
@ParameterizedClass
@ValueSource(strings = {"namespaces", "landlock"})
class OuterRepositoryTest {
  private static final String TOKEN = "zebra7quartz9velvet";

  @Parameter String sandbox = "";

  @TempDir Path directory;

  private Path home = Path.of("");

  private static String git(Path at, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("git", "-c", "user.name=P", "-c"));
    line.add("user.email=p@example.org");
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).directory(at.toFile());
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.strip();
  }

  /// A workspace that is a working tree of a repository beside it.
  private Door door() throws Exception {
    home = Files.createDirectories(directory.toRealPath().resolve("main"));
    Files.writeString(home.resolve("a.txt"), "a\n");
    git(home, "init", "-q", "-b", "main");
    git(home, "add", ".");
    git(home, "commit", "-q", "-m", "first");
    git(home, "worktree", "add", "-q", "-b", "side", "../tree");
    git(home, "config", "sendemail.smtpPass", TOKEN);
    Door door = Scripts.door(directory, sandbox);
    door.file(".git", Files.readString(directory.resolve("tree/.git")));
    door.file("a.txt", "a\n");
    door.file(".gitignore", ".writ/\n.orchestration/\n");
    Files.writeString(home.resolve(".git/worktrees/tree/gitdir"), door.root + "/.git\n");
    git(door.root, "status");
    return door;
  }

  private static String ran(Door door, String line) {
    return door.call("run_command", "command", line).result().content();
  }

  @Test
  void gitReadsTheRepositoryOfALinkedWorkingTree() throws Exception {
    try (Door door = door()) {
      door.file("a.txt", "changed\n");

      assertThat(ran(door, "git status --short")).contains("M a.txt");
      assertThat(ran(door, "git log --oneline")).contains("first");
      assertThat(ran(door, "git diff")).contains("+changed");
      assertThat(ran(door, "git blame a.txt")).contains("Not Committed Yet");
      assertThat(ran(door, "sh -c 'git branch'")).contains("* side", "main");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git commit -q --allow-empty -m x",
        "git branch other",
        "sh -c 'echo x > ../main/.git/x; git tag t'",
      })
  void nothingIsWrittenThere(String line) throws Exception {
    try (Door door = door()) {
      String before = git(home, "for-each-ref");
      ran(door, line);
      assertThat(git(home, "for-each-ref")).isEqualTo(before);
      assertThat(home.resolve(".git/x")).doesNotExist();
    }
  }

  @Test
  void itsTokensAreNotShown() throws Exception {
    try (Door door = door()) {
      String script = "rev \"$(git rev-parse --git-common-dir)/config\"; git config -l | rev";
      door.file("s.sh", script);
      String reversed = new StringBuilder(TOKEN).reverse().toString();
      if (sandbox.equals("namespaces")) {
        assertThat(ran(door, "sh s.sh")).contains("eurt = ").doesNotContain(reversed);
      }
      assertThat(ran(door, "git config -l")).doesNotContain(TOKEN);
    }
  }

  /// Whoever wrote the workspace may have written that file.
  @ParameterizedTest
  @ValueSource(strings = {"gitdir: ../main/.git", "gitdir: ../main/.git/worktrees/other"})
  void aRepositoryThatDoesNotNameTheWorkspaceIsNotRead(String pointer) throws Exception {
    try (Door door = door()) {
      git(home, "worktree", "add", "-q", "-b", "other", "../other");
      door.file(".git", pointer + "\n");

      assertThat(ran(door, "git log --oneline")).contains("fatal: ").doesNotContain("first");
    }
  }

  @Test
  void aSubmoduleThatIsAWorkspaceIsReadToo() throws Exception {
    try (Door door = door()) {
      Path module = home.resolve(".git/modules/lib");
      git(directory, "clone", "-q", "--bare", home.toString(), module.toString());
      git(module, "config", "core.bare", "false");
      git(module, "config", "core.worktree", door.root.toString());
      door.file(".git", "gitdir: " + module + "\n");

      assertThat(ran(door, "git log --oneline")).contains("first");
    }
  }
}
