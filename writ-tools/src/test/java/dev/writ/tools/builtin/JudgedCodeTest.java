// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.tool.CallAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The code of the workspace that runs is the code that a person was asked about.
class JudgedCodeTest {
  @TempDir Path directory;

  private final List<Question> questions = new ArrayList<>();
  private Runnable meanwhile = () -> {};

  private Door door(String sandbox) {
    return Door.in(
        directory,
        setup -> {
          setup.rules = Door.under(sandbox);
          setup.approver =
              question -> {
                questions.add(question);
                meanwhile.run();
                return new Answer.Yes(question.digest());
              };
        });
  }

  private static void script(Door door, String name, String text) {
    Path file = door.file(name, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces, ./out/x.sh, out/x.sh",
    "namespaces, sh out/x.sh, out/x.sh",
    "namespaces, cd out && sh x.sh, out/x.sh",
    "namespaces, env ./out/x.sh, out/x.sh",
    "namespaces, sh -e ./out/x.sh a b, out/x.sh",
    "namespaces, echo | sh out/x.sh, out/x.sh",
    "landlock, ./out/x.sh, out/x.sh",
    "landlock, sh out/x.sh, out/x.sh"
  })
  void whatIsExchangedWhileAPersonIsAskedDoesNotRun(String sandbox, String line, String place)
      throws Exception {
    try (Door door = door(sandbox)) {
      script(door, place, "#!/bin/sh\necho judged\n");
      meanwhile = () -> script(door, place, "#!/bin/sh\necho exchanged > proof\n");
      CallAnswer answer = door.call("run_command", "command", line);
      assertThat(questions).hasSize(1);
      assertThat(Door.code(answer)).isEqualTo("STALE_FILE");
      assertThat(answer.result().content()).contains(place);
      assertThat(door.root.resolve("proof")).doesNotExist();

      // Nothing of it is remembered as known.
      script(door, place, "#!/bin/sh\necho judged\n");
      meanwhile = () -> {};
      assertThat(door.text("run_command", "command", line)).contains("judged");
      script(door, place, "#!/bin/sh\necho exchanged > proof\n");
      questions.clear();
      door.call("run_command", "command", line);
      assertThat(questions).hasSize(1);
      if (line.startsWith("./")) {
        assertThat(questions.getFirst().reasons())
            .contains(place + " changed since it was last run");
      }
    }
  }

  /// Between any comparison and any open, while the line runs.
  @Test
  @Timeout(120)
  void whatIsExchangedAllTheTimeRunsAsJudgedOrNotAtAll() throws Exception {
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.rules = Door.under("namespaces");
              setup.approver =
                  question -> {
                    questions.add(question);
                    return question.digest().equals(questions.getFirst().digest())
                        ? new Answer.Yes(question.digest())
                        : new Answer.No("another one");
                  };
            })) {
      script(door, "x.sh", "echo judged\n");
      assertThat(door.text("run_command", "command", "sh x.sh")).contains("judged");
      AtomicBoolean ends = new AtomicBoolean();
      Thread exchange =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; !ends.get(); i++) {
                      exchange(i % 2 == 0 ? "echo exchanged; touch proof\n" : "echo judged\n");
                    }
                  });
      int ran = 0;
      for (int i = 0; i < 40; i++) {
        String said = door.text("run_command", "command", "sh x.sh");
        assertThat(said).doesNotContain("\nexchanged").doesNotStartWith("exchanged");
        ran += said.contains("judged") ? 1 : 0;
      }
      ends.set(true);
      exchange.join();
      assertThat(ran).isPositive();
      assertThat(door.root.resolve("proof")).doesNotExist();
    }
  }

  private void exchange(String text) {
    try {
      Path next = Files.writeString(directory.resolve("next.sh"), text);
      Files.move(next, directory.resolve("root/x.sh"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatAppearsInPlaceOfNothingDoesNotRun() {
    try (Door door = door("auto")) {
      door.file("tool/__main__.py", "print('judged')\n");
      meanwhile = () -> door.file("gen.js", "console.log('exchanged')\n");
      assertThat(door.code("run_command", "command", "node gen")).isEqualTo("STALE_FILE");
      meanwhile = () -> door.file("tool/__main__.py", "print('exchanged')\n");
      assertThat(door.code("run_command", "command", "python3 tool")).isEqualTo("STALE_FILE");
    }
  }

  @Test
  void aLinkThatLeadsToAnotherScriptIsAnotherScript() throws Exception {
    try (Door door = door("auto")) {
      door.file("a.sh", "echo judged\n");
      door.file("b.sh", "echo exchanged\n");
      Path link = Files.createSymbolicLink(door.root.resolve("x.sh"), Path.of("a.sh"));
      meanwhile =
          () -> {
            try {
              Files.delete(link);
              Files.createSymbolicLink(link, Path.of("b.sh"));
            } catch (java.io.IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          };
      assertThat(door.code("run_command", "command", "sh x.sh")).isEqualTo("STALE_FILE");
    }
  }

  @Test
  void whatALineItselfMakesRuns() {
    try (Door door = door("auto")) {
      door.file("a.sh", "echo one\n");
      door.file("x.sh", "echo old\n");
      CallAnswer answer = door.call("run_command", "command", "cp a.sh x.sh && sh x.sh");
      assertThat(answer.result().content()).contains("one");
      assertThat(door.read("x.sh")).isEqualTo("echo one\n");
      assertThat(questions).hasSize(1);
      assertThat(answer.ledger()).hasSize(1);
    }
  }

  @Test
  void whatIsRunIsNotRecordedAsChanged() {
    try (Door door = door("auto")) {
      door.file("x.sh", "echo one\n");
      CallAnswer answer = door.call("run_command", "command", "sh x.sh");
      assertThat(answer.result().content()).contains("one");
      assertThat(answer.ledger()).isEmpty();
    }
  }

  @Test
  void theQuestionIsBoundToTheContent() {
    try (Door door = door("auto")) {
      door.file("x.sh", "echo one\n");
      door.call("run_command", "command", "sh x.sh");
      door.file("x.sh", "echo two\n");
      door.call("run_command", "command", "sh x.sh");
      assertThat(questions).hasSize(2);
      assertThat(questions.get(0).digest()).isNotEqualTo(questions.get(1).digest());
    }
  }
}
