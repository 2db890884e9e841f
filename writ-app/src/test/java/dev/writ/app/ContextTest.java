// Implements: docs/spec/04-conversation.md §4 (Conversation and context)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.Desk.Dialect;
import dev.writ.app.process.ExitCode;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What models get besides the person's words, seen from outside: rules, limits, `/context` and
/// `/compact`.
class ContextTest {
  private static final PlainAnswer DONE = new PlainAnswer("All done.");

  private static PlainAnswer reads(String path) {
    return new PlainAnswer("", new ScriptedCall("read_file", "{\"path\":\"" + path + "\"}"));
  }

  private record Asked(Desk.Ran ran, List<String> requests) {}

  private static Asked ask(Desk desk, String[] arguments, ScriptTurn... turns) {
    try (ScriptedModelServer server = ScriptedModelServer.start(turns)) {
      Desk.Ran ran = desk.ask(server, Dialect.OPENAI).writ(arguments);
      server.assertClean();
      return new Asked(ran, server.requests().stream().map(r -> r.body()).toList());
    }
  }

  private static Asked run(Desk desk, ScriptTurn... turns) {
    return ask(desk, new String[] {"run", "Go"}, turns);
  }

  @Test
  void rulesOfTheRootAndOfTouchedDirectoriesReachTheModel() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("AGENTS.md", "Root rule one.\n");
      desk.workspace.write("CLAUDE.md", "Root rule one.\n");
      desk.workspace.write("src/a/AGENTS.md", "Deep rule two.\n");
      desk.workspace.write("src/a/b/x.txt", "x\n");
      Asked asked = run(desk, reads("src/a/b/x.txt"), DONE);
      assertThat(asked.ran().exit()).isEqualTo(ExitCode.DONE);
      assertThat(asked.requests().getFirst()).containsOnlyOnce("Root rule one.");
      assertThat(asked.requests().getFirst()).doesNotContain("Deep rule two.");
      assertThat(asked.requests().getLast()).containsOnlyOnce("Deep rule two.");
      assertThat(desk.session().stream().filter(e -> e.text("type").orElse("").equals("rules")))
          .extracting(e -> e.text("path").orElse(""))
          .containsExactly("AGENTS.md", "src/a/AGENTS.md");
    }
  }

  @Test
  void rulesCantBringInWhatIsOutsideOrSecret() throws IOException {
    try (Desk desk = new Desk()) {
      desk.home.write("private.txt", "my own words");
      Files.createSymbolicLink(
          desk.workspace.root().resolve("AGENTS.md"), desk.home.path("private.txt"));
      desk.workspace.write("CLAUDE.md", "token ghp_0123456789abcdefghijABCDEFGHIJ012345 here");
      Files.write(desk.workspace.root().resolve("AGENT.md"), new byte[] {0, 1, 2, 0});
      Asked asked = run(desk, DONE);
      assertThat(asked.ran().exit()).as(asked.toString()).isEqualTo(ExitCode.DONE);
      assertThat(asked.requests().getFirst())
          .doesNotContain("my own words", "ghp_0123456789")
          .contains("here");
    }
  }

  @Test
  void aLinkToASecretFileIsNoRule() throws IOException {
    try (Desk desk = new Desk()) {
      desk.workspace.write("config/.env", "NAME=words of a secret\n");
      desk.workspace.write("src/a.txt", "a\n");
      for (String link : List.of("AGENTS.md", "src/AGENTS.md")) {
        Path place = desk.workspace.root().resolve(link);
        Files.createSymbolicLink(place, desk.workspace.root().resolve("config/.env"));
      }
      Asked asked = run(desk, reads("src/a.txt"), DONE);
      assertThat(asked.ran().exit()).as(asked.toString()).isEqualTo(ExitCode.DONE);
      assertThat(asked.requests()).noneMatch(request -> request.contains("words of a secret"));
    }
  }

  @Test
  void aLinkToTheSettingsOfTheRepositoryIsNoRule() throws IOException {
    try (Desk desk = new Desk()) {
      desk.workspace.write(".git/config", "[sendemail]\n\tsmtppass = hunter2secret\n");
      desk.workspace.write("src/a.txt", "a\n");
      for (String link : List.of("AGENTS.md", "src/CLAUDE.md")) {
        Path place = desk.workspace.root().resolve(link);
        Files.createSymbolicLink(place, desk.workspace.root().resolve(".git/config"));
      }
      Asked asked = run(desk, reads("src/a.txt"), DONE);
      assertThat(asked.ran().exit()).as(asked.toString()).isEqualTo(ExitCode.DONE);
      assertThat(asked.requests()).noneMatch(request -> request.contains("hunter2secret"));
    }
  }

  @Test
  void aTokenWhereRulesAreCutIsMasked() {
    try (Desk desk = new Desk()) {
      String words = "a ".repeat(15_990);
      desk.workspace.write("AGENTS.md", words + "ghp_0123456789abcdefghijABCDEFGHIJ012345 more");
      assertThat(run(desk, DONE).requests().getFirst()).doesNotContain("ghp_01234");
    }
  }

  @Test
  void longRulesAreCut() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("AGENTS.md", "Rule. ".repeat(10_000));
      Asked asked = run(desk, DONE);
      assertThat(asked.requests().getFirst().length()).isLessThan(50_000);
      assertThat(asked.requests().getFirst()).contains("the rest of AGENTS.md is omitted");
    }
  }

  @Test
  void aDirectoryInTheRulesPlaceIsNoHindrance() throws IOException {
    try (Desk desk = new Desk()) {
      Files.createDirectory(desk.workspace.root().resolve("AGENTS.md"));
      assertThat(run(desk, DONE).ran().exit()).isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void theConfiguredLimitIsKept() {
    try (Desk desk = new Desk()) {
      desk.home.write(".writ.json", "{\"context\":{\"max_tokens\":6000}}");
      List<ScriptTurn> turns = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        desk.workspace.write("f" + i + ".txt", ("some words " + i + "\n").repeat(250));
        turns.add(reads("f" + i + ".txt"));
      }
      turns.add(DONE);
      Asked asked = run(desk, turns.toArray(ScriptTurn[]::new));
      assertThat(asked.ran().exit()).as(asked.ran().toString()).isEqualTo(ExitCode.DONE);
      assertThat(asked.requests()).allMatch(body -> body.length() < 40_000);
      assertThat(asked.requests().getLast()).contains("[PRUNED: ");
      assertThat(asked.ran().err()).contains("Context condensed");
    }
  }

  /// Room for a next turn is made in a chat; of a run there is none.
  @Test
  void onlyAChatMakesRoomAfterATurn() {
    PlainAnswer huge = new PlainAnswer("some more words\n".repeat(3000));
    try (Desk desk = new Desk()) {
      desk.home.write(".writ.json", "{\"context\":{\"max_tokens\":6000}}");
      Asked run = run(desk, huge);
      assertThat(run.ran().exit()).isEqualTo(ExitCode.DONE);
      assertThat(run.ran().err()).doesNotContain("Context condensed");
      desk.input("Go\n");
      Asked chat = ask(desk, new String[] {"chat"}, huge);
      assertThat(chat.ran().toString()).contains("Context condensed");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{`context`:{`max_tokens`:999}}|context.max_tokens: 999 is not from 1000",
        "{`context`:{`condense`:`sometimes`}}|mechanical or model, not 'sometimes'",
        "{`context`:{`compaction_threshold`:1.5}}|1.5 is not from 0 to 1",
        "{`agent`:{`conversation`:{`prune_threshold`:0}}}|a share from 0.05 to 1",
      })
  void whatCantBeMeantIsAnError(String json, String message) {
    try (Desk desk = new Desk()) {
      desk.home.write(".writ.json", json.replace('`', '"'));
      Desk.Ran ran = desk.writ("run", "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains(message);
    }
  }

  @Test
  void aChatShowsItsContextAndCondensesIt() {
    try (Desk desk = new Desk()) {
      desk.input(
          """
          one
          two
          three
          /context
          /context 100
          /compact the second question
          /context 4
          /context none
          four
          """);
      Asked asked =
          ask(
              desk,
              new String[] {"chat"},
              new PlainAnswer("first answer"),
              new PlainAnswer("second answer"),
              new PlainAnswer("third answer"),
              new PlainAnswer("Task: three questions were asked; the second one matters."),
              new PlainAnswer("fourth answer"));
      assertThat(asked.ran().out())
          .contains("context: about ", "6 messages of 50, 3 turns")
          .contains("limit of messages: 50 → 100", "(6 % of the limit)")
          .contains("limit of messages: 100 → 4")
          .contains("not 'none'");
      assertThat(asked.requests()).hasSize(5);
      assertThat(asked.requests().get(3)).contains("the second question", "<transcript>");
      assertThat(asked.requests().getLast())
          .contains("the second one matters", "third answer")
          .doesNotContain("first answer");
    }
  }
}
