// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One session, and two processes or two users.
class SharedSessionTest {
  private static final List<String> NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  /// How a process beside another one ended.
  private record Beside(int exit, String said) {}

  private static Beside beside(Program program, List<String> before, String... line)
      throws Exception {
    List<String> command = new ArrayList<>(before);
    command.add(Program.WRIT);
    command.addAll(List.of(line));
    Process process = program.builder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Beside(process.waitFor(), said);
  }

  private static void type(OutputStream input, String text) throws Exception {
    input.write(text.getBytes(StandardCharsets.UTF_8));
    input.flush();
  }

  @Test
  void theSecondProcessIsRefusedOrTakesACopy() throws Exception {
    PlainAnswer[] answers = new PlainAnswer[4];
    for (int i = 0; i < answers.length; i++) {
      answers[i] = new PlainAnswer("answer " + i);
    }
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(answers)) {
      Process chat = program.ask(server).start("chat");
      try (OutputStream input = chat.getOutputStream()) {
        type(input, "one\n");
        server.awaitRequests(1);
        Beside refused = beside(program, List.of(), "run", "--continue", "two");
        assertThat(refused.exit()).as(refused.said()).isEqualTo(2);
        assertThat(refused.said()).contains("is open in another process", "--fork");
        Beside copy = beside(program, List.of(), "run", "--continue", "--fork", "three");
        assertThat(copy.exit()).as(copy.said()).isZero();
        type(input, "four\n");
        server.awaitRequests(3);
        type(input, "/quit\n");
      }
      assertThat(program.ran(chat).exit()).isZero();
      Path file =
          Program.files(program.home.path(".config/writ/sessions")).stream()
              .filter(one -> !Program.read(one).contains("forked_from"))
              .findFirst()
              .orElseThrow();
      assertThat(Program.read(file)).contains("one", "four").doesNotContain("two", "three");
      Beside next = beside(program, List.of(), "run", "--resume", "" + file, "five");
      assertThat(next.exit()).as(next.said()).isZero();
      assertThat(server.chats().getLast().body()).contains("one", "four", "five");
    }
  }

  @Test
  void aSessionOfAnotherUserIsReadAtMost() throws Exception {
    try (Program program = new Program();
        TemporaryWorkspace shared = TemporaryWorkspace.empty();
        ScriptedModelServer server =
            ScriptedModelServer.start(new PlainAnswer("mine"), new PlainAnswer("a copy"))) {
      program.ask(server).set("WRIT_SESSION_STORAGE_PATH", "" + shared.root());
      assertThat(program.run("run", "one").exit()).isZero();
      Path file = Program.files(shared.root()).getFirst();
      String recorded = Program.read(file);
      for (Path open : List.of(shared.root(), program.workspace.root(), program.home.root())) {
        assumeThat(new ProcessBuilder("chown", "65534", "" + open).start().waitFor()).isZero();
      }
      Path home = Files.createDirectory(program.home.path("theirs"));
      assumeThat(new ProcessBuilder("chown", "65534", "" + home).start().waitFor()).isZero();
      program.set("HOME", "" + home);
      assumeThat(beside(program, NOBODY, "--version").exit()).as("another user").isZero();
      String owner = Files.getOwner(file).getName();

      Beside unreadable = beside(program, NOBODY, "run", "--resume", "" + file, "two");
      assertThat(unreadable.exit()).as(unreadable.said()).isEqualTo(2);
      assertThat(unreadable.said()).contains("cannot be read: it belongs to " + owner);
      assertThat(beside(program, NOBODY, "sessions", "list").said())
          .contains(file.getFileName() + " cannot be read: ");

      assertThat(new ProcessBuilder("chmod", "644", "" + file).start().waitFor()).isZero();
      Beside refused = beside(program, NOBODY, "run", "--resume", "" + file, "three");
      assertThat(refused.exit()).as(refused.said()).isEqualTo(2);
      assertThat(refused.said())
          .contains("cannot be written: it belongs to " + owner, "--fork to continue a copy");
      Beside copy = beside(program, NOBODY, "run", "--resume", "" + file, "--fork", "four");
      assertThat(copy.exit()).as(copy.said()).isZero();
      assertThat(server.chats().getLast().body()).contains("one", "mine", "four");
      assertThat(Program.read(file)).isEqualTo(recorded);
    }
  }
}
