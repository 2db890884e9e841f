// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.policy.ExecutionMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A link of the person's gives a file of the workspace a name that programs obey: it is obeyed
/// under its own name, too.
@ParameterizedClass
@ValueSource(strings = {"namespaces", "landlock"})
class ObeyedLinksTest {
  private static final String CONTAINED = "authority: {level: observe, contained: allow}\n";

  @Parameter String sandbox = "";

  @TempDir Path directory;

  private final List<String> asked = new ArrayList<>();

  private Door door() throws Exception {
    Path home = Files.createDirectories(directory.resolve("home"));
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.environment = Map.of("HOME", home.toString());
              setup.rules = Door.under(sandbox);
              setup.execution = ExecutionMode.RESTRICTED_AUTONOMOUS;
              setup.approver =
                  question -> {
                    asked.addAll(question.reasons());
                    return new Approver.Answer.No("");
                  };
            });
    door.file(AuthorityFile.PATH, CONTAINED);
    door.governor.authority().confirm(CONTAINED, "me");
    door.file("a.txt", "a\n");
    return door;
  }

  /// @param link in the workspace, or `~/…`
  /// @param target in the workspace
  /// @param file the one that is changed
  @ParameterizedTest
  @CsvSource({
    ".vscode/tasks.json, config/tasks.json, config/tasks.json",
    "sub/deep/.vscode/tasks.json, config/tasks.json, config/tasks.json",
    ".vscode, config/vscode, config/vscode/tasks.json",
    ".pre-commit-config.yaml, tools/pc.yaml, tools/pc.yaml",
    ".husky/pre-commit, scripts/pc, scripts/pc",
    ".vimrc, dot/vimrc, dot/vimrc",
    ".python-version, config/python, config/python",
    ".git/hooks/pre-commit, scripts/pre-commit.sh, scripts/pre-commit.sh",
    ".git/hooks, scripts, scripts/pre-commit",
    ".git/config, cfg/gitconfig, cfg/gitconfig",
    "~/.gitconfig, gitconfig, gitconfig",
    "~/.config/git/config, git/config, git/config",
    "~/.bashrc, bashrc, bashrc",
    "~/.config/nvim, nvim, nvim/init.lua",
    "~/.ssh, ssh, ssh/config",
    "~/.config, config, config/fish/config.fish",
  })
  void whatALinkNamesAsks(String link, String target, String file) throws Exception {
    try (Door door = door()) {
      door.file(file, "x\n");
      Scripts.repository(door);
      link(door, link, target);
      if (link.startsWith("sub/")) {
        Scripts.git(door, "add", "."); // found by the index alone
        Scripts.git(door, "commit", "-qm", "link");
      }

      door.text("write_file", "path", "other.txt", "content", "free\n");
      assertThat(asked).isEmpty();
      door.text("run_command", "command", "printf evil > " + file);
      assertThat(asked).anyMatch(one -> one.contains(" is obeyed by "));
      asked.clear();
      door.text("read_file", "path", file);
      door.text("edit_file", "path", file, "old_text", "x", "new_text", "evil");
      assertThat(asked).anyMatch(one -> one.contains(" is obeyed by "));
      door.file("act.sh", "rm -f '%s'; printf evil > %s; true\n".formatted(link, file));
      door.text("run_command", "command", "sh act.sh");

      assertThat(door.read(file)).isEqualTo("x\n");
      assertThat(door.read("other.txt")).isEqualTo("free\n");
    }
  }

  /// Programs that a person has put into the search path are known to be the project's, and files
  /// of no obeyed name are free.
  @ParameterizedTest
  @CsvSource({"~/.local/bin/tool, bin/tool", "docs, site/docs", "README, a.txt"})
  void otherLinksAskNothing(String link, String target) throws Exception {
    try (Door door = door()) {
      String file = target.equals("site/docs") ? "site/docs/index.md" : target;
      door.file(file, "x\n");
      link(door, link, target);

      assertThat(door.text("run_command", "command", "echo more >> " + file)).contains("modified");
      assertThat(asked).isEmpty();
    }
  }

  private void link(Door door, String link, String target) throws Exception {
    Path at =
        link.startsWith("~/")
            ? directory.resolve("home").resolve(link.substring(2))
            : door.root.resolve(link);
    Path above = Objects.requireNonNull(at.getParent());
    Files.createDirectories(above);
    if (Files.isDirectory(at)) {
      try (var all = Files.list(at)) {
        for (Path sample : all.toList()) {
          Files.delete(sample);
        }
      }
    }
    Files.deleteIfExists(at);
    Path absolute = door.root.resolve(target);
    Files.createSymbolicLink(at, link.startsWith("~/") ? absolute : above.relativize(absolute));
  }
}
