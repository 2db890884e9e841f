// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.WorkTree;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A secret file that Git tracks is hidden from the programs that read what Git prints, not from
/// Git: to it the file would have gone.
@ParameterizedClass
@ValueSource(strings = {"namespaces", "landlock"})
class GitReadersTest {
  private static final String VALUE = "zebra7quartz";

  @Parameter String sandbox = "";

  @TempDir Path directory;

  private Door door() throws Exception {
    Door door = Scripts.door(directory, sandbox);
    WorkTree.prepare(door);
    Scripts.git(door, "config", "user.name", "T");
    Scripts.git(door, "config", "user.email", "t@example.org");
    door.file("web/.env.production", "API=" + VALUE + "\n");
    Scripts.git(door, "add", "-f", "web/.env.production");
    Scripts.git(door, "commit", "-qm", "secret");
    door.file("src/a.txt", "changed\n");
    return door;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "git diff ¦ grep '^+[^+]'|+changed",
        "git diff --name-only ¦ cat|src/a.txt",
        "git status -s ¦ head -3 ¦ tail -3|M src/a.txt",
        "git ls-files -m 2>&1 ¦ sort|src/a.txt",
        "git ls-files -d 2>&1 ¦ wc -l|0",
        "git log --oneline ¦ wc -l|2",
        "git add -A 2>&1 ¦ cat; git status -s ¦ cat|M  src/a.txt",
        "git commit -qam done 2>&1 ¦ tail -3; git log -1 --format=%s ¦ cat|done",
        "git commit -qam done ¦ cat && git status -s ¦ wc -l|0",
        "git stash -q ¦ cat; git status -s ¦ wc -l|0",
        "git reset -q --hard ¦ cat && git status -s ¦ wc -l|0",
        "git diff --quiet ¦ cat && echo as the last one ends|as the last one ends",
        "git nosuch 2>&1 ¦ head -1|git: 'nosuch' is not a git command. See 'git --help'.",
      })
  void gitSeesAllThatIsTracked(String line, String printed) throws Exception {
    try (Door door = door()) {
      String said = door.text("run_command", "command", line.replace('¦', '|'));

      assertThat(said.lines().filter(one -> !one.startsWith("[")).map(String::strip))
          .containsExactly(printed);
      assertThat(door.read("web/.env.production")).isEqualTo("API=" + VALUE + "\n");
    }
  }

  /// Neither what Git prints nor the file itself.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git diff | rev",
        "git diff HEAD | rev",
        "git status -vv | rev",
        "git commit -v --dry-run -a | rev",
        "git stash show -p | rev",
        "git diff --stat | grep -r API .",
      })
  void itsReadersSeeNoSecret(String line) throws Exception {
    String reversed = new StringBuilder(VALUE).reverse().toString();
    try (Door door = door()) {
      door.file("web/.env.production", "API=" + VALUE + "\nMORE=" + VALUE + "\n");

      assertThat(door.text("run_command", "command", line)).doesNotContain(reversed, VALUE);
    }
  }
}
