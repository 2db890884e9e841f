// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests that the proxy refuses, and where the first request of a connection ends.
class ProxyRefusalTest {
  private static final long SEED = 20_261_122L;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET http://HOST/ HTTP/1.1\nHost: x\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nA: b\nEvil: c\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nA: b\rEvil: c\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nA: b\r\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nA:\tb\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nA: b\tc\r\n\r\n",
        "GET\thttp://HOST/ HTTP/1.1\r\n\r\n",
        "GET http://HOST/\tHTTP/1.1\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nA: b\0\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nA: b\u000B\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nA: b\u007F\r\n\r\n",
        "GET http://HOST/\u0085x HTTP/1.1\r\n\r\n",
        "GET http://HOST/#x HTTP/1.1\r\n\r\n",
        "GET http://HOST/  HTTP/1.1\r\n\r\n",
        "GET http://HOST/ HTTP/1.1 \r\n\r\n",
        "GET http://HOST/ HTTP/1.12\r\n\r\n",
        "GET http://HOST/ HTTP/1.1x\r\n\r\n",
        "\r\nGET http://HOST/ HTTP/1.1\r\n\r\n",
        "connect HOST HTTP/1.1\r\n\r\n",
        "CONNECT HOST HTTP/1.1\nX: y\r\n\r\n",
        "CONNECT HOST HTTP/1.1\r\nX\r\n\r\n",
        "CONNECT HOST HTTP/1.1\r\nContent-Length: 4\r\n\r\n",
        "CONNECT HOST HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nA : b\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\n A: b\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\n: b\r\n\r\n",
        "GET http://HOST/ HTTP/1.1\r\nno colon\r\n\r\n",
        "POST http://HOST/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST http://HOST/ HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST http://HOST/ HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
        "POST http://HOST/ HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n",
        "POST http://HOST/ HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST http://HOST/ HTTP/1.1\r\nContent-Length:\r\n\r\n",
        "POST http://HOST/ HTTP/1.1\r\nContent-Length: 0x1\r\n\r\n",
        "POST http://HOST/ HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST http://HOST/ HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "POST http://HOST/ HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n",
        "POST http://HOST/ HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
      })
  void whatTwoReadersCouldUnderstandDifferentlyIsRefused(String request) throws Exception {
    try (Passage passage = Passage.open()) {
      assertThat(passage.answered(request.replace("HOST", passage.host())))
          .matches("HTTP/1\\.1 40[05] [ -~]*\r\n\r\n");
      assertThat(passage.proxy().connections()).isLessThan(2);
    }
  }

  @Test
  void anEndlessHeadIsRefused() throws Exception {
    try (Passage passage = Passage.open()) {
      assertThat(
              passage.answered(
                  "GET http://" + passage.host() + "/ HTTP/1.1\r\nA: " + "b".repeat(20_000)))
          .startsWith("HTTP/1.1 400");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET http://HOST/ HTTP/1.1\r\n\r\n|",
        "GET http://HOST/ HTTP/1.1\r\nContent-Length: 0\r\n\r\n|",
        "HEAD http://HOST/ HTTP/1.0\r\n\r\n|",
        "POST http://HOST/ HTTP/1.1\r\nContent-Length: 5\r\n\r\nab\r\nc|",
        "POST http://HOST/ HTTP/1.1\r\nContent-Length: 005\r\n\r\nab\r\nc|",
        "POST http://HOST/ HTTP/1.1\r\ncontent-length:5 \r\n\r\nab\r\nc|",
        "POST http://HOST/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n|",
        "POST http://HOST/ HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n"
            + "3\r\na\r\n\r\n00A\r\n0123456789\r\n0\r\n\r\n|",
      })
  void onlyTheFirstRequestGoesOn(String request) throws Exception {
    try (Passage passage = Passage.open();
        Socket client = passage.client()) {
      String own = request.replace("HOST", passage.host()).replace("|", "");
      String second = "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\nping";
      FutureTask<?> sent =
          Passage.start(
              () -> {
                Passage.send(client, own + second);
                Passage.send(client, "and later");
                client.shutdownOutput();
                return null;
              });
      try (Socket host = passage.server().accept()) {
        String arrived = Passage.text(Passage.rest(host));
        sent.get();
        Passage.send(host, "HTTP/1.1 200 OK\r\n\r\nfine");
        host.shutdownOutput();
        String body = own.substring(own.indexOf("\r\n\r\n") + 4);
        assertThat(arrived)
            .endsWith("\r\n\r\n" + body)
            .doesNotContain("evil")
            .doesNotContain("ping");
        assertThat(arrived.split("HTTP/1\\.", -1)).hasSize(2);
      }
      assertThat(Passage.text(Passage.rest(client))).isEqualTo("HTTP/1.1 200 OK\r\n\r\nfine");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3;x=y\r\nabc\r\n0\r\n\r\n",
        "3\nabc\r\n0\r\n\r\n",
        "3 \r\nabc\r\n0\r\n\r\n",
        " 3\r\nabc\r\n0\r\n\r\n",
        "\r\nabc\r\n0\r\n\r\n",
        "-1\r\n",
        "3\r\nabcd\r\n0\r\n\r\n",
        "3\r\nabc\n0\r\n\r\n",
        "0\r\nTrailer: x\r\n\r\n",
        "0\r\n\n",
        "0000000000000000\r\n\r\n",
        "ffffffffffffffffff\r\n",
      })
  void aMalformedChunkEndsBothSides(String body) throws Exception {
    try (Passage passage = Passage.open();
        Socket client = passage.client()) {
      Passage.send(
          client,
          "POST http://%s/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
              .formatted(passage.host()));
      try (Socket host = passage.server().accept()) {
        Passage.send(client, body);
        assertThat(Passage.text(Passage.rest(host))).endsWith("\r\n\r\n");
      }
      assertThat(Passage.rest(client)).isEmpty();
    }
  }

  /// The end of a body is found wherever the pieces of it are cut.
  @Test
  void theEndOfABodyIsFoundInAnyPieces() throws Exception {
    var factory = RandomGeneratorFactory.of("L64X128MixRandom");
    for (long seed = SEED; seed < SEED + 300; seed++) {
      RandomGenerator random = factory.create(seed);
      StringBuilder body = new StringBuilder();
      for (int i = random.nextInt(5); i > 0; i--) {
        String data = "\r\n0".repeat(random.nextInt(1, 20));
        body.append(Integer.toHexString(data.length())).append("\r\n").append(data).append("\r\n");
      }
      body.append("0\r\n\r\n");
      byte[] all = (body + "GET / HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
      BodyEnd end = new BodyEnd(new BodyEnd.BodyFraming.Chunked());
      int passed = 0;
      for (int at = 0; at < all.length; ) {
        int piece = Math.min(all.length - at, random.nextInt(1, 9));
        passed += end.pass(ByteBuffer.wrap(all, at, piece));
        at += piece;
      }
      assertThat(passed).as("seed " + seed).isEqualTo(body.length());
    }
  }
}
