// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.apple;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.Prompt;
import dev.writ.wire.Answering;
import dev.writ.wire.Answering.Answer;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AppleModelTest {
  private static final Prompt PROMPT = new Prompt("", List.of(), List.of(new Message.User("Hi")));

  private static AppleModel apple(List<String> addresses, String system) {
    return new AppleModel(
        new ModelId("apple", "default"),
        addresses,
        NetworkSettings.plain(InstantSource.system()),
        RequestTuning.NONE,
        system);
  }

  private static Answering bridge(String model) throws Exception {
    return new Answering(
        request ->
            request.asks("/v1/models")
                ? Answer.json("{\"data\":[{\"id\":\"" + model + "\"}]}")
                : Answer.events(
                    "{\"choices\":[{\"delta\":{\"content\":\"Hi.\"},\"finish_reason\":\"stop\"}]}",
                    "[DONE]"));
  }

  @Test
  void theBridgeIsFoundByItsModel() throws Exception {
    try (Answering ollama = bridge("qwen3:14b");
        Answering bridge = bridge("apple-foundationmodel")) {
      AppleModel apple = apple(List.of(ollama.url() + "/v1", bridge.url() + "/v1"), "Mac OS X");
      assertThat(apple.reply(PROMPT, _ -> {})).isInstanceOf(ModelReply.Complete.class);
      assertThat(ollama.requests()).hasSize(1);
      assertThat(bridge.requests().getLast().body()).contains("\"apple-foundationmodel\"");
      apple.close();
    }
  }

  @Test
  void withoutABridgeItExplainsHowToGetOne() throws Exception {
    try (Answering ollama = bridge("qwen3:14b")) {
      ModelReply reply = apple(List.of(ollama.url() + "/v1"), "Mac OS X").reply(PROMPT, _ -> {});
      assertThat(((ModelReply.Failed) reply).trouble().message())
          .contains("Apple Intelligence", "apfel", "llm.endpoint");
      assertThat(((ModelReply.Failed) reply).trouble().retryable()).isFalse();
    }
  }

  @Test
  void elsewhereNobodyIsAsked() throws Exception {
    try (Answering bridge = bridge("apple-foundationmodel")) {
      ModelReply reply = apple(List.of(bridge.url() + "/v1"), "Linux").reply(PROMPT, _ -> {});
      assertThat(((ModelReply.Failed) reply).trouble().message()).contains("macOS only", "Linux");
      assertThat(bridge.requests()).isEmpty();
    }
  }
}
