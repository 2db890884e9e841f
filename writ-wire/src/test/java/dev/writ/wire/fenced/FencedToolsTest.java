// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire.fenced;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.wire.adapter.CallIds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FencedToolsTest {
  private static final Prompt PROMPT =
      new Prompt(
          "You are Writ.",
          List.of(new ToolDefinition("read_file", "Reads a file.", Json.Obj.EMPTY)),
          List.of(
              new Message.User("Look."),
              new Message.Assistant(
                  "I do.",
                  List.of(ReasoningBlock.plain("p", "Hm.")),
                  List.of(new ToolCall("call_1", "read_file", "{\"path\":\"a\"}"))),
              new Message.CallResult("call_1", "read_file", "text", true),
              new Message.User("And?")));

  /// A model that takes no tools and says a text in pieces.
  private static final class Plain implements FencedTools.Asker {
    private final List<Prompt> prompts = new ArrayList<>();
    private final String refusal;
    private final String text;
    private final int piece;
    private final FinishReason finish;

    Plain(String refusal, String text, int piece, FinishReason finish) {
      this.refusal = refusal;
      this.text = text;
      this.piece = piece;
      this.finish = finish;
    }

    @Override
    public ModelReply ask(Prompt prompt, ReplyListener listener) {
      prompts.add(prompt);
      if (!prompt.tools().isEmpty()) {
        return new ModelReply.FailedReply(new ProviderError(ProviderErrorKind.REJECTED, refusal));
      }
      for (int from = 0; from < text.length(); from += piece) {
        listener.delta(
            new AnswerDelta.TextDelta(text.substring(from, Math.min(text.length(), from + piece))));
      }
      return new ModelReply.Complete(
          new Message.Assistant(text, List.of(), List.of()), TokenUsage.NONE, finish);
    }
  }

  private static ModelReply.Complete say(
      String text, int piece, FinishReason finish, StringBuilder shown)
      throws InterruptedException {
    Plain plain = new Plain("m does not support tools", text, piece, finish);
    ModelReply reply =
        new FencedTools()
            .reply(
                PROMPT,
                delta -> {
                  if (delta instanceof AnswerDelta.TextDelta(String said)) {
                    shown.append(said);
                  }
                },
                new CallIds(),
                plain);
    assertThat(plain.prompts).hasSize(2);
    return (ModelReply.Complete) reply;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 13, 1000})
  void callsAreReadAndNotShown(int piece) throws InterruptedException {
    String text =
        """
        I look.
        ```java
        int a;
        ```
        foo ```tool_call
        ```tool_call
        {"tool": "read_file",
         "arguments": {"path": "a"}}
        ```
        ```tool_call
        {"tool":"read_file"}
        ```\
        """;
    StringBuilder shown = new StringBuilder();
    ModelReply.Complete reply = say(text, piece, FinishReason.STOP, shown);
    String visible = "I look.\n```java\nint a;\n```\nfoo ```tool_call";
    assertThat(shown.toString().stripTrailing()).isEqualTo(visible);
    assertThat(reply.message().text()).isEqualTo(visible);
    assertThat(reply.finish()).isEqualTo(FinishReason.CALLS);
    assertThat(reply.message().calls())
        .extracting(ToolCall::arguments)
        .containsExactly("{\"path\":\"a\"}", "{}");
    assertThat(reply.message().calls()).extracting(ToolCall::id).doesNotContain("call_1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```tool_call\n{\"tool\": \"read_file\", \"argum",
        "```tool_call\nread_file a\n```"
      })
  void whatIsNotTheFormIsACallThatFails(String text) throws InterruptedException {
    ModelReply.Complete reply = say(text, 5, FinishReason.STOP, new StringBuilder());
    assertThat(reply.message().calls())
        .singleElement()
        .extracting(ToolCall::tool)
        .isEqualTo("tool_call");
    ModelReply.Complete cut = say(text, 5, FinishReason.LENGTH, new StringBuilder());
    assertThat(cut.finish()).isEqualTo(FinishReason.LENGTH);
  }

  @Test
  void anAnswerWithoutTheFormIsAnAnswer() throws InterruptedException {
    String text = "It says ```text``` and {\"tool\": \"read_file\"}.";
    ModelReply.Complete reply = say(text, 3, FinishReason.STOP, new StringBuilder());
    assertThat(reply.finish()).isEqualTo(FinishReason.STOP);
    assertThat(reply.message().text()).isEqualTo(text);
  }

  @Test
  void theConversationIsTextAndTheRefusalIsRemembered() throws InterruptedException {
    Plain plain = new Plain("400: tools param requires --jinja flag", "Hi.", 9, FinishReason.STOP);
    FencedTools tools = new FencedTools();
    tools.reply(PROMPT, _ -> {}, new CallIds(), plain);
    tools.reply(PROMPT, _ -> {}, new CallIds(), plain);
    assertThat(plain.prompts).hasSize(3);
    Prompt sent = plain.prompts.getLast();
    assertThat(sent.tools()).isEmpty();
    assertThat(sent.system()).startsWith("You are Writ.").contains("## read_file", "```tool_call");
    assertThat(sent.messages()).hasSize(3);
    assertThat(((Message.Assistant) sent.messages().get(1)).text())
        .isEqualTo(
            "I do.\n```tool_call\n{\"tool\":\"read_file\",\"arguments\":{\"path\":\"a\"}}\n```");
    assertThat(((Message.User) sent.messages().getLast()).text())
        .isEqualTo("[Result of read_file (call_1)]\ntext\nAnd?");
  }

  @Test
  void otherRefusalsStand() throws InterruptedException {
    Plain plain = new Plain("no such model", "Hi.", 9, FinishReason.STOP);
    ModelReply reply = new FencedTools().reply(PROMPT, _ -> {}, new CallIds(), plain);
    assertThat(reply).isInstanceOf(ModelReply.FailedReply.class);
    assertThat(plain.prompts).hasSize(1);
  }
}
