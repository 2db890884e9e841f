// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.ToolCall;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// No provider makes a limit count nothing.
class CountedUsageTest {
  private static final Prompt PROMPT =
      new Prompt("Be brief.", List.of(), List.of(new Message.User("Tell me of the sea.")));

  private static CountedUsage of(TokenUsage told, String text, ToolCall... calls) {
    return CountedUsage.of(
        PROMPT,
        new ModelReply.Complete(
            new Message.Assistant(text, List.of(), List.of(calls)),
            told,
            ModelReply.FinishReason.STOP));
  }

  @ParameterizedTest
  @CsvSource({
    "100, 20, 30, 100, 20, 30, false",
    "0, 20, 30, 12, 20, 0, true",
    "100, 0, 30, 100, 6, 30, true",
    "0, 0, 0, 12, 6, 0, true",
    "-5, -5, -5, 12, 6, 0, true",
  })
  void whatIsNotToldIsEstimated(
      long input, long output, long cached, long in, long out, long read, boolean estimated) {
    CountedUsage counted = of(new TokenUsage(input, output, cached, 0, 0), "It is wet");
    long tolerance = estimated ? 4 : 0;
    assertThat(counted.isEstimated()).isEqualTo(estimated);
    assertThat(counted.usage().input()).isBetween(in - tolerance, in + tolerance);
    assertThat(counted.usage().output()).isBetween(out - tolerance, out + tolerance);
    assertThat(counted.usage().cachedRead()).isEqualTo(read);
  }

  @Test
  void callsAndReasoningAreEstimatedToo() {
    long text = of(TokenUsage.NONE, "").usage().output();
    ToolCall call = new ToolCall("1", "read_file", "{\"path\":\"some/where.txt\"}");
    assertThat(of(TokenUsage.NONE, "", call).usage().output()).isGreaterThan(text + 5);
    ReasoningBlock thought =
        new ReasoningBlock("p", "", "What could the sea be like today", "", 0, 0);
    CountedUsage reasoned =
        CountedUsage.of(
            PROMPT,
            new ModelReply.Complete(
                new Message.Assistant("", List.of(thought), List.of()),
                TokenUsage.NONE,
                ModelReply.FinishReason.STOP));
    assertThat(reasoned.usage().output()).isGreaterThan(text + 5);
  }

  @Test
  void noSumIsLessThanItsParts() {
    RequestCost dear = RequestCost.NONE.plus(OptionalLong.of(Long.MAX_VALUE));
    assertThat(dear.plus(OptionalLong.of(5)).microUsd()).isEqualTo(Long.MAX_VALUE);
    TokenUsage many = new TokenUsage(Long.MAX_VALUE, Long.MAX_VALUE, 0, 0, 0);
    assertThat(many.total()).isEqualTo(Long.MAX_VALUE);
    assertThat(many.plus(many).input()).isEqualTo(Long.MAX_VALUE);
  }
}
