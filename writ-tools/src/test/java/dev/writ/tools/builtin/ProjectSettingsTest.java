// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs see the settings of tools that lie in a project, and Git's logs, without passwords.
class ProjectSettingsTest {
  private static final String VALUE = "zebra7quartz9velvet";
  private static final String REVERSED = new StringBuilder(VALUE).reverse().toString();

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "namespaces | .yarnrc.yml | npmAuthToken: VALUE",
        "namespaces | sub/auth.json | {\"http-basic\":{\"h\":{\"password\":\"VALUE\"}}}",
        "namespaces | .hg/hgrc | x.password = VALUE",
        "namespaces | settings.xml | <password>VALUE</password>",
        "landlock | .wgetrc | password = VALUE",
      })
  void settingsOfToolsInAProjectAreSeenWithoutTheirSecrets(String sandbox, String file, String text)
      throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      door.file(file, text.replace("VALUE", VALUE) + "\nkeep = me\n");
      door.file("gradle.properties", "a = b\n");

      boolean hidden = sandbox.equals("namespaces");
      String seen =
          Scripts.sh(door, (hidden ? "rev " : "cat ") + file + "; echo more >> gradle.properties")
              .result()
              .content();
      assertThat(seen).contains(hidden ? "em = peek" : "keep = me");
      assertThat(seen).doesNotContain(REVERSED).doesNotContain(VALUE);
      assertThat(door.text("read_file", "path", file)).contains("keep").doesNotContain(VALUE);
      assertThat(door.root.resolve("gradle.properties")).hasContent("a = b\nmore\n");
    }
  }

  /// A person's `git pull https://me:TOKEN@…`, as Git writes it down.
  @Test
  void aTokenInGitsLogsIsSeenByNoProgram() throws Exception {
    try (Door door = Scripts.door(directory, "namespaces")) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      String head = Scripts.git(door, "rev-parse", "HEAD").strip();
      String branch = Scripts.git(door, "symbolic-ref", "HEAD").strip();
      String line =
          "%s %s A <a@example.org> 1700000000 +0000\tpull https://me:%s@h.example/x.git: Fast\n"
              .formatted(head, head, VALUE);
      List<String> others = List.of("refs/remotes/fork/main", "refs/tags/v1");
      others.forEach(name -> door.file(".git/logs/" + name, line));
      List<Path> logs =
          List.of(
              door.root.resolve(".git/logs/HEAD"), door.root.resolve(".git/logs").resolve(branch));
      for (Path log : logs) {
        Files.writeString(log, line, StandardOpenOption.APPEND);
      }
      door.file("all.sh", "rev .git/logs/HEAD .git/logs/" + branch + "; git reflog | rev\n");

      for (String each :
          List.of(
              "rev .git/logs/HEAD",
              "sh all.sh",
              "sh -c 'git reflog | rev'",
              "git branch | rev .git/logs/HEAD",
              "git tag t1 | rev .git/logs/HEAD",
              "git branch z | tail -9 .git/logs/HEAD | rev",
              "sh -c 'git branch; rev .git/logs/HEAD'")) {
        assertThat(door.text("run_command", "command", each))
            .as(each)
            .contains("llup")
            .doesNotContain(REVERSED);
      }
      assertThat(door.text("run_command", "command", "git reflog --format=%gs | cut -c1-30"))
          .contains("pull")
          .doesNotContain(VALUE.substring(0, 10));
      String pieces = "git reflog --format='%<(26,trunc)%gs' >&2 | git tag t3";
      assertThat(door.text("run_command", "command", pieces))
          .contains("pull")
          .doesNotContain(VALUE.substring(0, 5));
      Scripts.git(door, "config", "user.name", "A");
      Scripts.git(door, "config", "user.email", "a@example.org");
      door.text("run_command", "command", "git commit -q --allow-empty -m two");
      for (Path log : logs) {
        assertThat(log).content().contains(VALUE).contains("commit: two");
      }
      for (String name : others) {
        assertThat(door.text("run_command", "command", "rev .git/logs/" + name))
            .contains("llup")
            .doesNotContain(REVERSED);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".config.swp", "#config#", "my.config", "saved.cfg", "config.bak"})
  void copiesOfGitsSettingsAreSeenWithoutTokens(String name) throws Exception {
    try (Door door = Scripts.door(directory, "namespaces")) {
      Scripts.git(door, "init", "-q");
      door.file(".git/" + name, "[sendemail]\n\tsmtpPass = " + VALUE + "\n\tkeep = me\n");

      assertThat(door.text("run_command", "command", "rev '.git/" + name + "'"))
          .contains("em = peek")
          .doesNotContain(REVERSED);
    }
  }

  /// A copy in its place would be committed.
  @Test
  void anIncludedFileThatGitTracksIsMaskedAndSeenAsItIs() throws Exception {
    try (Door door = Scripts.door(directory, "namespaces")) {
      door.file("team.inc", "[sendemail]\n\tsmtpPass = " + VALUE + "\n");
      for (String line : List.of("init -q", "config include.path ../team.inc", "add team.inc")) {
        Process git =
            new ProcessBuilder(("git " + line).split(" ")).directory(door.root.toFile()).start();
        assertThat(git.waitFor()).isZero();
      }

      assertThat(door.text("run_command", "command", "git diff")).doesNotContain("team.inc");
      assertThat(door.text("run_command", "command", "cat team.inc"))
          .contains("smtpPass")
          .doesNotContain(VALUE);
    }
  }

  /// What Git renames within the line is as hidden, and what is gone hinders nothing.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git branch -m BRANCH z; rev .git/logs/refs/heads/z",
        "git branch -m BRANCH z; git branch BRANCH z; rev .git/logs/refs/heads/z",
        "git branch other; git branch -M BRANCH other; rev .git/logs/refs/heads/other",
        "git branch -M BRANCH kept; rev .git/logs/refs/heads/kept",
        "git branch -m x/y y; git branch -m BRANCH x; rev .git/logs/refs/heads/x",
        "git branch -m BRANCH z; git log -g z --format='%<(26,trunc)%gs' | rev",
      })
  void aLogThatGitRenamesIsSeenByNoProgram(String line) throws Exception {
    try (Door door = Scripts.door(directory, "namespaces")) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      Scripts.git(door, "branch", "kept");
      Scripts.git(door, "branch", "x/y");
      String branch = Scripts.git(door, "symbolic-ref", "--short", "HEAD").strip();
      String head = Scripts.git(door, "rev-parse", "HEAD").strip();
      Files.writeString(
          door.root.resolve(".git/logs/refs/heads").resolve(branch),
          "%s %s A <a@example.org> 1700000000 +0000\tpull https://me:%s@h.example/x.git: Fast\n"
              .formatted(head, head, VALUE),
          StandardOpenOption.APPEND);

      assertThat(door.text("run_command", "command", line.replace("BRANCH", branch)))
          .contains("llup")
          .doesNotContain(REVERSED.substring(REVERSED.length() - 5));
    }
  }

  /// A log that is longer than settings ever are, from the start or by the model's own commits.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTokenInALongLogIsSeenByNoProgram(boolean grows) throws Exception {
    try (Door door = Scripts.door(directory, "namespaces")) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      Scripts.git(door, "config", "user.name", "A");
      Scripts.git(door, "config", "user.email", "a@example.org");
      String head = Scripts.git(door, "rev-parse", "HEAD").strip();
      String start = "%s %s A <a@example.org> 1700000000 +0000\t".formatted(head, head);
      String pull = start + "pull https://me:%s@h.example/x.git: Fast\n".formatted(VALUE);
      String long1 = start + "commit: " + "x".repeat(90_000) + "\n";
      Path log = door.root.resolve(".git/logs/HEAD");
      Files.writeString(log, pull + (grows ? "" : long1.repeat(13)), StandardOpenOption.APPEND);
      String commit = "git commit -q --allow-empty -m " + "x".repeat(90_000) + "; ";
      for (int i = 0; grows && i < 13; i++) {
        door.text("run_command", "command", commit + "true");
      }
      assertThat(Files.size(log)).isGreaterThan(1 << 20);

      for (String line :
          List.of(
              "rev .git/logs/HEAD | grep '^tsaF' | cut -c 1-300",
              "git branch -m y; rev .git/logs/HEAD | grep '^tsaF' | cut -c 1-300")) {
        assertThat(door.text("run_command", "command", line))
            .contains("llup")
            .doesNotContain(REVERSED);
      }
    }
  }

  /// Git's own store of passwords in a repository, under its usual names or another one.
  @Test
  void passwordsThatGitStoresInTheRepositoryAreSeenByNoProgram() throws Exception {
    try (Door door = Scripts.door(directory, "namespaces")) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      Scripts.git(door, "config", "credential.helper", "store --file=.git/pw");
      Scripts.git(door, "config", "--add", "credential.helper", "store --file tokens.txt");
      List<String> stores =
          List.of(
              ".git/pw", "tokens.txt", ".git/credentials", ".git/.git-credentials", ".git/.env");
      stores.forEach(name -> door.file(name, "https://me:" + VALUE + "@example.org\n"));

      for (String name : stores) {
        assertThat(door.text("run_command", "command", "rev " + name.replace(".env", ".e*")))
            .as(name)
            .doesNotContain(REVERSED);
      }
      assertThat(door.text("run_command", "command", "grep -rh example . | rev"))
          .doesNotContain(REVERSED);
    }
  }
}
