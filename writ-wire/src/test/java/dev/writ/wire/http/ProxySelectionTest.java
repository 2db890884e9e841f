// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ProxySelectionTest {
  private static NetworkSettings network(Map<String, String> environment) {
    return new NetworkSettings(
        environment,
        List.of(),
        Set.of(),
        NetworkSettings.DEFAULT_CONNECT,
        NetworkSettings.DEFAULT_IDLE,
        InstantSource.system());
  }

  private static String proxy(String address, Map<String, String> environment) {
    return ProxySelection.forAddress(network(environment), URI.create(address))
        .map(URI::toString)
        .orElse("none");
  }

  @Test
  void theUsualVariables() {
    Map<String, String> both =
        Map.of("https_proxy", "http://p:1", "HTTP_PROXY", "q:2", "HTTPS_PROXY", "http://never:3");
    assertThat(proxy("https://a.example", both)).isEqualTo("http://p:1");
    assertThat(proxy("http://a.example", both)).isEqualTo("http://q:2");
    assertThat(proxy("https://a.example", Map.of("ALL_PROXY", "r:3"))).isEqualTo("http://r:3");
    assertThat(proxy("https://a.example", Map.of("https_proxy", " "))).isEqualTo("none");
  }

  @Test
  void loopbackAndExceptionsGoStraight() {
    for (String address : List.of("http://localhost:1", "http://127.1.2.3", "http://[::1]:80")) {
      assertThat(proxy(address, Map.of("http_proxy", "q:2"))).isEqualTo("none");
    }
    Map<String, String> excepted =
        Map.of("https_proxy", "p:1", "no_proxy", "b.example, .c.example,*.d.example,e.example:443");
    assertThat(proxy("https://b.example", excepted)).isEqualTo("none");
    assertThat(proxy("https://x.b.example", excepted)).isEqualTo("none");
    assertThat(proxy("https://x.c.example", excepted)).isEqualTo("none");
    assertThat(proxy("https://x.d.example", excepted)).isEqualTo("none");
    assertThat(proxy("https://e.example", excepted)).isEqualTo("none");
    assertThat(proxy("https://ab.example", excepted)).isEqualTo("http://p:1");
    assertThat(proxy("https://x.y", Map.of("https_proxy", "p:1", "NO_PROXY", "*")))
        .isEqualTo("none");
  }

  /// The request then fails with a name that says what is wrong.
  @Test
  void whatIsNoAddressIsNeverAskedForOne() {
    for (String wrong : List.of("http://p:65536", "p:99999", "http://a b:1")) {
      assertThat(proxy("https://a.example", Map.of("https_proxy", wrong)))
          .isEqualTo("http://proxy-variable-is-no-address.invalid");
    }
  }

  @Test
  void credentialsOfTheProxyAreAHeader() {
    NetworkSettings network = network(Map.of("https_proxy", "http://me:a%40b@p:1"));
    assertThat(ProxySelection.credentials(network, URI.create("https://a.example")))
        .hasValue("Basic bWU6YUBi");
    assertThat(ProxySelection.credentials(network, URI.create("https://127.0.0.1"))).isEmpty();
  }
}
