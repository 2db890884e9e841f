// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.apple;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.Prompt;
import dev.writ.wire.Answering;
import dev.writ.wire.Answering.Answer;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.SecretText;
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
        new SecretText("token-of-the-bridge"),
        RequestTuning.NONE,
        system);
  }

  private static ProviderError trouble(AppleModel apple) throws InterruptedException {
    return ((ModelReply.FailedReply) apple.reply(PROMPT, _ -> {})).trouble();
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
      assertThat(((ModelReply.FailedReply) reply).trouble().message())
          .contains("Apple Intelligence", "apfel", "llm.endpoint");
      assertThat(((ModelReply.FailedReply) reply).trouble().retryable()).isFalse();
    }
  }

  @Test
  void elsewhereNobodyIsAsked() throws Exception {
    try (Answering bridge = bridge("apple-foundationmodel")) {
      ModelReply reply = apple(List.of(bridge.url() + "/v1"), "Linux").reply(PROMPT, _ -> {});
      assertThat(((ModelReply.FailedReply) reply).trouble().message())
          .contains("macOS only", "Linux");
      assertThat(bridge.requests()).isEmpty();
    }
  }

  @Test
  void theKeyGoesToTheBridgeThatWasNamed() throws Exception {
    try (Answering bridge = bridge("apple-foundationmodel")) {
      AppleModel apple = apple(List.of(bridge.url() + "/v1"), "Mac OS X");
      assertThat(apple.reply(PROMPT, _ -> {})).isInstanceOf(ModelReply.Complete.class);
      apple.close();
      assertThat(bridge.requests())
          .hasSize(2)
          .allMatch(
              request -> request.head().contains("Authorization: Bearer token-of-the-bridge"));
    }
  }

  /// Whatever listens at a usual address may be anybody's.
  @Test
  void guessedAddressesGetNoKey() throws Exception {
    try (Answering ollama = bridge("qwen3:14b");
        Answering bridge = bridge("apple-foundationmodel")) {
      AppleModel apple = apple(List.of(ollama.url() + "/v1", bridge.url() + "/v1"), "Mac OS X");
      assertThat(apple.reply(PROMPT, _ -> {})).isInstanceOf(ModelReply.Complete.class);
      apple.close();
      assertThat(ollama.requests()).hasSize(1);
      assertThat(bridge.requests()).hasSize(2);
      assertThat(List.of(ollama.requests().getFirst(), bridge.requests().getLast()))
          .noneMatch(request -> request.head().contains("token-of-the-bridge"));
    }
  }

  @Test
  void aBridgeThatRefusesTheKeySaysWhatToDo() throws Exception {
    String body = "{\"error\":{\"message\":\"who are you\"}}";
    try (Answering bridge = new Answering(_ -> Answer.status("401 Unauthorized", body))) {
      ProviderError trouble = trouble(apple(List.of(bridge.url() + "/v1"), "Mac OS X"));
      assertThat(trouble.kind()).isEqualTo(ProviderError.ProviderErrorKind.UNAUTHORISED);
      assertThat(trouble.message())
          .isEqualTo(
              bridge.url()
                  + " answered 401: who are you; set llm.endpoint to the bridge's address"
                  + " and llm.api_key to its token");
    }
  }
}
