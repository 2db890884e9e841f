// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.Desk.Dialect;
import dev.writ.app.process.ExitCode;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What a person wants of a model besides an answer: how much it reasons, that it looks at an
/// image, and that small work is done by a small one.
class ModelWishesTest {
  private static final PlainAnswer DONE = new PlainAnswer("All done.");
  private static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
          + "rkJggg==";

  private static void image(Desk desk, String name) {
    try {
      Files.createDirectories(desk.workspace.path(name).getParent());
      Files.write(desk.workspace.path(name), Base64.getDecoder().decode(PIXEL));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> bodies(ScriptedModelServer server) {
    return server.chats().stream().map(chat -> chat.body()).toList();
  }

  @Test
  void theEffortOfAChatIsSetForGoodOrForOneMessage() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE, DONE, DONE, DONE, DONE)) {
      desk.ask(server, Dialect.OPENAI);
      desk.input(
          """
          one
          /effort
          /effort low
          two
          /effort high once
          three
          four
          /effort hgh
          /effort high twice
          /quit
          """);
      Desk.Ran ran = desk.writ("chat");

      assertThat(bodies(server).get(0)).doesNotContain("reasoning_effort");
      assertThat(bodies(server).get(1)).contains("\"reasoning_effort\":\"low\"");
      assertThat(bodies(server).get(2)).contains("\"reasoning_effort\":\"high\"");
      assertThat(bodies(server).get(3)).contains("\"reasoning_effort\":\"low\"");
      assertThat(ran.out())
          .contains("effort: default (others: none, low, medium, high)")
          .contains("effort: low (others: default, none, medium, high)")
          .contains("effort: high for the next message, then again low")
          .contains("unknown effort: hgh (did you mean high?); there are default, none, low")
          .contains("/effort LEVEL once for the next message");
      assertThat(desk.writ("run", "--continue", "five").exit()).isEqualTo(ExitCode.DONE);
      assertThat(bodies(server).getLast()).contains("\"reasoning_effort\":\"low\"");
    }
  }

  @Test
  void theEffortOfARunIsAnOptionAndIsKeptByItsSession() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE, DONE)) {
      desk.ask(server, Dialect.ANTHROPIC);
      assertThat(desk.writ("run", "--effort", "medium", "Go").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("run", "--continue", "Go on").exit()).isEqualTo(ExitCode.DONE);
      assertThat(bodies(server)).allMatch(body -> body.contains("\"thinking\""));
      Desk.Ran wrong = desk.writ("run", "--effort", "hihg", "Go");
      assertThat(wrong.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(wrong.err())
          .contains("--effort: default, none, low, medium, high, not 'hihg' (did you mean high?)");
    }
  }

  @ParameterizedTest
  @EnumSource(value = Dialect.class, mode = EnumSource.Mode.EXCLUDE, names = "OLLAMA")
  void anImageThatARunNamesGoesToTheModel(Dialect dialect) {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      image(desk, "my shots/a.png");
      Desk.Ran ran =
          desk.ask(server, dialect).writ("run", "What is on @\"my shots/a.png\", please?");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(bodies(server).getFirst()).contains(PIXEL, "image");
    }
  }

  /// The names that the completion offers there.
  @Test
  void anImageIsNamedFromWhereThePersonStands() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.workspace.write(".git/HEAD", "ref: refs/heads/main\n");
      image(desk, "app/shots/a b.png");
      image(desk, "top.png");
      Desk.Ran ran =
          desk.ask(server, Dialect.OPENAI)
              .writIn(
                  desk.workspace.path("app"), "run", "Compare @\"shots/a b.png\" and @../top.png");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(bodies(server).getFirst().split("data:image/png;base64,", -1)).hasSize(3);
    }
  }

  @Test
  void aModelWithoutVisionIsNotAsked() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      image(desk, "a.png");
      desk.home.write(
          ".config/writ/models.json",
          "{\"models\": [{\"provider\": \"openai-compatible\", \"model\": \"scripted\","
              + "\"abilities\": [\"tools\"]}]}");
      Desk.Ran ran = desk.ask(server, Dialect.OPENAI).writ("run", "--json", "What is @a.png?");
      assertThat(ran.exit()).isEqualTo(ExitCode.PROVIDER);
      assertThat(ran.json().text("message"))
          .contains(
              "openai-compatible/scripted cannot read images; choose a model with vision, or send"
                  + " the message without the image");
      assertThat(server.chats()).isEmpty();
      Desk.Ran ollama = desk.ask(server, Dialect.OLLAMA).writ("run", "--json", "What is @a.png?");
      assertThat(ollama.json().text("message").orElse("")).contains("cannot read images");
      assertThat(server.chats()).isEmpty();
    }
  }

  @Test
  void aChatSendsImagesToo() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE, DONE)) {
      image(desk, "a.png");
      desk.ask(server, Dialect.OPENAI).input("look at @a.png\nand at @b.png\nbye\n/quit\n");
      Desk.Ran ran = desk.writ("chat");
      assertThat(ran.out()).contains("not sent: @b.png: ");
      assertThat(bodies(server)).hasSize(2);
      assertThat(bodies(server).getFirst()).contains("data:image/png;base64," + PIXEL);
      assertThat(bodies(server).getLast()).contains("bye").doesNotContain("and at");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "@missing.png|missing.png",
        "@text.png|@text.png: this file is not a PNG, JPEG, GIF or WebP image",
        "@hidden.png|hidden.png is hidden by .writignore",
        "@../outside.png|outside.png",
        "@.ssh/id.png|id.png"
      })
  void whatAModelMayNotReadIsNotSent(String mention, String message) {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.workspace.write("text.png", "no image\n");
      desk.workspace.write(".writignore", "hidden.png\n");
      image(desk, "hidden.png");
      Desk.Ran ran = desk.ask(server, Dialect.OPENAI).writ("run", "What is " + mention);
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains(message);
      assertThat(server.chats()).isEmpty();
    }
  }

  @Test
  void anAddressOrAVersionIsNoImage() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.ask(server, Dialect.OPENAI);
      assertThat(
              desk.writ(
                      "run", "mail me@a.png about icon@2x.png, @2x.png, @1.5x.png and @types/node")
                  .exit())
          .isEqualTo(ExitCode.DONE);
    }
  }

  private static final String SUMMARY = "Task: two questions were asked and answered in few words.";

  private static Desk.Ran condensing(Desk desk, ScriptedModelServer server) {
    desk.set("WRIT_AGENT_CONVERSATION_MIN_RETAIN_TURNS", "1");
    desk.workspace.write("a.txt", "a\n");
    desk.ask(server, Dialect.OPENAI).input("one\ntwo\n/compact\nthree\n/quit\n");
    return desk.writ("chat");
  }

  private static PlainAnswer reading() {
    return new PlainAnswer(
        "I look. ".repeat(300), new ScriptedCall("read_file", "{\"path\":\"a.txt\"}"));
  }

  @Test
  void theSmallModelCondenses() {
    try (Desk desk = new Desk().set("WRIT_LLM_SMALL_MODEL", "tiny");
        ScriptedModelServer server =
            ScriptedModelServer.start(
                reading(),
                DONE,
                reading(),
                DONE,
                new PlainAnswer(SUMMARY),
                new PlainAnswer("Third."))) {
      Desk.Ran ran = condensing(desk, server);
      assertThat(ran.out()).contains("summary by openai-compatible/tiny", "Third.");
      assertThat(bodies(server).get(4)).contains("\"model\":\"tiny\"");
      assertThat(bodies(server).get(5)).contains("\"model\":\"scripted\"", SUMMARY);
    }
  }

  @Test
  void theUsualModelCondensesWhereTheSmallOneFails() {
    try (Desk desk = new Desk().set("WRIT_LLM_SMALL_MODEL", "openai-compatible/tiny");
        ScriptedModelServer server =
            ScriptedModelServer.start(
                reading(),
                DONE,
                reading(),
                DONE,
                new ErrorStatus(404),
                new PlainAnswer(SUMMARY),
                DONE)) {
      assertThat(condensing(desk, server).out()).contains("summary by openai-compatible/scripted");
      assertThat(bodies(server)).hasSize(7);
    }
  }

  @Test
  void aSmallModelThatIsNoneIsAnErrorAtTheStart() {
    try (Desk desk = new Desk().set("WRIT_LLM_SMALL_MODEL", "opneai/tiny")) {
      Desk.Ran ran = desk.set("WRIT_MODEL", "x").writ("run", "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err())
          .contains("llm.small_model: 'opneai/tiny' is neither a model of ollama nor");
    }
  }

  /// A project must not send a conversation elsewhere.
  @Test
  void aProjectNamesNoOtherProvider() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.workspace.write(".writ.json", "{\"llm\": {\"small_model\": \"openai/tiny\"}}");
      Desk.Ran ran = desk.ask(server, Dialect.OPENAI).writ("run", "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("a project's file names a model of the same provider only");
    }
  }
}
