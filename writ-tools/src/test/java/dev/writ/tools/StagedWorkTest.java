// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a person has staged, and then changed on, is in the index only: a line that takes it out of
/// there says so, and how it comes back.
@ParameterizedClass
@ValueSource(strings = {"namespaces", "landlock"})
class StagedWorkTest {
  private static final String LOST = "what was only staged is in no file and no commit: ";

  @Parameter String sandbox = "";

  @TempDir Path directory;

  private Door prepared() throws Exception {
    Door door = Scripts.door(directory, sandbox);
    door.file("a.txt", "a\n");
    door.file("b.txt", "b\n");
    door.file("p.txt", "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-staged\n+x\n");
    door.file(".gitignore", ".writ/\n.orchestration/\n");
    Scripts.repository(door);
    Scripts.git(door, "config", "user.name", "T");
    Scripts.git(door, "config", "user.email", "t@example.org");
    Scripts.git(door, "branch", "side");
    return door;
  }

  private static void stage(Door door) throws Exception {
    door.file("a.txt", "staged\n");
    Scripts.git(door, "add", "a.txt");
    door.file("a.txt", "a\n");
    door.file("b.txt", "b, edited\n");
  }

  private static String ran(Door door, String line) {
    return door.call("run_command", "command", line).result().content();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git reset -q",
        "git restore --staged .",
        "git add a.txt",
        "git add -A",
        "git commit -qam x",
        "git rm --cached -f -q a.txt",
        "git reset -q HEAD a.txt",
        "git checkout -q HEAD a.txt",
        "git apply --cached p.txt",
        "git update-index --again",
        "git mv -f b.txt a.txt",
      })
  void whatIsLostIsToldWithTheLineThatShowsIt(String line) throws Exception {
    try (Door door = prepared()) {
      stage(door);
      String blob = Scripts.git(door, "rev-parse", ":a.txt").strip().substring(0, 12);

      String said = ran(door, line);

      assertThat(said).contains(LOST + "a.txt (git cat-file -p " + blob + " shows it)");
      assertThat(Scripts.git(door, "cat-file", "-p", blob)).isEqualTo("staged\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git stash -q",
        "git commit -qm x",
        "git commit -qm x a.txt",
        "git status",
        "git checkout -q side",
        "git commit -qm x && git reset -q --hard HEAD~",
      })
  void whatIsStillSomewhereIsNot(String line) throws Exception {
    try (Door door = prepared()) {
      stage(door);
      Scripts.git(door, "checkout", "-q", "b.txt");

      assertThat(ran(door, line)).doesNotContain(LOST);
    }
  }

  @Test
  void whatAFileOrARecordHasIsNot() throws Exception {
    try (Door door = prepared()) {
      door.file("a.txt", "staged\n");
      Scripts.git(door, "add", "a.txt");
      assertThat(ran(door, "git reset -q")).doesNotContain(LOST);
      Scripts.git(door, "add", "-N", "p.txt");
      assertThat(ran(door, "git reset -q")).doesNotContain(LOST);

      assertThat(ran(door, "git add a.txt")).doesNotContain(LOST);
      assertThat(ran(door, "sed -i s/staged/other/ a.txt")).doesNotContain(LOST);
      assertThat(ran(door, "git add a.txt")).doesNotContain(LOST);
      assertThat(ran(door, "git checkout -q HEAD a.txt")).doesNotContain(LOST);
    }
  }

  @Test
  void whatAnotherLineEndOfAFileIsIsNot() throws Exception {
    try (Door door = prepared()) {
      Scripts.git(door, "config", "core.autocrlf", "true");
      door.file("a.txt", "staged\r\n");
      Scripts.git(door, "add", "a.txt");

      assertThat(ran(door, "git reset -q")).doesNotContain(LOST);
    }
  }

  @Test
  void ofManyAFewAreNamed() throws Exception {
    try (Door door = prepared()) {
      for (int i = 0; i < 9; i++) {
        door.file("n" + i, "staged " + i + "\n");
      }
      Scripts.git(door, "add", "-A");
      for (int i = 0; i < 9; i++) {
        door.file("n" + i, "other\n");
      }

      String said = ran(door, "git reset -q");

      assertThat(said).contains(LOST + "n", " and more (git fsck --lost-found)");
      assertThat(said.split("git cat-file -p", -1)).hasSize(6);
    }
  }

  @Test
  void withoutACommitItIsTold() throws Exception {
    try (Door door = prepared()) {
      Scripts.git(door, "checkout", "-q", "--orphan", "new");
      stage(door);

      assertThat(ran(door, "git add a.txt")).contains(LOST + "a.txt");
    }
  }
}
