// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.engine.model.Model;
import dev.writ.wire.adapter.Tuning;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProvidersTest {
  private static Model open(String provider, String endpoint) throws ProviderException {
    return Providers.open(
        new ProviderSettings(
            provider, "m", endpoint, null, Tuning.NONE, Spoken.network(Spoken.LONG)));
  }

  @Test
  void knownOnesOpenAtTheirUsualAddress() throws ProviderException {
    for (String provider : Providers.known()) {
      if (Providers.endpoint(provider).isPresent()) {
        Model model = open(provider, "");
        assertThat(model.id()).hasToString(provider + "/m");
        model.close();
      }
    }
    assertThat(Providers.endpoint("ollama")).hasValue("http://localhost:11434");
    assertThat(Providers.keyVariable("openai")).hasValue("OPENAI_API_KEY");
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
}
