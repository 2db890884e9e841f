// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Records of command lines with secrets.
class LineSecretsTest {
  private static final String PLAIN = "zebra7quartz9velvet";

  @TempDir Path directory;

  /// A line's plain secrets are in no record of it, regardless of its outcome.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "curl -H 'Authorization: Bearer SECRET' https://a.example",
        "curl -H 'X-Api-Key: SECRET' https://a.example",
        "curl https://me:SECRET@a.example/x",
        "git clone https://me:SECRET@a.example/x",
        "git ls-remote https://me:SECRET@a.example/x",
        "npm publish --token SECRET",
        "GITHUB_TOKEN=SECRET gh pr list",
        "MY_PASSWORD=SECRET npm test",
        "export API_KEY=SECRET; npm publish",
        "curl -u me:SECRET https://a.example",
        "env DEPLOY_KEY=SECRET make",
        "curl -ume:SECRET https://a.example",
        "curl -d 'password=SECRET' https://a.example",
        "curl -d '{\"password\":\"SECRET\"}' https://a.example",
        "PGPASSWORD=SECRET psql",
        "sshpass -p SECRET ssh a.example",
        "mysql -pSECRET",
        "docker login -u me -p SECRET",
        "redis-cli -a SECRET",
        "psql 'host=a password=SECRET'",
        "npm config set //r.example/:_authToken SECRET",
        "npm config set //r.example/:_authToken=SECRET",
        "git remote add o https://me:SECRET@a.example/x && git remote -v",
        "echo https://me:SECRET@a.example/x; cat ../https://me:SECRET@a.example"
      })
  void inv14NoRecordHoldsWhatALineHoldsInPlainSight(String line) throws IOException {
    List<String> answers = new ArrayList<>();
    for (boolean agrees : List.of(true, false)) {
      try (Door door =
          Door.in(
              directory.resolve(agrees + ""),
              setup ->
                  setup.approver =
                      question ->
                          agrees
                              ? new Approver.Answer.Yes(question.digest(), Approver.Extent.PROJECT)
                              : new Approver.Answer.No(""))) {
        answers.add(door.text("run_command", "command", line.replace("SECRET", PLAIN)));
        assertThat(door.audit()).doesNotContain(PLAIN);
        assertThat(door.data.resolve("audit.log")).content().doesNotContain(PLAIN);
        for (Path file : filesBelow(door.data)) {
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(PLAIN);
        }
      }
    }
    assertThat(answers).noneMatch(text -> text.contains(PLAIN));
  }

  /// A password in the address of a remote is never recorded.
  @Test
  void inv14PasswordsOfRemotesAreMasked() throws Exception {
    try (Door door =
        Door.in(directory, setup -> setup.approver = q -> new Approver.Answer.Yes(q.digest()))) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      Scripts.git(door, "remote", "add", "origin", "https://me:" + PLAIN + "@git.example/x.git");
      Scripts.git(door, "remote", "add", "other", "https://" + PLAIN + "@git.example/y.git");
      for (String line :
          List.of(
              "git remote -v",
              "git remote get-url origin",
              "git config --get remote.origin.url",
              "git config --list",
              "cat .git/config",
              "git fetch origin",
              "git fetch other")) {
        assertThat(door.text("run_command", "command", line)).as(line).doesNotContain(PLAIN);
      }
      assertThat(door.text("run_command", "command", "git remote -v"))
          .contains("git.example/x.git");
      assertThat(door.text("read_file", "path", ".git/config")).doesNotContain(PLAIN);
      for (Path file : filesBelow(door.data)) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(PLAIN);
      }
    }
  }

  private static List<Path> filesBelow(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
