// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.verify.VerificationReport;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.ToldTree;
import dev.writ.tools.builtin.WorkTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every kind of change with every mechanism: afterwards the workspace is what the records say, and
/// taking them back brings back contents and modes.
@ParameterizedClass
@EnumSource(CommandMatrixTest.Mechanism.class)
class CommandMatrixTest {
  @Parameter Mechanism mechanism = Mechanism.NAMESPACES;

  @TempDir Path directory;

  /// The sandbox of programs.
  enum Mechanism {
    NAMESPACES,
    LANDLOCK,
    NONE;

    GovernancePolicy.CommandRules rules() {
      GovernancePolicy.CommandRules usual = GovernancePolicy.CommandRules.USUAL;
      Optional<String> unconfined =
          this == NONE ? Optional.of("--no-sandbox") : usual.sandbox().unconfined();
      String name = this == LANDLOCK ? "landlock" : this == NAMESPACES ? "namespaces" : "auto";
      return new GovernancePolicy.CommandRules(
          usual.allowDangerous(),
          usual.standing(),
          usual.barred(),
          usual.verifyBinaries(),
          new GovernancePolicy.SandboxChoice(name, unconfined, List.of()));
    }
  }

  /// The script's action, and the end of the call.
  enum Kind {
    CREATE("ok", "echo new > src/new.txt; chmod 640 src/new.txt"),
    MODIFY("ok", "echo two >> src/a.txt; printf 'ONE\n' > src/same.txt"),
    DELETE("ok", "rm src/b.sh"),
    RENAME("ok", "mv src/b.sh src/c.sh; mv src/below src/moved"),
    CHMOD("ok", "chmod 600 src/a.txt; chmod 700 src/below; chmod 777 src/below/deep.txt"),
    SET_ID("ok", "chmod 4755 src/b.sh; chmod 2755 src/below"),
    MKDIR("ok", "mkdir -m 750 src/fresh; mkdir -p src/one/two"),
    RMDIR("ok", "rmdir src/hollow"),
    SYMLINK(
        "ok", "ln -s a.txt src/soft; ln -sfn b.sh src/pointer; rm src/a.txt; ln -s x src/a.txt"),
    HARD_LINK("ok", "ln src/a.txt src/hard; echo more >> src/hard"),
    HARD_LINK_TO_OUTPUT("ok", "ln src/a.txt src/out/hard; echo more >> src/out/hard"),
    EXCHANGE(
        "ok",
        "rm src/a.txt; mkdir src/a.txt; echo in > src/a.txt/in; rm -r src/below; echo x > src/below"),
    LINKS("ok", "rm -r src/below src/deep; ln -s / src/below; ln -s ../docs src/deep"),
    NESTED_REPOSITORY(
        "PROTECTED_PATH",
        "mkdir -p src/below/.git/hooks; echo x > src/below/.git/hooks/pre-commit"),
    BARE_REPOSITORY(
        "PROTECTED_PATH", "mkdir src/objects src/refs; echo 'ref: refs/heads/x' > src/HEAD"),
    PROTECTED_FILE(
        "PROTECTED_PATH",
        "echo '{\"x\":1}' > .vscode/settings.json; chmod 600 .vscode/settings.json"),
    PROTECTED_NEW("PROTECTED_PATH", "mkdir .husky; echo x > .husky/pre-commit"),
    OUT_OF_SCOPE(
        "SCOPE_VIOLATION",
        "echo x >> docs/deep/er/c.txt; chmod 700 docs/deep; echo x > docs/new; rm -r lib; chmod 700 empty"),
    OUT_OF_SCOPE_EXCHANGE("SCOPE_VIOLATION", "rm -r docs lib; ln -s src docs; echo x > lib"),
    IGNORED_OUTPUT("ok", "echo o > src/out/new.o; rm src/out/old.o; echo l > src/x.log"),
    TRACKED_IN_IGNORED("ok", "echo more >> src/gen/kept.txt; chmod 600 src/gen/kept.txt");

    private final String code;
    private final String script;

    Kind(String code, String script) {
      this.code = code;
      this.script = script;
    }
  }

  private Door door() {
    return Door.in(
        directory,
        setup -> {
          setup.approver = q -> new Approver.Answer.Yes(q.digest());
          setup.rules = mechanism.rules();
        });
  }

  private static void prepare(Door door) throws Exception {
    WorkTree.prepare(door);
    door.file(".gitignore", "out/\n*.log\ngen/\n");
    door.file("src/same.txt", "one\n");
    door.file("src/below/deep.txt", "deep\n");
    door.file("src/deep/deep/er/c.txt", "another\n");
    Files.createDirectory(door.root.resolve("src/hollow"));
    Files.createSymbolicLink(door.root.resolve("src/pointer"), Path.of("a.txt"));
    door.file("src/gen/kept.txt", "kept\n");
    door.file("src/out/old.o", "old\n");
    door.file(".vscode/settings.json", "{}\n");
    Scripts.git(door, "add", "-f", "src/gen/kept.txt");
    Scripts.git(door, "add", "-A");
    Scripts.git(door, "commit", "-q", "-m", "second");
    door.intents();
    Scripts.declare(door, "INT-001");
    door.file(Scripts.SCRIPT, "");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theWorkspaceIsWhatTheRecordsSayAndUndoBringsItBack(Kind kind) throws Exception {
    try (Door door = door()) {
      prepare(door);
      Map<String, String> before = ToldTree.now(door);

      CallAnswer answer = Scripts.sh(door, kind.script);

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo(kind.code);
      Map<String, String> after = ToldTree.now(door);
      ToldTree.alike(after, ToldTree.after(door, before));
      boolean refused = !kind.code.equals("ok") && mechanism != Mechanism.NONE;
      if (refused) {
        ToldTree.alike(after, before);
        assertThat(door.root.resolve("src/below/.git")).doesNotExist();
      }
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
      if (kind == Kind.IGNORED_OUTPUT) {
        assertThat(Scripts.told(door)).isEmpty();
        assertThat(door.root.resolve("src/out/new.o")).exists();
        assertThat(door.root.resolve("src/out/old.o")).doesNotExist();
      }
      List<Undone> undone =
          door.governor.undo().undo(new Selection.BySession("S-1"), Scripts.PERSON, false);
      if (kind.code.equals("PROTECTED_PATH") && !refused) {
        assertThat(undone).hasAtLeastOneElementOfType(Undone.RefusedUndo.class);
      } else {
        assertThat(undone).allMatch(Undone.Restored.class::isInstance, "restored");
        ToldTree.alike(ToldTree.now(door), before);
      }
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }
}
