// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What only a person's own list ignores, a model's Git ignores, too.
class PersonalIgnoresTest {
  private static final String LIST = "*.local\nnotes/";

  @TempDir Path directory;

  private Door door(String sandbox, Map<String, String> variables) {
    return Door.in(
        directory,
        setup -> {
          setup.environment = variables;
          setup.approver = question -> new Answer.Yes(question.digest());
          setup.rules = Door.under(sandbox);
        });
  }

  private Map<String, String> home(String name, String content) throws IOException {
    Path file = directory.resolve("home").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    return Map.of("HOME", directory.resolve("home").toString());
  }

  private static void repository(Door door, String... lines) throws Exception {
    for (String line : lines) {
      Process git =
          new ProcessBuilder(("git " + line).split(" ")).directory(door.root.toFile()).start();
      assertThat(git.waitFor()).isZero();
    }
    door.file("a.txt", "a\n");
    door.file("priv.local", "private\n");
    door.file("notes/n.txt", "private\n");
  }

  private static List<String> staged(Door door) {
    door.text("run_command", "command", "git add -A");
    return door.text("run_command", "command", "git ls-files").lines().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces, .config/git/ignore, ''",
    "landlock, .config/git/ignore, ''",
    "namespaces, mine, '.gitconfig|[core]\n\texcludesFile = ~/mine\n'",
    "namespaces, mine, '.config/git/config|[core]\n\texcludesfile = HOME/mine\n'",
    "namespaces, deep/mine, '.gitconfig|[include]\npath = deep/more\n'",
    "namespaces, deep/mine, '.gitconfig|[includeIf \"gitdir:/\"]\npath = ~/deep/more\n'",
  })
  void whatAPersonsListIgnoresIsNotAdded(String sandbox, String list, String settings)
      throws Exception {
    Map<String, String> variables = home(list, LIST);
    home("deep/more", "[core]\n\texcludesFile = ~/deep/mine\n");
    if (!settings.isEmpty()) {
      String[] parts = settings.replace("HOME", variables.get("HOME")).split("\\|", -1);
      home(parts[0], parts[1]);
    }
    try (Door door = door(sandbox, variables)) {
      repository(door, "init -q");

      assertThat(door.text("run_command", "command", "git status --short"))
          .contains("a.txt")
          .doesNotContain("priv", "notes");
      assertThat(staged(door)).contains("a.txt").doesNotContain("priv.local", "notes/n.txt");
    }
  }

  @Test
  void aDirectoryOfSettingsElsewhereCounts() throws Exception {
    home("elsewhere/git/ignore", LIST);
    String home = directory.resolve("home").toString();
    Map<String, String> variables = Map.of("HOME", home, "XDG_CONFIG_HOME", home + "/elsewhere");
    try (Door door = door("namespaces", variables)) {
      repository(door, "init -q");

      assertThat(staged(door)).contains("a.txt").doesNotContain("priv.local");
    }
  }

  /// A repository may be somebody else's: of its settings no list of the person's other files.
  @ParameterizedTest
  @ValueSource(strings = {"mine", "../mine"})
  void aRepositoryNamesAListInTheWorkspaceOnly(String list) throws Exception {
    try (Door door = door("namespaces", home("none", ""))) {
      Files.writeString(door.root.resolve("mine"), "*.local\n");
      Files.writeString(door.root.resolveSibling("mine"), "*.local\n");
      repository(door, "init -q", "config core.excludesFile " + list);

      assertThat(staged(door).contains("priv.local")).isEqualTo(list.startsWith(".."));
    }
  }

  @Test
  void aNewRepositoryIgnoresThemToo() throws Exception {
    try (Door door = door("namespaces", home(".config/git/ignore", LIST))) {
      repository(door);

      door.text("run_command", "command", "git init -q && git add -A");
      assertThat(door.text("run_command", "command", "git ls-files"))
          .contains("a.txt")
          .doesNotContain("priv.local");
    }
  }
}
