// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.testkit.StatePoll;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A command that gets to Writ's journals adds nothing to them.
@Timeout(120)
class ForgedRecordsTest {
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";

  /// The session's own record in another writer's name.
  private static final String COPY =
      "sed 's/\"writer\":\"/\"writer\":\"x/' " + LEDGER + " > copy; ";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        COPY + "cat copy >> " + LEDGER,
        "echo garbage >> " + LEDGER,
        "printf garbage >> " + LEDGER,
        COPY + "cat copy >> .orchestration/checkpoints.jsonl",
        "echo garbage > .orchestration/trace_anchors.jsonl",
        COPY + "cp copy .orchestration/evil.jsonl",
        "cp -p " + LEDGER + " copy; echo garbage >> copy; mv copy " + LEDGER,
      })
  void whatACommandAppendsIsTakenOutAgain(String line) throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.call("write_file", "path", "new.txt", "content", "A\n");
      String before = Files.readString(door.root.resolve(LEDGER));

      CallAnswer answer = Scripts.sh(door, line);

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("PROTECTED_PATH");
      door.call("write_file", "path", "more.txt", "content", "B\n");
      String after = Files.readString(door.root.resolve(LEDGER));
      assertThat(after).startsWith(before).doesNotContain("\"writer\":\"x", "garbage");
      assertThat(after.lines()).allMatch(one -> one.contains("\"writer\":\"S-1\""));
      assertThat(after).contains("more.txt");
      for (String journal : new String[] {"checkpoints", "trace_anchors", "evil"}) {
        assertThat(door.root.resolve(".orchestration/" + journal + ".jsonl")).doesNotExist();
      }
    }
  }

  @Test
  void whatAnotherSessionRecordsMeanwhileStays() throws Exception {
    try (Door door = Scripts.door(directory, "landlock");
        Door other = Door.in(directory, setup -> setup.session = "S-2")) {
      door.call("write_file", "path", "new.txt", "content", "A\n");
      FutureTask<CallAnswer> theirs =
          new FutureTask<>(
              () -> {
                while (!Files.exists(door.root.resolve("begun"))) {
                  StatePoll.pause();
                }
                try {
                  return other.call("write_file", "path", "theirs.txt", "content", "B\n");
                } finally {
                  door.file("over", "");
                }
              });
      Thread.ofPlatform().start(theirs);

      CallAnswer answer =
          Scripts.sh(door, "echo > begun; while test ! -e over; do sleep 0.02; done");

      assertThat(Door.code(theirs.get())).isEqualTo("ok");
      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(Files.readString(door.root.resolve(LEDGER))).contains("theirs.txt", "S-2");
    }
  }
}
