// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the person's own Git settings say of contents and of who commits holds for a model's Git.
class PersonalGitTest {
  private static final String WHO = "[user]\n\tname = A Person # me\n\temail = home@example.org\n";
  private static final String CIPHER =
      "[filter \"crypt\"]\n\tclean = tr a-z b-za\n\tsmudge = tr b-za a-z\n\trequired = true\n";

  @TempDir Path directory;

  private Door door(String sandbox, Map<String, String> variables) throws IOException {
    Map<String, String> all = new HashMap<>(variables);
    all.put("HOME", Files.createDirectories(directory.resolve("home")).toString());
    return Door.in(
        directory,
        setup -> {
          setup.environment = all;
          setup.approver = question -> new Answer.Yes(question.digest());
          setup.rules = Door.under(sandbox);
        });
  }

  private void home(String name, String content) throws IOException {
    Path file = directory.resolve("home").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /// The person's own Git.
  private String git(Door door, String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(Arrays.asList(words));
    ProcessBuilder git = new ProcessBuilder(line).directory(door.root.toFile());
    git.environment().put("HOME", directory.resolve("home").toString());
    git.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    Process process = git.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  private Door withVault(String sandbox) throws Exception {
    home(".gitconfig", WHO + CIPHER);
    Door door = door(sandbox, Map.of());
    git(door, "init", "-q", "-b", "main");
    door.file(".gitattributes", "vault.txt filter=crypt\n");
    door.file("vault.txt", "token\n");
    door.file("a.txt", "a\n");
    Files.setLastModifiedTime(
        door.root.resolve("vault.txt"), FileTime.fromMillis(0)); // not just now
    git(door, "add", "-A");
    git(door, "commit", "-q", "-m", "first");
    assertThat(git(door, "cat-file", "blob", "HEAD:vault.txt")).isEqualTo("uplfo\n");
    return door;
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces, git commit -qam model",
    "landlock, git commit -qam model",
    "namespaces, git add vault.txt && git commit -qm model",
    "namespaces, git stash -q",
  })
  void whereAPersonsFilterCannotRunNothingIsStoredWithoutIt(String sandbox, String line)
      throws Exception {
    Door door = withVault(sandbox);
    door.file("vault.txt", "token of mine\n");

    assertThat(door.text("run_command", "command", line))
        .contains("Writ starts no filter of a person", "vault.txt");
    assertThat(git(door, "cat-file", "blob", "HEAD:vault.txt")).isEqualTo("uplfo\n");
    assertThat(git(door, "cat-file", "blob", ":vault.txt")).isEqualTo("uplfo\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void otherFilesAreCommittedBesideAFiltersOwn(String sandbox) throws Exception {
    Door door = withVault(sandbox);
    door.file("a.txt", "b\n");

    door.text("run_command", "command", "git add a.txt && git commit -qm model");
    assertThat(git(door, "show", "--format=", "--name-only", "HEAD")).isEqualTo("a.txt\n");
    assertThat(door.text("run_command", "command", "git status --short")).doesNotContain("filter");
  }

  /// The person's own attributes file, in Git's usual place, chooses the filter.
  @Test
  void aFilterThatThePersonsOwnAttributesChooseCounts() throws Exception {
    home(".gitconfig", WHO + CIPHER);
    home(".config/git/attributes", "vault.txt filter=crypt");
    Door door = door("namespaces", Map.of());
    git(door, "init", "-q");
    door.file("vault.txt", "token\n");

    assertThat(door.text("run_command", "command", "git add -A"))
        .contains("Writ starts no filter of a person");
    assertThat(git(door, "ls-files")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void lineEndsAndModesAreStoredAsThePersonsGitDoes(String sandbox) throws Exception {
    home(".gitconfig", WHO + "[core]\n\tautocrlf = true\n[include]\n\tpath = more\n");
    home("more", "[core]\n\tfileMode = false\n");
    Door door = door(sandbox, Map.of());
    git(door, "init", "-q");
    git(door, "config", "--unset", "core.fileMode");
    door.file("a.txt", "one\r\ntwo\r\n");
    Files.setPosixFilePermissions(
        door.root.resolve("a.txt"), PosixFilePermissions.fromString("rwxr-xr-x"));

    door.text("run_command", "command", "git add -A && git commit -qm model");

    assertThat(git(door, "cat-file", "blob", "HEAD:a.txt")).isEqualTo("one\ntwo\n");
    assertThat(git(door, "ls-tree", "HEAD")).startsWith("100644");
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces, '', A Person <home@example.org>",
    "landlock, '', A Person <home@example.org>",
    "namespaces, config user.email work@example.org, A Person <work@example.org>",
    "landlock, config user.email work@example.org, A Person <work@example.org>",
  })
  void aRepositorysOwnIdentityStandsAboveThePersons(String sandbox, String line, String author)
      throws Exception {
    home(".gitconfig", WHO);
    Door door = door(sandbox, Map.of());
    git(door, "init", "-q");
    if (!line.isEmpty()) {
      git(door, line.split(" "));
    }
    assertThat(authors(door)).isEqualTo(author + " " + author + "\n");
  }

  private String authors(Door door) throws Exception {
    door.file("a.txt", "a\n");
    door.text("run_command", "command", "git add -A && git commit -qm model");
    return git(door, "log", "-1", "--format=%an <%ae> %cn <%ce>");
  }

  @Test
  void theIdentityOfAConditionCounts() throws Exception {
    home("work", "[user]\n\temail = work@example.org\n");
    Door door = door("namespaces", Map.of());
    home(".gitconfig", WHO + "[includeIf \"gitdir:" + door.root + "/\"]\n\tpath = work\n");
    git(door, "init", "-q");
    assertThat(authors(door)).startsWith("A Person <work@example.org> ");
  }

  @Test
  void theVariablesOfThePersonsEnvironmentStandAboveAll() throws Exception {
    home(".gitconfig", WHO);
    Door door = door("namespaces", Map.of("GIT_AUTHOR_EMAIL", "now@example.org"));
    git(door, "init", "-q");
    assertThat(authors(door)).isEqualTo("A Person <now@example.org> A Person <home@example.org>\n");
  }

  /// Settings can name programs and contain passwords.
  @Test
  void nothingElseOfThePersonsSettingsIsHandedOn() throws Exception {
    home(
        ".gitconfig",
        WHO + "[github]\n\ttoken = gold\n[alias]\n\tx = !touch ran\n[core]\n\teditor = evil\n");
    Door door = door("namespaces", Map.of());
    git(door, "init", "-q");
    assertThat(door.text("run_command", "command", "git config --list"))
        .contains("home@example.org")
        .doesNotContain("gold", "touch", "evil");
  }

  /// A project may make global settings in the home of its command.
  @Test
  void aProgramMayHaveGlobalSettingsOfItsOwn() throws Exception {
    home(".gitconfig", WHO);
    Door door = door("namespaces", Map.of());
    git(door, "init", "-q");
    String line =
        "sh -c 'git config --global user.email t@example.org;" + " git config user.email'";
    assertThat(door.text("run_command", "command", line)).contains("t@example.org");
  }

  /// A guard of the person's, which their own Git would ask.
  @ParameterizedTest
  @CsvSource({
    "namespaces, git commit -qam model, 'pre-commit, commit-msg'",
    "landlock, git commit -qam model, 'pre-commit, commit-msg'",
    "namespaces, git -C . commit -qam model, 'pre-commit, commit-msg'",
    "namespaces, git status, ''",
    "namespaces, git log, ''",
  })
  void thatThePersonsHooksForAllRepositoriesDidNotRunIsTold(
      String sandbox, String line, String hooks) throws Exception {
    home(".gitconfig", WHO + "[core]\n\thooksPath = ~/hooks\n");
    Door door = door(sandbox, Map.of());
    git(door, "init", "-q");
    door.file("a.txt", "a\n");
    git(door, "add", "-A");
    git(door, "commit", "-q", "-m", "first");
    for (String hook : List.of("pre-commit", "commit-msg", "pre-push")) {
      home("hooks/" + hook, "#!/bin/sh\nexit 1\n");
      Files.setPosixFilePermissions(
          directory.resolve("home/hooks/" + hook), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    door.file("a.txt", "b\n");

    String said = door.text("run_command", "command", line);
    if (hooks.isEmpty()) {
      assertThat(said).doesNotContain("hooks");
    } else {
      assertThat(said).contains("your hooks in ~/hooks did not run: " + hooks + "]");
      assertThat(git(door, "log", "-1", "--format=%s")).isEqualTo("model\n");
    }
  }
}
