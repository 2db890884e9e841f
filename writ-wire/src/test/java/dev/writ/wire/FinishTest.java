// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.TokenUsage;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A reply ends in one way, however many its server names.
final class FinishTest {
  private static final String CALL =
      "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":"
          + "{\"name\":\"read_file\",\"arguments\":\"{}\"}}]}}]}";

  /// The reply to a stream of these chunks.
  private static ModelReply reply(String... chunks) throws IOException, InterruptedException {
    String[] events = Arrays.copyOf(chunks, chunks.length + 1);
    events[chunks.length] = "[DONE]";
    return CannedServer.reply(Spoken.OPENAI, events);
  }

  private static String finish(String reason) {
    return "{\"choices\":[{\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}";
  }

  @ParameterizedTest
  @CsvSource({
    "stop, stop, CALLS",
    "tool_calls, stop, CALLS",
    "content_filter, stop, REFUSED",
    "content_filter, tool_calls, REFUSED",
    "stop, content_filter, REFUSED",
    "length, tool_calls, LENGTH",
    "stop, length, LENGTH",
    "length, content_filter, REFUSED",
    "content_filter, length, REFUSED",
    "SAFETY, stop, REFUSED",
    "MAX_TOKENS, stop, LENGTH",
    "model_length, stop, LENGTH",
  })
  void theGravestReasonCounts(String first, String second, FinishReason finish) throws Exception {
    for (ModelReply reply :
        new ModelReply[] {
          reply(CALL, finish(first), finish(second)), reply(finish(first), CALL, finish(second))
        }) {
      assertThat(reply)
          .isInstanceOfSatisfying(
              ModelReply.Complete.class,
              complete -> assertThat(complete.finish()).isEqualTo(finish));
    }
  }

  @Test
  void anEventMayHaveItsDataInSeveralLines() throws Exception {
    ModelReply reply =
        reply("{\"choices\":[{\"delta\":\ndata:{\"content\":\ndata: \"Hi.\"}}]}", finish("stop"));
    assertThat(((ModelReply.Complete) reply).message().text()).isEqualTo("Hi.");
  }

  /// Tokens written to the cache have a separate price.
  @Test
  void usageSaysWhatWasReadFromTheCacheAndWrittenToIt() throws Exception {
    ModelReply reply =
        reply(
            CALL,
            finish("tool_calls"),
            "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":8,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":5,\"cache_write_tokens\":2}}}");
    assertThat(((ModelReply.Complete) reply).usage()).isEqualTo(new TokenUsage(9, 8, 5, 2, 0));
  }

  @ParameterizedTest
  @CsvSource({"error", "network_error", "insufficient_system_resource"})
  void anErrorIsNoEnd(String reason) throws Exception {
    for (ModelReply reply :
        new ModelReply[] {
          reply(CALL, finish(reason)),
          reply(CALL, finish(reason), finish("stop")),
          reply(CALL, finish("stop"), finish(reason))
        }) {
      assertThat(reply)
          .isInstanceOfSatisfying(
              ModelReply.FailedReply.class,
              failed -> assertThat(failed.trouble().message()).contains(reason));
    }
  }
}
