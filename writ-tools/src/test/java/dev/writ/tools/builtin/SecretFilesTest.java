// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.sandbox.os.PathBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs that a person wasn't asked about with regard to secrets see none, whatever they do.
class SecretFilesTest {
  private static final String VALUE = "zebra7quartz9velvet";
  private static final Pattern AS_TEXT = Pattern.compile(" (-a|-ah|--text)( |$)");
  private static final String KEY =
      """
      -----BEGIN PRIVATE KEY-----
      MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDzebra7
      -----END PRIVATE KEY-----
      """;

  @TempDir Path directory;

  private final List<Question> questions = new ArrayList<>();

  private Door door(Consumer<Door.Setup> more) {
    return door(directory, more);
  }

  private Door door(Path place, Consumer<Door.Setup> more) {
    return Door.in(
        place,
        setup -> {
          setup.environment = Map.of("HOME", directory.resolve("home").toString());
          setup.approver =
              question -> {
                questions.add(question);
                return new Answer.Yes(question.digest());
              };
          more.accept(setup);
        });
  }

  private Door door(String sandbox) {
    return door(setup -> setup.rules = Door.under(sandbox));
  }

  private static void secrets(Door door) {
    door.file(".env", "API_KEY=" + VALUE + "\nPORT=3000\n");
    door.file("packages/api/.env.local", "DB_PASSWORD=" + VALUE + "\n");
    door.file("infra/prod.tfvars", "token = \"" + VALUE + "\"\n");
    door.file("deploy/id_work", KEY);
    door.file("deploy/server.pem", KEY);
    door.file("conf/service-account.json", "{\"private_key\": \"" + VALUE + "\"}\n");
    door.file(".npmrc", "//registry.example/:_authToken=" + VALUE + "\n");
    door.file(".ssh/keys/work", KEY);
    door.file("main.txt", "plain\n");
  }

  private static void git(Door door, String... words) {
    List<String> argv =
        new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.org"));
    argv.addAll(List.of(words));
    try {
      Process process =
          new ProcessBuilder(argv).directory(door.root.toFile()).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertNothingShown(String text) {
    assertThat(text).doesNotContain(VALUE).doesNotContain("MIIEvQ");
  }

  private void assertNoneAskedForSecrets() {
    assertThat(questions)
        .allSatisfy(q -> assertThat(q.reasons()).noneMatch(reason -> reason.contains("secret")));
  }

  private static void needs(String program) {
    assumeThat(Path.of("/usr/bin", program)).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grep -r API_KEY .",
        "grep -ra '' .",
        "find . -type f -exec cat {} +",
        "sh all.sh",
        "env -i sh all.sh",
        "busybox grep -r API_KEY .",
        "rg -uuu API_KEY",
        "perl -ne print all.sh -e 1",
        "python3 all.py",
        "tar cf - .",
        "sh all.sh | base64",
        "cp -r packages copied",
        "mv packages moved && sh all.sh",
        "mv infra/ moved; grep -r token moved"
      })
  void noProgramReadsThem(String line) {
    needs(line.substring(0, line.indexOf(' ')));
    try (Door door = door("namespaces")) {
      secrets(door);
      door.file("all.sh", "find . -type f | while read -r f; do cat \"$f\"; done; cat .e*\n");
      door.file(
          "all.py",
          """
          import os
          for d, _, names in os.walk('.'):
           for n in names:
            try:
             print(open(os.path.join(d, n)).read())
            except OSError as e: print(e)
          """);
      String text = door.text("run_command", "command", line);
      assertNothingShown(text);
      if (text.contains("base64")) {
        return;
      }
      assertNoneAskedForSecrets();
      assertNothingShown(door.text("run_command", "command", "sh all.sh"));
      assertThat(Files.exists(door.root.resolve(".env"))).isTrue();
    }
  }

  /// Names that are no text, as older systems and archives leave them.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void noNameHidesASecretFromThatRule(String sandbox) throws IOException {
    try (Door door = door(sandbox)) {
      byte[] base = door.root.toString().getBytes(StandardCharsets.UTF_8);
      for (String name : List.of("b\u00FFd/.env", "x\u00FF.key", "d/e/\u00FF/f/.env")) {
        byte[] bytes = ("/" + name).getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = Arrays.copyOf(base, base.length + bytes.length);
        System.arraycopy(bytes, 0, whole, base.length, bytes.length);
        Path file = PathBytes.path(whole);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "K=" + VALUE + "\n");
      }
      door.file(
          "all.py",
          """
          for p in [b'b\\xffd/.env', b'x\\xff.key', b'd/e/\\xff/f/.env']:
           try: print(%s)
           except OSError as e: print(e)
          """
              .formatted(sandbox.equals("namespaces") ? "open(p).read()[::-1]" : "open(p).read()"));
      String text = door.text("run_command", "command", "python3 all.py");
      assertNothingShown(new StringBuilder(text).reverse().toString());
      assertNothingShown(text);
      assertThat(door.text("run_command", "command", "grep -ra '' ."))
          .contains("all.py")
          .doesNotContain(VALUE);
      assertNothingShown(
          door.text("run_command", "command", "mv d moved && find moved -type f -exec cat {} +"));
      assertNoneAskedForSecrets();
    }
  }

  /// If new files may be made Landlock cannot hide a file, so its output is masked.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "grep -r API_KEY .",
        "grep -rh MIIE .",
        "find . -type f -exec cat {} +",
        "find . -name '*.txt'",
        "sh all.sh",
        "python3 all.py"
      })
  void withoutNamespacesTheirValuesAreMasked(String line) {
    try (Door door = door("landlock")) {
      secrets(door);
      door.file("all.sh", "find . -type f | while read -r f; do cat \"$f\"; done; cat .e*\n");
      door.file("all.py", "print(open('.env').read(), open('deploy/id_work').read())\n");
      assertNothingShown(door.text("run_command", "command", line));
      assertNoneAskedForSecrets();
    }
  }

  @Test
  void aTestRunThatPrintsThemPrintsNothing() {
    needs("npm");
    try (Door door = door("namespaces")) {
      secrets(door);
      door.file("package.json", "{\"scripts\": {\"test\": \"node t.js\", \"ok\": \"node ok.js\"}}");
      door.file("t.js", "console.log(require('fs').readFileSync('.env', 'utf8'))");
      door.file("ok.js", "console.log(require('fs').existsSync('main.txt'))");
      String text = door.text("run_command", "command", "npm test");
      assertNothingShown(text);
      assertThat(text).contains("EACCES").contains("'secrets'").contains(".env");
      assertThat(door.text("run_command", "command", "npm run ok")).contains("true");
      assertNoneAskedForSecrets();
    }
  }

  @Test
  void aPersonsYesShowsExactlyTheNamedOne() {
    try (Door door = door("namespaces")) {
      secrets(door);
      door.file("app.py", "print(open('.env').read())\n");
      door.file("more.py", "print(open('packages/api/.env.local').read())\n");
      CallAnswer answer =
          door.call("run_command", "command", "python3 app.py", "secrets", List.of(".env"));
      assertThat(answer.result().content()).contains(VALUE);
      assertThat(questions).hasSize(1);
      assertThat(questions.getFirst().reasons()).anyMatch(reason -> reason.contains(".env"));
      assertNothingShown(
          door.text("run_command", "command", "python3 more.py", "secrets", List.of(".env")));
      assertThat(questions).hasSize(2);
      assertThat(door.text("run_command", "command", "cat .env")).contains(VALUE);
      assertThat(questions).hasSize(3);
      // Nothing in the records lets guess the content.
      assertThat(door.audit()).doesNotContain("\".env\":\"sha256");
    }
  }

  @Test
  void withNobodyThereThereIsNoYes() {
    try (Door door = door(setup -> setup.approver = dev.writ.kernel.approval.Approver.nobody())) {
      secrets(door);
      assertThat(door.code("run_command", "command", "cat main.txt", "secrets", List.of(".env")))
          .isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  @Test
  void aPersonsSettingShowsThem() {
    Consumer<Door.Setup> visible =
        setup -> {
          GovernancePolicy.CommandRules rules = Door.under("namespaces");
          setup.rules =
              new GovernancePolicy.CommandRules(
                  rules.allowDangerous(),
                  rules.standing(),
                  rules.barred(),
                  rules.verifyBinaries(),
                  new GovernancePolicy.SandboxChoice(
                      "namespaces", Optional.empty(), List.of("packages/**", "*.tfvars")));
        };
    try (Door door = door(visible)) {
      secrets(door);
      door.file("packages/api/.env.local", "DB_PASSWORD=other5velvet8\n");
      door.file("a.py", "print(open('packages/api/.env.local').read())\n");
      door.file("b.py", "print(open('.env').read())\n");
      assertThat(door.text("run_command", "command", "python3 a.py")).contains("other5velvet8");
      assertNothingShown(door.text("run_command", "command", "python3 b.py"));
    }
  }

  @Test
  void whatOnlyHasTheNameOfASecretIsSeen() {
    try (Door door = door("namespaces")) {
      door.file(".npmrc", "save-exact=true\n//r.example/:_authToken=${NPM_TOKEN}\n");
      door.file("ca.pem", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n");
      door.file(".env.example", "API_KEY=\n");
      door.file("tests/fixtures/server.key", KEY);
      git(door, "init", "-q");
      git(door, "add", "-A");
      git(door, "commit", "-qm", "one");
      door.file(
          "a.sh",
          "for f in .npmrc ca.pem .env.example; do wc -c < $f; done; wc -c <"
              + " tests/fixtures/server.key\n");
      String text = door.text("run_command", "command", "sh a.sh");
      assertThat(text).doesNotContain("denied");
    }
  }

  @Test
  void aSecretThatAppearsLaterIsHiddenToo() {
    try (Door door = door("namespaces")) {
      door.file("deep/er/main.txt", "plain\n");
      door.file("all.sh", "find . -type f | while read -r f; do cat \"$f\"; done\n");
      assertThat(door.text("run_command", "command", "sh all.sh")).contains("plain");
      door.file(".env", "K=" + VALUE);
      door.file("deep/er/.env", "K=" + VALUE);
      assertNothingShown(door.text("run_command", "command", "cd deep/er && sh ../../all.sh"));
      door.call("run_command", "command", "touch x");
      assertNothingShown(door.text("run_command", "command", "sh all.sh"));
    }
  }

  @Test
  void aLinkToASecretOfAnotherNameIsHidden() throws Exception {
    try (Door door = door("namespaces")) {
      door.file("config/prod.txt", "K=" + VALUE + "\n");
      Files.createSymbolicLink(door.root.resolve(".env"), Path.of("config/prod.txt"));
      door.file("a.sh", "find . | while read -r f; do cat \"$f\"; done\n");
      assertNothingShown(door.text("run_command", "command", "sh a.sh"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "git log -p",
    "git log -p --text",
    "git log -p -a --graph",
    "git log -p --color=always --text",
    "git log -p --word-diff -a",
    "git log -p --reverse -- '*'",
    "git show HEAD",
    "git show --no-prefix -a HEAD~1",
    "git diff HEAD~1 HEAD",
    "git diff -a HEAD~1",
    "git grep zebra7",
    "git grep -h zebra7",
    "git grep -a zebra7",
    "git grep -ah zebra7",
    "git grep --untracked zebra7",
    "git grep --no-index zebra7",
    "git grep -a zebra7 HEAD~1",
    "git archive HEAD",
    "git archive HEAD~1",
    "git log -p | cat",
    "git log -p -S zebra7",
    "git log -p -a -G zebra7 --format=%h",
    "git stash list -p",
    "git whatchanged -p -a",
    "git format-patch --stdout -1 --text",
    "env git log -p",
    "sh log.sh"
  })
  void gitShowsNoneOfThem(String line) {
    for (String sandbox : List.of("namespaces", "landlock")) {
      try (Door door =
          door(directory.resolve(sandbox), setup -> setup.rules = Door.under(sandbox))) {
        secrets(door);
        door.file("log.sh", "git log -p; git grep zebra7\n");
        git(door, "init", "-q");
        git(door, "add", "-A");
        git(door, "commit", "-qm", "one");
        door.file(".env", "API_KEY=other5" + VALUE + "\n");
        door.file("main.txt", "changed\n");
        git(door, "commit", "-qam", "two");
        door.file("untracked/.env", "K=" + VALUE + "\n");
        assertNothingShown(door.text("run_command", "command", line));
        // Options that show it as text ask, and their output is still cut.
        if (!AS_TEXT.matcher(line).find()) {
          assertNoneAskedForSecrets();
        }
        assertThat(door.text("run_command", "command", "git log -p")).contains("+changed");
      }
    }
  }

  /// Git still sees the tracked files: none counts as removed.
  @Test
  void gitTakesNothingForChanged() {
    try (Door door = door("namespaces")) {
      secrets(door);
      git(door, "init", "-q");
      git(door, "add", "-A");
      git(door, "commit", "-qm", "one");
      door.file("sub/.env", "K=" + VALUE + "\n");
      assertThat(door.text("run_command", "command", "git status --short")).doesNotContain(" D ");
      door.file("main.txt", "changed\n");
      assertThat(door.text("run_command", "command", "git add -A")).contains("sub/.env");
      door.file(".gitignore", "sub/.env\n");
      assertThat(door.text("run_command", "command", "git add -A")).doesNotContain("denied");
      assertThat(door.text("run_command", "command", "git status --short"))
          .contains("M  main.txt")
          .doesNotContain(".env");
    }
  }
}
