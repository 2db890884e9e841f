// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A character that a server splits over two events arrives whole.
class SplitPairsTest {
  private final List<String> shown = new ArrayList<>();
  private final AnswerDraft draft = new AnswerDraft("p", new AnswerMask(null), this::show);

  private void show(AnswerDelta delta) {
    switch (delta) {
      case AnswerDelta.TextDelta(String text) -> shown.add(text);
      case AnswerDelta.Reasoning(String text) -> shown.add(text);
      default -> {}
    }
  }

  private static String piece(String written) throws Exception {
    return SplitPairs.readObject("{\"t\":\"" + written + "\"}").text("t").orElseThrow();
  }

  private ModelReply.Complete complete(List<ToolCall> calls) {
    return (ModelReply.Complete)
        draft.complete(calls, TokenUsage.NONE, ModelReply.FinishReason.STOP);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a\\ud83d | \\ude00b | a😀b",
        "\\uD83D | \\uDE00 | 😀",
        "a\\ud83d\\ude00 | b | a😀b",
        "a\\ud83d | b | a\uFFFDb",
        "a | \\ude00b | a\uFFFDb",
        "a\\ude00 | \\ud83d | a\uFFFD\uFFFD",
        "a\\\\ud83d | \\\\ude00 | a\\ud83d\\ude00",
        "\\ud83d\\ud83d | \\ude00 | \uFFFD😀",
      })
  void piecesAreJoined(String first, String second, String whole) throws Exception {
    draft.text(piece(first));
    draft.text(piece(second));
    ModelReply.Complete reply = complete(List.of());

    assertThat(reply.message().text()).isEqualTo(whole);
    assertThat(String.join("", shown)).isEqualTo(whole);
    assertThat(shown).allMatch(StandardCharsets.UTF_8.newEncoder()::canEncode);
  }

  @Test
  void reasoningAndArgumentsAreJoinedToo() throws Exception {
    draft.reasoning(piece("\\ud83d"));
    draft.reasoning(piece("\\ude00"));
    String arguments = "{\"x\":\"" + piece("\\ud83d") + piece("\\ude00") + piece("\\ud83d") + "\"}";
    ModelReply.Complete reply = complete(List.of(new ToolCall("1", "t", arguments)));

    assertThat(shown).containsExactly("😀");
    assertThat(reply.message().calls().getFirst().arguments()).isEqualTo("{\"x\":\"😀\uFFFD\"}");
  }
}
