// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The secret files of a repository's history reach no model without a question, also if a person
/// agreed that contained commands run.
class HistorySecretsTest {
  static final String VALUE = "zebra7quartz9velvet";
  private static final String CONTAINED = "authority: {level: observe, contained: allow}\n";

  @TempDir Path directory;

  private final List<String> asked = new ArrayList<>();

  private Door door() throws Exception {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.environment = Map.of("HOME", directory.resolve("home").toString());
              setup.rules = Door.under("namespaces");
              setup.execution = ExecutionMode.RESTRICTED_AUTONOMOUS;
              setup.approver =
                  question -> {
                    asked.addAll(question.reasons());
                    return new Approver.Answer.No("");
                  };
            });
    door.file(AuthorityFile.PATH, CONTAINED);
    door.governor.authority().confirm(CONTAINED, "me");
    return door;
  }

  /// A secret that was removed again, one that only a reflog has, and ordinary files.
  static void repository(Door door) throws Exception {
    door.file("main.txt", "plain\n");
    door.file("a/main.txt", "plain below\n");
    Scripts.repository(door);
    door.file(".env", "API_KEY=" + VALUE + "\n");
    door.file(".aws/credentials", "key = " + VALUE + "\n");
    Scripts.git(door, "add", "-f", ".env", ".aws");
    Scripts.git(door, "commit", "-qm", "two");
    Scripts.git(door, "rm", "-q", "-r", ".env", ".aws");
    door.file("main.txt", "changed\n");
    Scripts.git(door, "commit", "-qam", "three");
  }

  private static UnaryOperator<String> ids(Door door) throws Exception {
    String blob = Scripts.git(door, "rev-parse", "HEAD~1:.env").strip();
    String tree = Scripts.git(door, "rev-parse", "HEAD~1:.aws").strip();
    String commit = Scripts.git(door, "rev-parse", "HEAD~1").strip();
    return line ->
        line.replace("BLOB", blob)
            .replace("SHORT", blob.substring(0, 7))
            .replace("TREE", tree)
            .replace("COMMIT", commit.substring(0, 8));
  }

  /// Under another name everything shows what a tracked file holds.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git mv .kube k2",
        "git mv .kube k2 && cat k2/config",
        "git mv a b && git mv sub/.kube k2",
        "cd sub && git mv .kube k2",
        "git -C sub mv .kube k2",
        "git apply --cached p.diff",
        "git worktree add dist/c",
        "git clone -q . dist/c",
        "git checkout-index --prefix=dist/c/ -a",
      })
  void aTrackedSecretGetsNoOtherNameUnasked(String line) throws Exception {
    try (Door door = door()) {
      door.file(".kube/config", "token: " + VALUE + "\n");
      door.file("sub/.kube/config", "token: " + VALUE + "\n");
      door.file("a/main.txt", "plain\n");
      door.file("p.diff", "rename from .kube/config\nrename to k2\n");
      Scripts.repository(door);
      door.call("run_command", "command", line);
      assertThat(asked).as(line).isNotEmpty();
      assertThat(door.tree()).doesNotContainKeys("k2/config", "dist/c/.kube/config");
      asked.clear();
      assertThat(door.code("run_command", "command", "git mv a b && ls .")).isEqualTo("ok");
      assertThat(asked).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git cat-file -p BLOB",
        "git cat-file blob BLOB",
        "git cat-file -p SHORT",
        "git cat-file --batch",
        "echo BLOB | git cat-file --batch",
        "git show BLOB",
        "git show SHORT",
        "git show 'HEAD~1:.env'",
        "git show COMMIT:.env",
        "git show COMMIT:./.env",
        "git show TREE:credentials",
        "git show 'HEAD~1^{tree}:.aws/credentials'",
        "git cat-file -p HEAD~1:.env",
        "git cat-file --textconv HEAD~1:.env",
        "git diff BLOB SHORT",
        "git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 TREE",
        "git diff-tree -p 4b825dc642cb6eb9a060e54bf8d69288fbee4904 TREE",
        "git grep -e key TREE",
        "git log -p -a",
        "git log -p --text",
        "git log -p -a --line-prefix=zz",
        "git show -a HEAD~1",
        "git show --text COMMIT | grep KEY",
        "git diff -a HEAD~1 HEAD",
        "git diff --binary HEAD~1 HEAD",
        "git grep -ah KEY HEAD~1",
        "git stash list -p -a",
        "git whatchanged -p -a",
        "git rev-parse HEAD~1:.env | git cat-file --batch",
        "git rev-parse HEAD~1:.env | xargs git show",
        "git rev-parse HEAD~1:.env | xargs git cat-file -p",
        "git show $(git rev-parse HEAD~1:.env)",
        "git tag v BLOB && git show v",
        "git log -L1,1:.env HEAD~1",
        "git blame HEAD~1 -- .env",
        "git checkout TREE -- credentials && cat credentials",
        "git restore --source=TREE credentials && cat credentials",
        "git archive TREE | tar xO",
        "git archive HEAD~1 .env | tar xO",
        "timeout 20 git show BLOB",
        "git log -p",
        "git log -p --binary -S KEY",
        "git show COMMIT",
        "git archive HEAD~1 | tar xO",
        "git format-patch --stdout -1 HEAD~1",
        "sh log.sh"
      })
  void historyShowsNoneOfThemUnasked(String line) throws Exception {
    try (Door door = door()) {
      repository(door);
      UnaryOperator<String> ids = ids(door);
      door.file("log.sh", "git log -p -a; git log -p\n");
      assertThat(door.text("run_command", "command", ids.apply(line))).doesNotContain(VALUE);
      assertNotRestored(door);
    }
  }

  /// In a part of a tree files have other paths than attributes are about.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git archive HEAD~1:.aws > k.tar",
        "git archive --format=zip HEAD~1:.aws > k.zip",
        "git archive --worktree-attributes HEAD~1 > k.tar",
        "git archive --wo HEAD~1 > k.tar",
        "git -C a archive HEAD~1 > k.tar",
        "cd a && git archive HEAD~1 > ../k.tar"
      })
  void anArchiveOfAPartAsks(String line) throws Exception {
    try (Door door = door()) {
      repository(door);
      door.call("run_command", "command", line);
      assertThat(asked).isNotEmpty();
    }
  }

  /// A difference that doesn't begin as others do, or names another path.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git log -p --line-prefix=Z",
        "git log -p --lin Z",
        "git show --relative=.aws HEAD~1",
        "git -C .aws log -p --relative",
        "git log -p --src-prefix=q/ --dst-pre=q/",
      })
  void noOtherHeadersShowThem(String line) throws Exception {
    historyShowsNoneOfThemUnasked(line);
    assertThat(asked).as(line).isNotEmpty();
  }

  private static void assertNotRestored(Door door) throws Exception {
    if (Files.exists(door.root.resolve("credentials"))) {
      assertThat(door.read("credentials")).doesNotContain(VALUE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git log -p",
        "git log --oneline --all",
        "git show COMMIT",
        "git show HEAD:main.txt",
        "git show COMMIT:a/main.txt",
        "git cat-file -p COMMIT",
        "git cat-file -t BLOB",
        "git cat-file -p HEAD:main.txt",
        "git diff COMMIT HEAD",
        "git diff COMMIT..HEAD -- a",
        "git grep plain COMMIT",
        "git status",
        "git add -A && git commit -qm abcdef12",
        "git checkout -q -b deadbeef1"
      })
  void whatShowsNoneOfThemAsksNothing(String line) throws Exception {
    try (Door door = door()) {
      repository(door);
      CallAnswer answer = door.call("run_command", "command", ids(door).apply(line));
      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(asked).isEmpty();
      assertThat(answer.result().content()).doesNotContain(VALUE);
    }
  }

  /// Without secrets in its history a repository may show whatever it has.
  @Test
  void aHistoryWithoutSecretsAsksNothing() throws Exception {
    try (Door door = door()) {
      door.file("main.txt", "plain\n");
      door.file(".env.example", "API_KEY=\n");
      door.file("ca.pem", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n");
      door.file("tests/server.key", "-----BEGIN CERTIFICATE-----\n");
      Scripts.repository(door);
      door.file("main.txt", "changed\n");
      door.file(".env", "API_KEY=" + VALUE + "\n");
      String blob = Scripts.git(door, "rev-parse", "HEAD:main.txt").strip();
      for (String line :
          List.of(
              "git log -p -a",
              "git diff -a",
              "git show " + blob,
              "git cat-file -p " + blob,
              "git show " + Scripts.git(door, "rev-parse", "HEAD^{tree}").strip(),
              "git rev-parse HEAD | xargs git show")) {
        CallAnswer answer = door.call("run_command", "command", line);
        assertThat(Door.code(answer)).as(line + answer.result().content()).isEqualTo("ok");
        assertThat(answer.result().content()).doesNotContain(VALUE);
      }
      assertThat(asked).isEmpty();
    }
  }

  /// Attributes of a project stand above Writ's.
  @Test
  void attributesOfTheProjectShowNothing() throws Exception {
    try (Door door = door()) {
      repository(door);
      String reversed = new StringBuilder(VALUE).reverse().toString();
      assertThat(door.text("run_command", "command", "git log -p | rev")).doesNotContain(reversed);
      assertThat(asked).isEmpty();
      door.file(".gitattributes", "* diff -export-ignore\n.env diff -export-ignore\n");
      Scripts.git(door, "add", ".gitattributes");
      Scripts.git(door, "commit", "-qm", "four");
      door.file("log.sh", "git log -p > out.txt\n");
      for (String line :
          List.of("git log -p", "git log -p > out.txt; cat out.txt", "sh log.sh", "cat out.txt")) {
        assertThat(door.text("run_command", "command", line)).as(line).doesNotContain(VALUE);
      }
      asked.clear();
      assertThat(door.text("run_command", "command", "git log -p | rev")).doesNotContain(reversed);
      assertThat(asked).isNotEmpty();
    }
  }

  /// A clone within the workspace, a submodule, and one without a working tree.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git -C vendor/x cat-file -p BLOB",
        "git -C vendor/x show SHORT > out.txt",
        "git -C vendor -C x show BLOB",
        "git -c core.pager=cat -C vendor -C x show BLOB",
        "cd vendor/x && git cat-file blob BLOB",
        "cd vendor && cd x && git show TREE:.env",
        "sh -c 'cd vendor/x && git show BLOB > o.txt'",
        "git --git-dir=vendor/x/.git show BLOB",
        "git --git-dir vendor/x/.git show BLOB",
        "git -C vendor/x log -p -a | rev",
        "git -C vendor/x archive HEAD~1:sub > k.tar",
        "cp -r vendor/x y && git -C y show BLOB",
        "git clone -q vendor/x dist/y && git -C dist/y show BLOB",
        "git -C libs/foo cat-file -p BLOB",
        "git -C .git/modules/libs/foo show BLOB",
        "git --git-dir=.git/modules/libs/foo show BLOB",
        "git submodule foreach 'git show BLOB'",
        "git -C kept.git show BLOB",
      })
  void noOtherRepositoryShowsTheSecretsOfItsHistoryUnasked(String line) throws Exception {
    try (Door door = door()) {
      door.file("main.txt", "plain\n");
      UnaryOperator<String> ids = withOthers(door);
      assertThat(door.text("run_command", "command", ids.apply(line))).doesNotContain(VALUE);
      assertThat(asked.toString()).as(line).contains("secret");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git -C vendor/x log -p",
        "git -C vendor/x log --oneline | head",
        "git -C vendor/x show HEAD:main.txt",
        "git -C vendor/x cat-file -t BLOB",
        "git -C vendor/x cat-file -p COMMIT",
        "git -C libs/foo show HEAD:main.txt",
        "git log -p -a -- main.txt",
        "git status | head",
      })
  void whatShowsNoSecretOfAnotherRepositoryAsksNothing(String line) throws Exception {
    try (Door door = door()) {
      door.file("main.txt", "plain\n");
      UnaryOperator<String> ids = withOthers(door);
      CallAnswer answer = door.call("run_command", "command", ids.apply(line));
      assertThat(asked).as(line).isEmpty();
      assertThat(answer.result().content()).doesNotContain(VALUE);
    }
  }

  private static final String OTHERS =
      """
      set -e
      export GIT_CONFIG_COUNT=3 GIT_CONFIG_KEY_0=protocol.file.allow GIT_CONFIG_VALUE_0=always
      export GIT_CONFIG_KEY_1=user.name GIT_CONFIG_VALUE_1=A
      export GIT_CONFIG_KEY_2=user.email GIT_CONFIG_VALUE_2=a@example.org
      git init -q vendor/x
      cd vendor/x
      mkdir sub
      echo API_KEY=TOKEN > .env
      echo API_KEY=TOKEN > sub/.env
      echo plain > main.txt
      git add -A
      git commit -qm one
      git rm -q -r .env sub
      git commit -qm two
      cd ../..
      git clone -q vendor/x ../lib
      git clone -q --bare vendor/x kept.git
      git submodule --quiet add ../lib libs/foo
      """
          .replace("TOKEN", VALUE);

  private static UnaryOperator<String> withOthers(Door door) throws Exception {
    door.file(".gitignore", "vendor/\n*.git\n");
    Scripts.repository(door);
    Process made =
        new ProcessBuilder("sh", "-c", OTHERS).directory(door.root.toFile()).inheritIO().start();
    assertThat(made.waitFor()).isZero();
    String blob = Scripts.git(door, "-C", "vendor/x", "rev-parse", "HEAD~1:.env").strip();
    String tree = Scripts.git(door, "-C", "vendor/x", "rev-parse", "HEAD~1:sub").strip();
    String commit = Scripts.git(door, "-C", "vendor/x", "rev-parse", "HEAD~1").strip();
    return line ->
        line.replace("BLOB", blob)
            .replace("SHORT", blob.substring(0, 7))
            .replace("TREE", tree)
            .replace("COMMIT", commit);
  }
}
