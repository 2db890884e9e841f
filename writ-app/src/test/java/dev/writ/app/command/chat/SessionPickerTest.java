// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.CommandTable;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.terminal.dialog.ListedChoice;
import dev.writ.kernel.approval.Approver;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionPickerTest {
  private final TemporaryWorkspace workspace = TemporaryWorkspace.empty();
  private final TemporaryWorkspace home = TemporaryWorkspace.empty();
  private Path workspaceRoot = workspace.root();
  private final List<List<ListedChoice>> asked = new ArrayList<>();

  @AfterEach
  void close() {
    workspace.close();
    home.close();
  }

  private ProcessContext context(String input) {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new ProcessContext(
        Map.of("PATH", "/usr/bin:/bin"),
        home.root(),
        workspaceRoot,
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        nowhere,
        nowhere);
  }

  /// A session in which that was asked.
  private void session(String... requests) {
    String script = "{\"turns\":[" + "{\"text\":\"Answer with words.\"},".repeat(requests.length);
    String file = home.write("script.json", script + "{\"text\":\"\"}]}").toString();
    CommandTable.run(
        List.of("chat", "--script", file), context(String.join("\n", requests) + "\n/quit\n"));
  }

  /// What the command becomes where the person chooses those.
  private Optional<String> complete(String line, String options, Integer... chosen)
      throws Exception {
    return ask((picker, host) -> picker.complete(line, host), options, chosen);
  }

  private interface Choosing {
    Optional<String> from(SessionPicker picker, SessionHost host) throws Exception;
  }

  private Optional<String> ask(Choosing choosing, String options, Integer... chosen)
      throws Exception {
    ParsedArguments arguments =
        ParsedArguments.parse(
            options.isEmpty() ? List.of("chat") : List.of("chat", options),
            Map.of("chat", new ChatCommand((_, _, _) -> ExitCode.DONE).card().options()),
            "chat");
    List<Integer> left = new ArrayList<>(List.of(chosen));
    SessionPicker picker =
        new SessionPicker(
            (_, choices) -> {
              asked.add(choices);
              return left.isEmpty() ? OptionalInt.empty() : OptionalInt.of(left.removeFirst());
            });
    try (SessionHost host =
        SessionHost.open(arguments, context(""), SessionHost.SessionUse.CHAT, Approver.nobody())) {
      return choosing.from(picker, host);
    }
  }

  @Test
  void aSessionIsRecognisedByWhatWasSaidInIt() throws Exception {
    session("Fix the parser", "And the lexer");
    Optional<String> line = complete("/resume", "", 0);
    ListedChoice choice = asked.getFirst().getFirst();
    assertThat(choice.title()).contains("4 messages  Fix the parser");
    assertThat(choice.details().preview())
        .containsExactly("> Fix the parser", "> And the lexer", "Answer with words.");
    assertThat(choice.details().contents()).contains("the lexer", "Answer with words.");
    assertThat(line).get().asString().startsWith("/resume session-");
    assertThat(complete("/load", "")).isEmpty(); // nothing was chosen
  }

  /// A session of another directory is named as such, and continued only as the person says.
  @Test
  void sessionsOfThisDirectoryComeFirst() throws Exception {
    session("Here");
    try (TemporaryWorkspace other = TemporaryWorkspace.empty()) {
      workspaceRoot = other.root();
      session("Elsewhere");
      workspaceRoot = workspace.root();
      assertThat(complete("/resume", "", 0)).get().asString().doesNotContain("here");
      assertThat(asked.getFirst()).hasSize(2);
      assertThat(asked.getFirst().getFirst().title()).endsWith("2 messages  Here");
      assertThat(asked.getFirst().getLast().title())
          .endsWith("2 messages  [" + other.root() + "] Elsewhere");
      assertThat(complete("/resume", "", 1, 0)).get().asString().endsWith(" here");
      assertThat(complete("/resume", "", 1, 1)).get().asString().endsWith(" fork");
      assertThat(complete("/resume", "", 1)).isEmpty();
    }
  }

  @Test
  void whereThereIsNothingToChooseTheCommandItselfSaysSo() throws Exception {
    assertThat(complete("/resume", "")).contains("/resume");
    assertThat(complete("/rewind 2", "")).contains("/rewind 2");
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, /rewind 2",
    "1, /rewind 2 files",
    "2, /rewind 2 only files",
    "3, /compact to 1",
    "4, /compact from 2",
  })
  void aTurnAndThenWhatGoesBack(int way, String line) throws Exception {
    session("One", "Two", "Three");
    assertThat(complete("/rewind", "--continue", 1, way)).contains(line);
    assertThat(asked.getFirst())
        .extracting(ListedChoice::title)
        .containsExactly("Three", "Two", "One");
    assertThat(complete("/rewind", "--continue", 1)).isEmpty();
    assertThat(complete("/rewind", "--continue")).isEmpty();
  }

  @Test
  void theTurnWhoseChangesAreShown() throws Exception {
    session("One", "Two");
    assertThat(ask((picker, host) -> picker.difference("turn", host), "--continue", 1))
        .contains("1");
    assertThat(asked.getFirst())
        .extracting(ListedChoice::title)
        .containsExactly("2  Two", "1  One");
    assertThat(ask((picker, host) -> picker.difference("turn", host), "--continue")).isEmpty();
    assertThat(ask((picker, host) -> picker.difference("last", host), "--continue"))
        .contains("last");
  }
}
