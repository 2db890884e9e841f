// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ways by which Git would show secret files of the history whatever Writ tells it.
class HistoryWaysTest {
  private static final String VALUE = HistorySecretsTest.VALUE;
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

  /// Git shows the lines of a file whatever its attributes are.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git log -L1,1:.env HEAD~1",
        "git log -L 1,1:.env HEAD~1",
        "git log -qL1,1:.env HEAD~1",
        "git show -L1,1:.env HEAD~1",
        "git log -L1,1:main.txt HEAD",
      })
  void followedLinesAsk(String line) throws Exception {
    String reversed = new StringBuilder(VALUE).reverse().toString();
    try (Door door = door()) {
      HistorySecretsTest.repository(door);
      assertThat(door.text("run_command", "command", line + " | rev")).doesNotContain(reversed);
      assertThat(asked).isNotEmpty();
    }
  }

  /// An archive has the attributes of its tree, not of the work tree.
  @Test
  void anArchiveOfATreeWithItsOwnAttributesAsks() throws Exception {
    String reversed = new StringBuilder(VALUE).reverse().toString();
    try (Door door = door()) {
      HistorySecretsTest.repository(door);
      Scripts.git(door, "checkout", "-q", "-b", "z", "HEAD~1");
      assertThat(door.text("run_command", "command", "git archive HEAD | rev"))
          .doesNotContain(reversed);
      assertThat(asked).isEmpty();
      door.file(".gitattributes", "* -export-ignore\n");
      Scripts.git(door, "add", ".gitattributes");
      Scripts.git(door, "commit", "-qm", "four");
      for (String at : List.of("z", "HEAD~2")) {
        Scripts.git(door, "checkout", "-q", at);
        assertThat(door.text("run_command", "command", "git archive z | rev"))
            .doesNotContain(reversed);
        assertThat(asked).as(at).isNotEmpty();
        asked.clear();
      }
    }
  }

  /// What Writ tells Git by its environment is taken away.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "env -i git log -p",
        "env -i git grep -h '' HEAD~1",
        "env -i git archive HEAD~1",
        "env -u GIT_CONFIG_COUNT git log -p",
        "env --ig git log -p",
        "env -S '-i git log -p'",
        "timeout 20 env - git log -p",
        "echo HEAD | xargs env -i git log -p",
        "setpriv --reset-env git log -p",
        "sh -c 'unset GIT_CONFIG_COUNT; git log -p'",
        "sh -c 'export -n GIT_CONFIG_COUNT; git log -p'",
        "sh -c 'GIT_CONFIG_COUNT=0; git log -p'",
        "sh -c 'for GIT_CONFIG_COUNT in 0; do git log -p; done'",
        "bash -c 'exec -c git log -p'",
        "sh -c 'env -i git log -p'",
      })
  void noGitThatWasToldNothingShowsThem(String line) throws Exception {
    String reversed = new StringBuilder(VALUE).reverse().toString();
    try (Door door = door()) {
      HistorySecretsTest.repository(door);
      assertThat(door.text("run_command", "command", line + " | rev"))
          .as(line)
          .doesNotContain(reversed);
    }
  }

  /// Copies of a secret file are secret, too, whoever made them.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "id_work.bak",
        ".id_work.swp",
        ".client_secret_1.json.swp",
        ".kube/#config#",
        "prod.key.rej",
        "server.key (1)",
        "copy of credentials.json",
        ".netrc.dpkg-old",
      })
  void copiesAreNotShownEither(String name) throws Exception {
    String reversed = new StringBuilder(VALUE).reverse().toString();
    try (Door door = door()) {
      Scripts.git(door, "init", "-q", "-b", "main", ".");
      door.file(name, VALUE + "\n");
      Scripts.git(door, "add", "-f", ".");
      Scripts.git(door, "commit", "-qm", "one");
      for (String line : List.of("git log -p", "git show", "git archive HEAD")) {
        assertThat(door.text("run_command", "command", line + " | rev"))
            .as(line)
            .doesNotContain(reversed);
      }
    }
  }

  /// A patch that is sent has the whole of what isn't text.
  @Test
  void patchesOfSecretFilesAsk() throws Exception {
    try (Door door = door()) {
      HistorySecretsTest.repository(door);
      for (String line :
          List.of("git format-patch --stdout --root HEAD | tac", "git format-patch -3")) {
        assertThat(door.text("run_command", "command", line)).doesNotContain("GIT binary patch");
        assertThat(asked).as(line).isNotEmpty();
        asked.clear();
      }
      assertThat(door.text("run_command", "command", "git format-patch --no-binary --stdout -3"))
          .contains("Subject");
    }
  }
}
