// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.ledger.Ledger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Git sees tracked secret files; under other names it brings nothing of them that no person agreed
/// to.
class SecretCopiesTest {
  private static final String VALUE = "zebra7quartz9velvet";
  private static final String COPY =
      """
      diff --git a/.env b/notes.txt
      similarity index 100%
      copy from .env
      copy to notes.txt
      """;
  private static final String MAIL =
      """
      From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
      From: a <a@example.org>
      Date: Thu, 26 Nov 2026 00:00:00 +0000
      Subject: [PATCH] notes

      ---
      """
          + COPY;

  @TempDir Path directory;

  private final List<Question> questions = new ArrayList<>();

  @BeforeEach
  void needsViews() {
    Door.needsViews();
  }

  private Door door() {
    Door door =
        Door.in(
                directory,
                setup -> {
                  setup.environment = Map.of("HOME", directory.resolve("home").toString());
                  setup.approver =
                      question -> {
                        questions.add(question);
                        return new Answer.Yes(question.digest());
                      };
                  setup.rules = Door.under("namespaces");
                })
            .contained();
    door.file(".env", "DB_PASSWORD=" + VALUE + "\nPORT=3000\n");
    door.file("a.txt", "a\n");
    return door;
  }

  private static void git(Door door, String words) throws Exception {
    List<String> argv =
        new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.org"));
    argv.addAll(List.of(words.split(" ")));
    Process process =
        new ProcessBuilder(argv).directory(door.root.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private static void repository(Door door) throws Exception {
    git(door, "init -q -b main");
    git(door, "config user.name a");
    git(door, "config user.email a@example.org");
    git(door, "add -A");
    git(door, "commit -qm one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"git apply p.diff", "git apply -R back.diff", "git am -q m.mbox"})
  void aPatchCopiesNoSecretFile(String line) throws Exception {
    try (Door door = door()) {
      repository(door);
      door.file("p.diff", COPY);
      door.file(
          "back.diff",
          COPY.replace("a/.env b/notes.txt", "a/notes.txt b/.env")
              .replace("copy from .env", "rename from notes.txt")
              .replace("copy to notes.txt", "rename to .env"));
      door.file("m.mbox", MAIL);
      assertThat(door.text("run_command", "command", line)).contains("notes.txt", "'secrets'");
      assertThat(door.root.resolve("notes.txt")).doesNotExist();
      assertThat(questions).isEmpty();
      assertThat(door.text("run_command", "command", "git log --format=%s"))
          .doesNotContain("notes");
    }
  }

  /// Attributes name the encoding in which Git writes a file.
  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32", "IBM037"})
  void noEncodingHidesTheCopy(String encoding) throws Exception {
    try (Door door = door()) {
      repository(door);
      door.file("p.diff", COPY);
      door.file(".gitattributes", "notes.txt working-tree-encoding=" + encoding + "\n");
      assertThat(door.text("run_command", "command", "git apply p.diff")).contains("'secrets'");
      assertThat(door.root.resolve("notes.txt")).doesNotExist();
      assertThat(questions).isEmpty();
    }
  }

  /// A project's attributes stand above Writ's.
  @ParameterizedTest
  @ValueSource(strings = {"git log -p > d.txt", "git format-patch --no-binary -1"})
  void noDifferenceOfOneComesIntoAFile(String line) throws Exception {
    try (Door door = door()) {
      repository(door);
      git(door, "rm -q .env");
      git(door, "commit -qm two");
      door.text("write_file", "path", ".gitattributes", "content", ".env diff\n");
      assertThat(door.text("run_command", "command", line)).contains("'secrets'");
      assertThat(door.root.resolve("d.txt")).doesNotExist();
      assertThat(door.root.resolve("0001-two.patch")).doesNotExist();
      assertThat(questions).isEmpty();
    }
  }

  @Test
  void whatAPersonAgreedToIsCopied() throws Exception {
    try (Door door = door()) {
      repository(door);
      door.file("p.diff", COPY);
      door.text("run_command", "command", "git apply p.diff", "secrets", List.of(".env"));
      assertThat(questions).hasSize(1);
      assertThat(door.root.resolve("notes.txt")).content().contains(VALUE);
    }
  }

  /// A commit that was there may hold the same value.
  @Test
  void anOldCommitIsCheckedOut() throws Exception {
    try (Door door = door()) {
      repository(door);
      door.file("compose.yml", "password: " + VALUE + "\n");
      git(door, "checkout -qb other");
      git(door, "add -A");
      git(door, "commit -qm two");
      git(door, "checkout -q main");
      assertThat(door.root.resolve("compose.yml")).doesNotExist();
      door.text("run_command", "command", "git checkout -q other");
      assertThat(door.root.resolve("compose.yml")).content().contains(VALUE);
      assertThat(questions).isEmpty();
    }
  }

  /// The ledger is committed, and whoever has it can try what a short line may be.
  @Test
  void theLedgerSaysNothingOfTheLinesOfASecretFile() throws Exception {
    try (Door door = door()) {
      door.code("read_file", "path", ".env");
      CallAnswer edited =
          door.call("edit_file", "path", ".env", "old_text", "PORT=3000", "new_text", "PORT=1");
      CallAnswer moved = door.call("move_path", "from", ".env", "to", "plain.txt");
      CallAnswer written = door.call("write_file", "path", "new.pem", "content", "a key\n");

      for (CallAnswer answer : List.of(edited, moved, written)) {
        assertThat(Door.code(answer)).isEqualTo("ok");
      }
      assertThat(door.read(Ledger.PATH))
          .contains("plain.txt")
          .doesNotContain("old_forms", "line_hashes", "line_forms", "content_hash");
      Scripts.undoAll(door);
      assertThat(door.read(".env")).contains("PORT=3000");
    }
  }
}
