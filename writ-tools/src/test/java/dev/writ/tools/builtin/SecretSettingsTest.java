// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.session.GovernancePolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs see the settings of tools without passwords, and tools work as before.
class SecretSettingsTest {
  private static final String VALUE = "zebra7quartz9velvet";
  private static final String REVERSED = new StringBuilder(VALUE).reverse().toString();
  private static final String SETTINGS =
      """
      <settings><mirrors><mirror><url>https://mirror.example/</url></mirror></mirrors>
      <servers><server><id>s</id><password>%s</password></server></servers></settings>
      """
          .formatted(VALUE);

  @TempDir Path directory;

  private Door door(String sandbox, List<String> visible) {
    return Door.in(
        directory,
        setup -> {
          setup.environment = Map.of("HOME", directory.resolve("home").toString());
          setup.approver = question -> new Answer.Yes(question.digest());
          GovernancePolicy.CommandRules rules = Door.under(sandbox);
          setup.rules =
              new GovernancePolicy.CommandRules(
                  rules.allowDangerous(),
                  rules.standing(),
                  rules.barred(),
                  rules.verifyBinaries(),
                  new GovernancePolicy.SandboxChoice(sandbox, Optional.empty(), visible));
        });
  }

  private void home(String name, String content) throws IOException {
    Path file = directory.resolve("home").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /// A build that shows a file of the home.
  private static String shown(Door door, String file) throws IOException {
    return built(door, "echo begun; rev < ~/" + file + "; echo ended");
  }

  private static String built(Door door, String script) throws IOException {
    door.file("mvnw", "#!/bin/sh\n" + script + "\n");
    door.file("gradlew", "#!/bin/sh\n" + script + "\n");
    assertThat(door.root.resolve("mvnw").toFile().setExecutable(true)).isTrue();
    assertThat(door.root.resolve("gradlew").toFile().setExecutable(true)).isTrue();
    boolean gradle = script.contains(".gradle");
    return door.text("run_command", "command", gradle ? "./gradlew test" : "./mvnw test");
  }

  @Test
  void aBuildSeesItsMirrorAndNoPassword() throws IOException {
    home(".m2/settings.xml", SETTINGS);
    home(".m2/settings-work.xml.bak", SETTINGS);
    try (Door door = door("namespaces", List.of())) {
      for (String name : List.of("settings.xml", "settings-work.xml.bak")) {
        String text = shown(door, ".m2/" + name);
        assertThat(text).contains("/elpmaxe.rorrim//:sptth", "ended").doesNotContain(REVERSED);
      }
      assertThat(directory.resolve("home/.m2/settings.xml")).hasContent(SETTINGS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gradle.properties", "init.gradle", "init.d/a.gradle.kts"})
  void gradleLikewise(String name) throws IOException {
    home(".gradle/" + name, "keep = me\nrepositoryPassword = \"" + VALUE + "\"\n");
    try (Door door = door("namespaces", List.of())) {
      assertThat(shown(door, ".gradle/" + name))
          .contains("em = peek", "ended")
          .doesNotContain(REVERSED);
    }
  }

  /// As people and guides write them; the tools' own readers understand all of these.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".m2/settings.xml | <gpg.passphrase>VALUE</gpg.passphrase>",
        ".m2/settings.xml | <password><![CDATA[VALUE]]></password>",
        ".m2/settings.xml | <s:password encoding=\"x\">VALUE<!-- x --></s:password>",
        ".gradle/gradle.properties | nexusPassword VALUE",
        ".gradle/gradle.properties | nexusPass\\u0077ord=VALUE",
        ".gradle/init.gradle | maven { credentials { username 'u'; password 'VALUE' } }",
        ".gradle/init.d/a.gradle.kts | val repoToken = \"VALUE\"",
        ".gradle/init.d/work/a.gradle | maven { credentials { username 'u'; password 'VALUE' } }",
        ".gradle/work/repository.json | {\"token\": \"VALUE\"}",
        ".m2/conf/settings-work.xml | <password>VALUE</password>",
        ".m2/settings_nexus | <password>VALUE</password>",
        ".m2/deploy.sh | DEPLOY_TOKEN=VALUE",
        ".m2/wrapper/dists/a/b/conf/settings.xml | <password>VALUE</password>",
      })
  void aBuildSeesNoPasswordInAnyForm(String file, String text) throws IOException {
    home(file, text.replace("VALUE", VALUE) + "\nkeep = me\n");
    try (Door door = door("namespaces", List.of())) {
      assertThat(shown(door, file)).contains("em = peek", "ended").doesNotContain(REVERSED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".gradle/develocity/keys.properties",
        ".m2/.develocity/keys.properties",
        ".gradle/credentials.json",
        ".m2/work/upload.pem",
        ".m2/token",
        ".gradle/build-cache.token",
        ".gradle/nexus.credentials",
        ".gradle/secrets/work",
        ".gradle/daemon/8.5/daemon-1.out.log",
      })
  void aBuildSeesNothingOfKeys(String file) throws IOException {
    home(file, "build.example.com=" + VALUE + "\n");
    try (Door door = door("namespaces", List.of())) {
      assertThat(shown(door, file)).contains("ended").doesNotContain(REVERSED, "elpmaxe");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[credential]\n\thelper = \"!f() { echo username=b; echo password=VALUE; }; f\"\n",
        "[core]\n\tsshCommand = sshpass -p VALUE ssh\n",
        "[sendemail]\n\tsmtpPass = a\\\nVALUE\n",
        "[sendemail] smtpPass = VALUE\n",
        "[sendemail]\n\tsmtpPass = ab\"VALUE\"ef\n",
        "[hub]\n\toauthtoken = VALUE\n",
        "[alias]\n\tdeploy = \"!DEPLOY_TOKEN=VALUE ./deploy\"\n",
      })
  void nobodySeesATokenOfARepositoryInAnyForm(String text) throws Exception {
    try (Door door = door("namespaces", List.of())) {
      Scripts.git(door, "init", "-q");
      Path config = door.root.resolve(".git/config");
      Files.writeString(config, text.replace("VALUE", VALUE), StandardOpenOption.APPEND);

      assertThat(door.text("run_command", "command", "rev .git/config"))
          .contains("eroc")
          .doesNotContain(REVERSED);
      assertThat(door.text("run_command", "command", "git config -l"))
          .contains("core.bare")
          .doesNotContain(VALUE);
      assertThat(door.text("read_file", "path", ".git/config"))
          .contains("[core]")
          .doesNotContain(VALUE);
    }
  }

  @Test
  void whatChangesIsSeenAnew() throws IOException {
    home(".m2/settings.xml", "<settings/>");
    try (Door door = door("namespaces", List.of())) {
      assertThat(shown(door, ".m2/settings.xml")).contains("/sgnittes<");
      home(".m2/settings.xml", SETTINGS);
      assertThat(shown(door, ".m2/settings.xml")).contains("rorrim").doesNotContain(REVERSED);
    }
  }

  @Test
  void aPersonsSettingShowsThem() throws IOException {
    home(".m2/settings.xml", SETTINGS);
    try (Door door = door("namespaces", List.of("~/.m2/settings.xml"))) {
      assertThat(shown(door, ".m2/settings.xml")).contains(REVERSED);
    }
  }

  @Test
  void aBuildThatAServerRefusesIsToldWhy() throws IOException {
    home(".m2/settings.xml", SETTINGS);
    try (Door door = door("namespaces", List.of())) {
      assertThat(built(door, "echo status: 401 Unauthorized; exit 1"))
          .contains("settings.xml without passwords", "safety.visible_secrets");
      assertThat(built(door, "echo broken; exit 1")).doesNotContain("visible_secrets");
    }
  }

  /// Landlock lays no file over another one.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void plainValuesAreMasked(String sandbox) throws IOException {
    home(".m2/settings.xml", SETTINGS);
    home(".cargo/config.toml", "[registry]\ntoken = \"other8garnet3lemon\"\n");
    try (Door door = door(sandbox, List.of())) {
      String text = built(door, "cat ~/.m2/settings.xml; echo other8garnet3lemon");
      assertThat(text).contains("mirror.example").doesNotContain(VALUE).doesNotContain("garnet");
    }
  }

  @Test
  void aRepositorysTokenIsSeenByGitAlone() throws Exception {
    try (Door door = door("namespaces", List.of())) {
      for (String line :
          List.of(
              "init -q",
              "config remote.origin.url https://me:" + VALUE + "@github.com/a/b.git",
              "config http.https://github.com/.extraheader x",
              "config user.name A",
              "config user.email a@example.org",
              "commit -q --allow-empty -m one")) {
        Process git =
            new ProcessBuilder(("git " + line).split(" ")).directory(door.root.toFile()).start();
        assertThat(git.waitFor()).isZero();
      }
      door.file("all.sh", "rev < .git/config; git log --format=%s; git config user.name\n");
      String text = door.text("run_command", "command", "sh all.sh");
      assertThat(text)
          .contains("nigiro", "one", "A")
          .doesNotContain(REVERSED)
          .doesNotContain(VALUE);
      assertThat(door.text("run_command", "command", "git remote -v"))
          .contains("github.com/a/b.git", "me:")
          .doesNotContain(VALUE);
      assertThat(door.text("run_command", "command", "git branch -m main")).doesNotContain("error");
      for (String line :
          List.of(
              "git remote -v",
              "git -C . remote get-url origin",
              "git config -l",
              "git var -l",
              "git ls-remote --get-url",
              "git diff --no-index /dev/null .git/config")) {
        door.text("run_command", "command", line + " > t.txt 2>&1");
        assertThat(Files.readString(door.root.resolve("t.txt"))).as(line).contains("github.com");
        door.text("run_command", "command", line + " 2> e.txt >&2");
        for (String name : List.of("t.txt", "e.txt")) {
          assertThat(door.root.resolve(name)).as(line).content().doesNotContain(VALUE);
        }
      }
      door.text("run_command", "command", "git clone -q --template=.git . taken");
      assertThat(taken(door)).doesNotContain(VALUE);
      assertThat(Files.readString(door.root.resolve(".git/config"))).contains(VALUE);
    }
  }

  /// The exit code of a question with a pattern tells no right guess from a wrong one.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git config --get remote.o.url '^https://me:GUESS'",
        "git config --get-all remote.o.url 'me:GUESS'",
        "git -C . config --local --name-only --get-regexp 'remote.*' 'me:GUESS'",
        "git config get --value='me:GUESS' remote.o.url",
      })
  void noPatternOfValuesTellsARightGuess(String line) throws Exception {
    try (Door door = door("namespaces", List.of())) {
      Scripts.git(door, "init", "-q");
      Scripts.git(door, "config", "remote.o.url", "https://me:" + VALUE + "@example.com/a.git");

      String right = line.replace("GUESS", VALUE.substring(0, 5));
      String wrong = line.replace("GUESS", "wrong");
      assertThat(door.text("run_command", "command", right))
          .isEqualTo(door.text("run_command", "command", wrong));
      assertThat(door.text("run_command", "command", "git config --get remote.o.url"))
          .contains("example.com")
          .doesNotContain(VALUE);
    }
  }

  private static final String REPOSITORIES =
      """
      set -e
      export GIT_CONFIG_COUNT=3 GIT_CONFIG_KEY_0=protocol.file.allow GIT_CONFIG_VALUE_0=always
      export GIT_CONFIG_KEY_1=user.name GIT_CONFIG_VALUE_1=A
      export GIT_CONFIG_KEY_2=user.email GIT_CONFIG_VALUE_2=a@example.org
      for name in ../inner ../lib . vendor/x; do
        git init -q $name
        git -C $name commit -q --allow-empty -m one
      done
      git -C ../lib submodule --quiet add ../inner in
      git -C ../lib commit -q -m two
      git submodule --quiet add ../lib libs/foo
      git submodule --quiet update --init --recursive
      git worktree add -q trees/t
      git init -q --separate-git-dir kept apart
      git config extensions.worktreeConfig true
      git config include.path ../part.inc
      git -C vendor/x config includeIf.gitdir:/.path more.inc
      for name in libs/foo libs/foo/in vendor/x apart; do
        git -C $name config remote.o.url https://me:TOKEN@example.org/x.git
        git -C $name config sendemail.smtpPass TOKEN
      done
      git -C trees/t config --worktree sendemail.smtpPass TOKEN
      git config -f part.inc sendemail.smtpPass TOKEN
      git config -f vendor/x/.git/more.inc sendemail.smtpPass TOKEN
      """
          .replace("TOKEN", VALUE);

  /// Submodules, repositories within the workspace, further working trees, and files that settings
  /// include.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aTokenOfAnyRepositoryIsSeenByGitAlone(String sandbox) throws Exception {
    try (Door door = door(sandbox, List.of())) {
      Process made =
          new ProcessBuilder("sh", "-c", REPOSITORIES)
              .directory(door.root.toFile())
              .inheritIO()
              .start();
      assertThat(made.waitFor()).isZero();

      for (String at : List.of(".", "libs/foo", "libs/foo/in", "vendor/x", "trees/t", "apart")) {
        assertThat(door.text("run_command", "command", "git -C " + at + " config -l"))
            .as(at)
            .contains("smtppass=")
            .doesNotContain(VALUE);
      }
      for (String file :
          List.of(
              ".git/modules/libs/foo/config",
              ".git/modules/libs/foo/modules/in/config",
              ".git/worktrees/t/config.worktree",
              "vendor/x/.git/config",
              "vendor/x/.git/more.inc",
              "kept/config",
              "part.inc")) {
        assertThat(door.root.resolve(file)).content().contains(VALUE);
        if (sandbox.equals("namespaces")) { // Landlock lays no file over another one
          assertThat(door.text("run_command", "command", "rev " + file))
              .as(file)
              .contains("ssaPptms")
              .doesNotContain(REVERSED);
        }
      }
    }
  }

  private static String taken(Door door) throws IOException {
    Path taken = door.root.resolve("taken/.git/config");
    return Files.exists(taken) ? Files.readString(taken) : "";
  }
}
