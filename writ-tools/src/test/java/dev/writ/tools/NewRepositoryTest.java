// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A repository within the workspace is a project of its own: who starts Writ there works without
/// the settings and rules of this one.
class NewRepositoryTest {
  @TempDir Path directory;

  private static boolean isOfProject(Approver.Question question) {
    return question.concerns().stream()
        .anyMatch(one -> one.words().startsWith("sub would be a project of its own"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void noDirectoryBecomesOneUnasked(String sandbox) {
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.rules = Door.under(sandbox);
              setup.approver =
                  question ->
                      isOfProject(question)
                          ? new Approver.Answer.No("")
                          : new Approver.Answer.Yes(question.digest());
            })) {
      door.file("sub/a.txt", "one\n");
      Scripts.sh(door, "cd sub; git init -q");
      assertThat(door.root.resolve("sub/.git")).doesNotExist();
      assertThat(door.code("run_command", "command", "git init -q sub"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(door.code("run_command", "command", "git init -q fresh")).isEqualTo("ok");
      assertThat(door.root.resolve("fresh/.git/HEAD")).exists();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"git init -q sub", "git init -q"})
  void whatAPersonAgreesToIsMade(String line) {
    try (Door door = Scripts.door(directory)) {
      door.file("sub/a.txt", "one\n");
      assertThat(door.code("run_command", "command", line)).isEqualTo("ok");
      assertThat(door.root.resolve(line.endsWith("sub") ? "sub/.git/HEAD" : ".git/HEAD")).exists();
    }
  }
}
