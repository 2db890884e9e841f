// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.engine.model.AllowedTools;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.adapter.RequestTuning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RequestGoldenTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

  private static Prompt conversation(String provider) {
    ToolCall fine = new ToolCall("call_1", "read_file", "{\"path\":\"a.txt\"}");
    ToolCall bare = new ToolCall("call_2", "list files!", "");
    ToolCall broken = new ToolCall("call_3", "read_file", "{\"path\":");
    return new Prompt(
        Spoken.prompt().system(),
        Spoken.prompt().tools(),
        List.of(
            new Message.User("What is in a.txt?\n\"quoted\" ä \uD83D\uDE00"),
            new Message.Assistant("", reasoning(provider, "Let me see."), List.of(fine, bare)),
            new Message.CallResult("call_1", "read_file", "hello\n", true),
            new Message.CallResult("call_2", "list files!", "", false),
            new Message.Assistant("It says hello.", List.of(), List.of()),
            new Message.User("And now?"),
            new Message.Assistant("", reasoning(provider, "Only reasoning."), List.of()),
            new Message.Assistant("Again.", reasoning(provider, "Once more."), List.of(broken)),
            new Message.CallResult("call_3", "read_file", "no JSON", false)));
  }

  private static List<ReasoningBlock> reasoning(String provider, String text) {
    return List.of(ReasoningBlock.plain(provider, text));
  }

  @ParameterizedTest
  @EnumSource
  void requestsAreAsSmallAsTheyCanBe(Spoken spoken) throws InterruptedException, IOException {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Hi."))) {
      Model model = spoken.open(server);
      model.reply(conversation(spoken.provider()), _ -> {});
      model.close();
      server.assertClean();
      compare(spoken.name().toLowerCase(Locale.ROOT) + "-request.json", body(server));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatMayNotBeCalledIsNotOffered(Spoken spoken) throws InterruptedException, IOException {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Hi."))) {
      Model model = spoken.open(server);
      List<ToolDefinition> tools =
          List.of(
              new ToolDefinition("select_active_intent", "Declare.", Json.Obj.EMPTY),
              new ToolDefinition("read_file", "Read.", Json.Obj.EMPTY),
              new ToolDefinition("write_file", "Write.", Json.Obj.EMPTY));
      AllowedTools allowed = new AllowedTools.Only(Set.of("select_active_intent", "read_file"));
      Prompt prompt =
          new Prompt("", tools, List.of(new Message.User("Hi")), allowed, ReasoningEffort.HIGH);
      model.reply(prompt, _ -> {});
      model.close();
      assertThat(prompt.allowedTools()).hasSize(2);
      assertThat(body(server)).contains("select_active_intent", "read_file");
      if (spoken == Spoken.GEMINI) {
        assertThat(server.chats().getFirst().json().object("toolConfig").write())
            .isEqualTo(
                "{\"functionCallingConfig\":{\"mode\":\"VALIDATED\",\"allowedFunctionNames\":"
                    + "[\"select_active_intent\",\"read_file\"]}}");
      } else {
        assertThat(body(server)).doesNotContain("write_file");
      }
      compare(spoken.name().toLowerCase(Locale.ROOT) + "-high.json", body(server));
    }
  }

  @ParameterizedTest
  @EnumSource
  void tuningIsSentWhereItIsSet(Spoken spoken) throws InterruptedException, IOException {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Hi."))) {
      Model model = spoken.tuned(server.url(), new RequestTuning(0.25, 1000L));
      model.reply(new Prompt("", List.of(), List.of(new Message.User("Hi"))), _ -> {});
      model.close();
      server.assertClean();
      assertThat(server.chats().getFirst().header(spoken.keyHeader().name()).isPresent())
          .isEqualTo(spoken == Spoken.COPILOT);
      compare(spoken.name().toLowerCase(Locale.ROOT) + "-tuned.json", body(server));
    }
  }

  private static String body(ScriptedModelServer server) {
    return server.chats().getFirst().body() + "\n";
  }

  private static void compare(String name, String actual) throws IOException {
    Path file = GOLDEN.resolve(name);
    if ("update".equals(System.getProperty("golden"))) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(file));
  }
}
