// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.tools.builtin.Door;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the commands of a session call `/tmp` is the session's own, and nobody else's.
class TemporarySpaceTest {
  @TempDir Path directory;

  private Door door(String mechanism) throws Exception {
    return door(mechanism, ExecutionMode.RESTRICTED_AUTONOMOUS);
  }

  private Door door(String mechanism, ExecutionMode execution) throws Exception {
    if (!mechanism.equals("landlock")) {
      Door.needsViews();
    }
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.environment = Map.of("HOME", directory.resolve("home").toString());
              setup.rules = Door.under(mechanism);
              setup.execution = execution;
            });
    door.contained();
    return door;
  }

  private static String ran(Door door, String line) {
    return door.text("run_command", "command", line);
  }

  @Test
  void whatOneCommandLeavesThereTheNextOneFinds() throws Exception {
    Path mine = Files.createTempFile(Path.of("/tmp"), "writ-mine", ".txt");
    try (Door door = door("namespaces")) {
      assertThat(ran(door, "echo one > /tmp/log; echo two >> /tmp/log; cat < /tmp/log"))
          .isEqualTo("one\ntwo\n");
      assertThat(ran(door, "tail -n 1 /tmp/log | tee /tmp/last")).isEqualTo("two\n");
      assertThat(ran(door, "cd /tmp && mkdir -p d && cp log d && ls d && pwd"))
          .isEqualTo("log\n/tmp\n");
      assertThat(ran(door, "cat " + mine)).contains("No such file");
      assertThat(door.root.resolve("log")).doesNotExist();
    } finally {
      Files.delete(mine);
    }
    try (Door other = door("namespaces")) {
      assertThat(ran(other, "ls /tmp/log")).contains("No such file");
    }
  }

  @Test
  void aProgramThatWasBuiltThereRunsThere() throws Exception {
    try (Door door = door("namespaces")) {
      door.file("t.sh", "#!/bin/sh\necho ran\n");

      assertThat(ran(door, "cp t.sh /tmp/t && chmod +x /tmp/t && /tmp/t")).isEqualTo("ran\n");
      assertThat(ran(door, "/tmp/t")).isEqualTo("ran\n");
      assertThat(ran(door, "/tmp/missing")).contains("/tmp/missing is not a program");
    }
  }

  /// Writ opens what a line redirects, so no link that a program made may lead it elsewhere.
  @Test
  void aLinkThereLeadsNobodyOut() throws Exception {
    Path outside = Files.writeString(directory.resolve("outside"), "secret");
    try (Door door = door("namespaces")) {
      door.file("l.py", "import os\nos.symlink('" + outside + "', '/tmp/l')\n");

      ran(door, "python3 l.py");

      assertThat(ran(door, "cat < /tmp/l")).contains("/tmp/l: cannot be opened: a link");
      assertThat(ran(door, "echo x > /tmp/l")).contains("/tmp/l: cannot be opened: a link");
      assertThat(ran(door, "cat /tmp/l")).contains("No such file").doesNotContain("secret");
      assertThat(outside).hasContent("secret");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          namespaces | cat /tmp/a                | ok
          namespaces | cat /tmp/../etc/passwd    | PATH_OUTSIDE_WORKSPACE
          namespaces | echo x > /tmp/../x        | PATH_OUTSIDE_WORKSPACE
          namespaces | cat /tmpfile              | PATH_OUTSIDE_WORKSPACE
          namespaces | cat /var/tmp/a            | PATH_OUTSIDE_WORKSPACE
          namespaces | cat ~/.ssh/id_rsa         | PATH_OUTSIDE_WORKSPACE
          namespaces | cat ../a                  | PATH_OUTSIDE_WORKSPACE
          namespaces | cd /tmp && cat ../etc/a   | PATH_OUTSIDE_WORKSPACE
          landlock   | cat /tmp/a                | PATH_OUTSIDE_WORKSPACE
          landlock   | echo x > /tmp/a           | PATH_OUTSIDE_WORKSPACE
          """)
  void onlyThatPlaceIsTheSessions(String mechanism, String line, String code) throws Exception {
    try (Door door = door(mechanism)) {
      assertThat(Door.code(door.call("run_command", "command", line))).isEqualTo(code);
    }
  }

  /// A process that goes on must not meet those that come later: they could hand each other what
  /// only one of them may write.
  @Test
  void whatRunsInTheBackgroundHasOneOfItsOwn() throws Exception {
    try (Door door = door("namespaces", ExecutionMode.FULL_AUTONOMOUS)) {
      door.file("serve.sh", "[ -e /tmp/here ] && echo shared || echo own\n");
      ran(door, "touch /tmp/here");

      door.call("run_background", "command", "sh serve.sh");

      assertThat(door.text("command_output", "id", "b1", "wait", 60)).contains("own\n");
    }
  }

  @Test
  void itIsGoneWithTheSession() throws Exception {
    Path real;
    try (Door door = door("namespaces")) {
      ran(door, "mkdir -p /tmp/a/b && chmod 000 /tmp/a");
      door.file("mount.sh", "grep ' /tmp ' /proc/self/mountinfo | tail -n 1\n");
      String mount = ran(door, "sh mount.sh");
      Path root = Path.of(mount.split(" ", -1)[3]); // within its file system
      real = Path.of(System.getProperty("java.io.tmpdir")).resolve(root.getFileName());
      assertThat(real).isDirectory();
    }
    assertThat(real).doesNotExist();
  }
}
