// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class UploadTest {
  private static final int MORE_THAN_SOCKETS_BUFFER = 32 * 1024 * 1024;

  @Test
  void aServerThatDoesNotReadIsGivenUp() throws IOException {
    NetworkSettings network =
        NetworkSettings.plain(InstantSource.system()).withIdle(Duration.ofMillis(150));
    String body = "\"" + "a".repeat(MORE_THAN_SOCKETS_BUFFER) + "\"";
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpTransport transport = new HttpTransport(network, null)) {
      URI address = URI.create("http://127.0.0.1:" + deaf.getLocalPort() + "/");
      WireException failure =
          catchThrowableOfType(
              WireException.class,
              () -> transport.post(address, body, "application/json", () -> {}));
      assertThat(failure.trouble().kind()).isEqualTo(ProviderErrorKind.TIMEOUT);
    }
  }
}
