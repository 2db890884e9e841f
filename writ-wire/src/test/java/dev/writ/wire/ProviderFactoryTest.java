// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.engine.model.Model;
import dev.writ.wire.adapter.RequestTuning;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProviderFactoryTest {
  private static Model open(String provider, String endpoint) throws ProviderException {
    return ProviderFactory.open(
        new ProviderSettings(
            provider, "m", endpoint, null, RequestTuning.NONE, Spoken.network(Spoken.LONG)));
  }

  @Test
  void knownOnesOpenAtTheirUsualAddress() throws ProviderException {
    for (String provider : ProviderFactory.known()) {
      if (ProviderFactory.endpoint(provider).isPresent() || provider.equals("copilot")) {
        Model model = open(provider, "");
        assertThat(model.id()).hasToString(provider + "/m");
        model.close();
      }
    }
    assertThat(ProviderFactory.endpoint("ollama")).hasValue("http://localhost:11434");
    assertThat(ProviderFactory.keyVariable("openai")).hasValue("OPENAI_API_KEY");
  }

  @Test
  void unknownOnesAreRefusedWithTheKnownNames() {
    assertThatThrownBy(() -> open("olama", ""))
        .isInstanceOf(ProviderException.class)
        .hasMessageContaining("ollama")
        .hasMessageContaining("openai");
  }

  @Test
  void badAddressesAreRefused() {
    for (String endpoint : List.of("http://", "http://a b", "https://a?x=1", "http://:80")) {
      assertThatThrownBy(() -> open("ollama", endpoint)).isInstanceOf(ProviderException.class);
    }
    assertThatThrownBy(() -> open("openai-compatible", ""))
        .isInstanceOf(ProviderException.class)
        .hasMessageContaining("llm.endpoint");
    assertThatThrownBy(() -> open("replay", "")).hasMessageContaining("--script");
  }

  @Test
  void aPersonsFileAddsAndReplaces() throws ProviderException {
    ProviderPresets presets =
        ProviderPresets.shipped()
            .extendedBy(
                "providers.json",
                "{\"providers\":[{\"name\":\"acme\",\"endpoint\":\"https://acme.example/v1\","
                    + "\"key\":\"ACME_KEY\",\"wire\":\"anthropic\"},"
                    + "{\"name\":\"vllm\",\"endpoint\":\"http://localhost:9/v1\"}]}");
    assertThat(presets.known()).contains("acme", "ollama").doesNotHaveDuplicates();
    assertThat(presets.keyVariable("acme")).hasValue("ACME_KEY");
    assertThat(presets.endpoint("vllm")).hasValue("http://localhost:9/v1");
    assertThat(ProviderFactory.endpoint("vllm")).hasValue("http://localhost:8000/v1");
    ProviderSettings settings =
        new ProviderSettings("acme", "m", null, Spoken.network(Spoken.LONG));
    Model model = ProviderFactory.open(settings, presets);
    assertThat(model.id()).hasToString("acme/m");
    assertThat(model.isAuthenticated()).isFalse();
    model.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{|line 1",
        "{}|providers",
        "{\"providers\":[7]}|row 1 is not an object",
        "{\"providers\":[{\"name\":\"a\"},{\"name\":\"A b\"}]}|row 2: “name”",
        "{\"providers\":[{\"endpoint\":\"https://a\"}]}|row 1: “name”",
        "{\"providers\":[{\"name\":\"a\",\"endpoint\":\"a:80\"}]}|row 1: “endpoint”",
        "{\"providers\":[{\"name\":\"a\",\"endpoint\":\"http://b c\"}]}|“endpoint” of a: 'http://b c'"
            + " is not the address of a server",
        "{\"providers\":[{\"name\":\"a\",\"key\":\"sk-secret\"}]}|row 1: “key”",
        "{\"providers\":[{\"name\":\"a\",\"wire\":\"smoke\"}]}|row 1: “wire”",
        "{\"providers\":[{\"name\":\"a\",\"model\":\"m\"}]}|row 1: unknown field “model”",
        "{\"providers\":[{\"name\":\"a\",\"key\":7}]}|row 1: “key” is not a text",
        "{\"providers\":[{\"name\":\"a\",\"wire\":\"plug-in\"}]}|row 1: “command” begins with the"
            + " absolute path of a program",
        "{\"providers\":[{\"name\":\"a\",\"wire\":\"plug-in\",\"command\":[\"run\"]}]}|row 1:"
            + " “command” begins with the absolute path of a program",
        "{\"providers\":[{\"name\":\"a\",\"wire\":\"plug-in\",\"command\":\"/bin/run\"}]}|row 1:"
            + " “command” is not a list of texts",
        "{\"providers\":[{\"name\":\"a\",\"wire\":\"plug-in\",\"command\":[\"/r\"],"
            + "\"environment\":[\"A=b\"]}]}|row 1: “environment” has names of variables",
        "{\"providers\":[{\"name\":\"a\",\"command\":[\"/bin/run\"]}]}|row 1: “command” and"
            + " “environment” are for the wire “plug-in” only"
      })
  void aWrongRowIsNamed(String text, String place) {
    assertThatThrownBy(() -> ProviderPresets.shipped().extendedBy("my.json", text))
        .isInstanceOf(ProviderException.class)
        .hasMessageContaining("my.json")
        .hasMessageContaining(place);
  }
}
