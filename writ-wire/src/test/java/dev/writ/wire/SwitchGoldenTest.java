// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.AllowedTools;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.kernel.call.ToolCall;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One conversation in which every provider answered once, sent to each of them.
final class SwitchGoldenTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
  private static final PersonImage SHOT =
      new PersonImage(
          "image/png",
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
              + "rkJggg==");

  private static ToolCall read(String id, String path) {
    return new ToolCall(id, "read_file", "{\"path\":\"" + path + "\"}");
  }

  private static Message said(String text, List<ReasoningBlock> reasoning, ToolCall... calls) {
    return new Message.Assistant(text, reasoning, List.of(calls));
  }

  private static Message answer(String id, String text, boolean success) {
    return new Message.CallResult(id, "read_file", text, success);
  }

  private static Prompt conversation(ReasoningEffort effort) {
    List<Message> messages =
        List.of(
            new Message.User("What is on this picture?", List.of(SHOT)),
            said(
                "I look at both files.",
                List.of(
                    new ReasoningBlock("anthropic", "thinking", "Two files.", "c2lnbmVk", 0, 0),
                    new ReasoningBlock("anthropic", "redacted_thinking", "", "b3BhcXVl", 0, 0),
                    new ReasoningBlock("anthropic", "thinking", "", "bGF0ZXI=", 21, 1)),
                read("toolu_01", "a.txt"),
                read("toolu_02", "b.txt")),
            answer("toolu_01", "hello\n", true),
            answer("toolu_02", "FILE_NOT_FOUND: b.txt", false),
            new Message.User("[A note.]\n\nGo on with the other one."),
            said(
                "",
                List.of(
                    new ReasoningBlock(
                        "openai-responses",
                        "reasoning",
                        "Then c.",
                        "{\"id\":\"rs_1\",\"encrypted_content\":\"gAAAAAB\"}",
                        0,
                        0)),
                read("call:A/1", "c.txt")),
            answer("call:A/1", "", true),
            said(
                "And d.",
                List.of(
                    new ReasoningBlock("gemini", "", "Hm.", "", 0, 0),
                    new ReasoningBlock("gemini", "text", "", "dGV4dA==", 6, 0),
                    new ReasoningBlock("gemini", "call", "", "Y2FsbA==", 6, 0)),
                read("fc-9", "d.txt"),
                read("fc-10", "e.txt")),
            answer("fc-9", "d\n", true),
            answer("fc-10", "e\n", true),
            said("Done.", List.of(ReasoningBlock.plain("ollama", "That was all."))),
            new Message.User("Thanks. Once more?"),
            said(
                "", List.of(ReasoningBlock.plain("ollama", "Once more.")), read("call_5", "a.txt")),
            answer("call_5", "hello\n", true));
    return new Prompt(
        Spoken.prompt().system(),
        Spoken.prompt().tools(),
        messages,
        new AllowedTools.AllTools(),
        effort);
  }

  @ParameterizedTest
  @EnumSource
  void theConversationIsValidForEveryWire(Spoken spoken) throws InterruptedException, IOException {
    try (ScriptedModelServer server =
        ScriptedModelServer.start(new PlainAnswer("Hi."), new PlainAnswer("Hi."))) {
      Model model = spoken.open(server);
      assertThat(model.reply(conversation(ReasoningEffort.DEFAULT), _ -> {}))
          .isInstanceOf(ModelReply.Complete.class);
      assertThat(model.reply(conversation(ReasoningEffort.HIGH), _ -> {}))
          .isInstanceOf(ModelReply.Complete.class);
      model.close();
      server.assertClean();
      String body = server.chats().getFirst().body();
      foreign(spoken).forEach(secret -> assertThat(body).doesNotContain(secret));
      compare("switch-" + spoken.name().toLowerCase(Locale.ROOT) + ".json", body + "\n");
    }
  }

  /// An answer that says nothing any more leaves two messages of the person side by side.
  @ParameterizedTest
  @EnumSource
  void answersThatSayNothingAreLeftOut(Spoken spoken) throws InterruptedException {
    List<Message> messages =
        List.of(
            new Message.User("One."),
            said(" ", List.of(ReasoningBlock.plain(spoken.provider(), "Hm."))),
            new Message.User("Two."));
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Hi."))) {
      Model model = spoken.open(server);
      model.reply(new Prompt("", List.of(), messages), _ -> {});
      model.close();
      server.assertClean();
      assertThat(server.chats().getFirst().body()).contains("One.", "Two.");
    }
  }

  /// The signatures of the other wires.
  private static Set<String> foreign(Spoken spoken) {
    List<String> all =
        new ArrayList<>(
            List.of("c2lnbmVk", "b3BhcXVl", "bGF0ZXI=", "gAAAAAB", "dGV4dA==", "Y2FsbA=="));
    switch (spoken) {
      case ANTHROPIC -> all.removeAll(List.of("c2lnbmVk", "b3BhcXVl", "bGF0ZXI="));
      case RESPONSES -> all.remove("gAAAAAB");
      case GEMINI -> all.removeAll(List.of("dGV4dA==", "Y2FsbA=="));
      case OPENAI, OLLAMA, COPILOT, APPLE -> {}
    }
    return Set.copyOf(all);
  }

  private static void compare(String name, String actual) throws IOException {
    Path file = GOLDEN.resolve(name);
    if ("update".equals(System.getProperty("golden"))) {
      Files.writeString(file, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(file));
  }
}
