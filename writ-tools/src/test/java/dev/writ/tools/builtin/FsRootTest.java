// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.tool.CallAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The sandbox enforces a project owner's limits on commands' writes for any program.
class FsRootTest {
  @TempDir Path directory;

  private Door door(String mechanism, String fsRoot) throws Exception {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.approver = q -> new Approver.Answer.Yes(q.digest());
              setup.rules = Door.under(mechanism);
            });
    String authority =
        "authority: {level: scoped_commands, allowed_bins: ['*'], fs_root: " + fsRoot + "}\n";
    door.file(AuthorityFile.PATH, authority);
    door.governor.authority().confirm(authority, "me");
    return door;
  }

  private static CallAnswer sh(Door door, String script) {
    door.file("sub/run", script);
    return door.call("run_command", "program", "sh", "args", List.of("run"), "working_dir", "sub");
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void outsideOfItEverythingCanBeReadAndNothingWritten(String mechanism) throws Exception {
    try (Door door = door(mechanism, "sub")) {
      door.file("other/a", "kept\n");
      CallAnswer answer =
          sh(
              door,
              "cat ../other/a; mkdir made && echo in > made/b; echo x >> ../other/a; "
                  + "echo y > ../new; rm ../other/a; mv ../other ../gone; mv ../sub ../moved; "
                  + "ln -s ../other link; echo z > link/c; chmod 777 ../other");

      assertThat(answer.result().content()).contains("kept").contains("sub/made/b");
      assertThat(door.read("other/a")).isEqualTo("kept\n");
      assertThat(door.read("sub/made/b")).isEqualTo("in\n");
      assertThat(door.root.resolve("new")).doesNotExist();
      assertThat(door.root.resolve("moved")).doesNotExist();
      assertThat(door.root.resolve("other/c")).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void gitStillWritesItsOwn(String mechanism) throws Exception {
    try (Door door = door(mechanism, "sub")) {
      door.file("other/a", "kept\n");
      Scripts.repository(door);
      door.file("sub/b", "new\n");
      assertThat(Door.code(door.call("run_command", "command", "git add b", "working_dir", "sub")))
          .isEqualTo("ok");
      assertThat(Scripts.git(door, "diff", "--cached", "--name-only")).isEqualTo("sub/b\n");
    }
  }

  /// Neither a link nor a protected place becomes writable by being named so.
  @ParameterizedTest
  @ValueSource(strings = {"link", ".claude"})
  void whatIsNoDirectoryOfItsOwnIsNotWritable(String fsRoot) throws Exception {
    try (Door door = door("auto", fsRoot)) {
      door.file("other/a", "kept\n");
      door.file(".claude/a", "kept\n");
      Files.createSymbolicLink(door.root.resolve("link"), Path.of("other"));
      door.call(
          "run_command",
          "command",
          "sh -c 'echo x >> a; echo x > made; echo x > ../made'",
          "working_dir",
          fsRoot);
      assertThat(door.read("other/a")).isEqualTo("kept\n");
      assertThat(door.read(".claude/a")).isEqualTo("kept\n");
      for (String place : List.of("made", "other/made", ".claude/made")) {
        assertThat(door.root.resolve(place)).doesNotExist();
      }
    }
  }

  @Test
  void aBackgroundCommandWritesNotOutsideEither() throws Exception {
    try (Door door = door("auto", "sub")) {
      door.file("sub/target/a", "");
      door.file("target/a", "");
      door.file(".gitignore", "target/\n");
      Scripts.repository(door);
      door.file(
          "sub/run", "echo x > target/made; { echo x > ../target/made; } 2>/dev/null; echo done");
      CallAnswer started = door.call("run_background", "command", "sh run", "working_dir", "sub");
      assertThat(Door.code(started)).as(started.result().content()).isEqualTo("ok");
      assertThat(door.text("command_output", "id", "b1", "wait", 60)).contains("done");
      assertThat(door.root.resolve("target/made")).doesNotExist();
      assertThat(door.read("sub/target/made")).isEqualTo("x\n");
    }
  }
}
