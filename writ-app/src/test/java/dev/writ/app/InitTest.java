// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The text and files of `writ init`, and the questions that it avoids later.
class InitTest {
  private static final String SCRIPT =
      """
      {"turns": [
        {"calls": [{"tool": "write_file", "arguments": {"path": "b.txt", "content": "b"}},
                   {"tool": "run_command", "arguments": {"command": "some-program --x"}},
                   {"tool": "run_command", "arguments": {"command": "git push"}}]},
        {"text": "Done."}]}
      """;

  private static String chat(Desk desk) {
    desk.home.write("s.json", SCRIPT);
    desk.input("Build it\n/quit\n");
    return desk.writ("chat", "--dry-run", "--script", desk.home.path("s.json").toString()).out();
  }

  @Test
  void itSaysWhatIsAllowedAndWritesAShortFile() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("Makefile", "all:\n");

      Desk.Ran ran = desk.writ("init", "--yes");

      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out().lines().limit(8))
          .hasSize(8)
          .startsWith("In this folder (Make):")
          .endsWith(".writ/project.yaml is written and in force.");
      assertThat(desk.workspace.read(".writ/project.yaml").lines())
          .containsSubsequence("authority:", "  level: observe", "  network: deny")
          .hasSizeLessThan(8);
      assertThat(desk.writ("policy", "check", "--", "gcc -Wall -o app main.c").out())
          .startsWith("allow");
      assertThat(desk.writ("trust", "--status").out()).contains("observe and contained from");
    }
  }

  @Test
  void aChatAsksForEachChangeBeforeAndOnlyForWhatLeavesTheFolderAfterwards() {
    try (Desk desk = new Desk()) {
      assertThat(chat(desk)).contains("(interactive mode)");

      desk.writ("init", "--yes");

      assertThat(chat(desk))
          .doesNotContain("(interactive mode)")
          .contains("git push needs the network")
          .contains("○ Run some-program --x: allowed", "✗ Run git push: denied");
    }
  }

  /// Secrets are a question if a person can be asked; a forbidden act needs no question.
  @Test
  void whatItSaysOfSecretsAndOfNeverIsTrue() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(".env", "A=1\n");

      String said = desk.writ("init", "--yes").out();

      assertThat(said).containsPattern("asks +.*secrets \\(\\.env, keys\\)");
      assertThat(said).containsPattern("never +sudo; changes to Git's hooks and settings");
      assertThat(verdict(desk, "cat .env")).startsWith("confirm");
      assertThat(verdict(desk, "sudo ls")).startsWith("deny");
      assertThat(dryRun(desk, "read_file", "{\"path\":\".env\"}")).contains("APPROVAL_");
      for (String path : List.of(".git/hooks/pre-commit", ".git/config", ".writ/project.yaml")) {
        assertThat(dryRun(desk, "write_file", "{\"path\":\"" + path + "\",\"content\":\"\"}"))
            .contains("PROTECTED_PATH");
      }
    }
  }

  private static String verdict(Desk desk, String line) {
    return desk.writ("policy", "check", "--", line).out();
  }

  private static String dryRun(Desk desk, String tool, String arguments) {
    Desk.Ran ran = desk.writ("tools", "call", tool, "--args", arguments);
    return ran.out() + ran.err();
  }

  @Test
  void inARepositoryItNamesTheAttributesAndTheCommitsOnce() {
    try (Desk desk = new Desk()) {
      desk.workspace.git("init", "-q");
      String commits = "writ config set git.auto_commit false";

      assertThat(desk.writ("init", "--yes").out())
          .contains(".gitattributes tells Git how to merge the records", commits);
      assertThat(desk.workspace.read(".gitattributes").lines()).hasSize(4);

      assertThat(desk.writ("init", "--yes").out())
          .doesNotContain(".gitattributes")
          .contains(commits);
      assertThat(desk.writ("config", "set", "git.auto_commit", "false").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("init", "--yes").out()).doesNotContain("auto_commit");
    }
  }

  @Test
  void withoutGitItSaysNothingOfIt() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("init", "--yes").out()).doesNotContain(".gitattributes", "auto_commit");
    }
  }
}
