// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The proxy's traffic, byte by byte, and the state of a connection afterwards.
class AllowlistProxyTest {
  private static final long SEED = 20_261_122L;

  private static byte[] bytes(RandomGenerator random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /// Sends in pieces of any size.
  private static Callable<Void> sending(Socket to, byte[] bytes, RandomGenerator random) {
    return () -> {
      OutputStream out = to.getOutputStream();
      for (int at = 0; at < bytes.length; ) {
        int most = random.nextBoolean() ? 16 : 200_000;
        int piece = Math.min(bytes.length - at, random.nextInt(1, most));
        out.write(bytes, at, piece);
        at += piece;
        pause(random);
      }
      to.shutdownOutput();
      return null;
    };
  }

  /// Reads in pieces of any size.
  private static Callable<byte[]> reading(Socket from, RandomGenerator random) {
    return () -> {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      InputStream in = from.getInputStream();
      byte[] piece = new byte[70_000];
      for (int n = 0; n >= 0; n = in.read(piece, 0, random.nextInt(1, piece.length))) {
        all.write(piece, 0, n);
        pause(random);
      }
      return all.toByteArray();
    };
  }

  private static void pause(RandomGenerator random) {
    for (int spins = random.nextInt(8) == 0 ? random.nextInt(200) : 0; spins > 0; spins--) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aTunnelIsTheIdentityInBothDirectionsWhateverThePace() throws Exception {
    var factory = RandomGeneratorFactory.of("L64X128MixRandom");
    try (Passage passage = Passage.open()) {
      for (long seed = SEED; seed < SEED + 12; seed++) {
        RandomGenerator random = factory.create(seed);
        byte[] there = bytes(random, random.nextInt(3_000_000));
        byte[] back = bytes(random, random.nextInt(3_000_000));
        try (Socket client = passage.tunnel();
            Socket host = passage.server().accept()) {
          FutureTask<?> up = Passage.start(sending(client, there, factory.create(seed + 1)));
          FutureTask<?> down = Passage.start(sending(host, back, factory.create(seed + 2)));
          FutureTask<byte[]> arrived = Passage.start(reading(host, factory.create(seed + 3)));
          FutureTask<byte[]> returned = Passage.start(reading(client, factory.create(seed + 4)));
          up.get();
          down.get();
          assertThat(arrived.get()).as("there, seed " + seed).isEqualTo(there);
          assertThat(returned.get()).as("back, seed " + seed).isEqualTo(back);
        }
      }
    }
  }

  /// Nothing is read until the sender can't send any more: then each buffer on the way is full.
  @Test
  @Tag("slow")
  void nothingIsLostOnTheWayToASlowReader() throws Exception {
    var factory = RandomGeneratorFactory.of("L64X128MixRandom");
    byte[] content = bytes(factory.create(SEED), 64 * 1024 * 1024);
    try (Passage passage = Passage.open();
        Socket client = passage.tunnel();
        Socket host = passage.server().accept()) {
      FutureTask<?> down = Passage.start(sending(host, content, factory.create(SEED + 1)));
      byte[] got = reading(client, factory.create(SEED + 2)).call();
      client.shutdownOutput();
      down.get();
      assertThat(got.length).isEqualTo(content.length);
      assertThat(got).isEqualTo(content);
    }
  }

  /// A host may answer before it has read the request, and close.
  @Test
  void anEarlyAnswerReachesAClientThatStillSends() throws Exception {
    try (Passage passage = Passage.open();
        Socket client = passage.client()) {
      String answer = "HTTP/1.1 413 Too large\r\n\r\n" + "x".repeat(10_000);
      FutureTask<?> up =
          Passage.start(
              () -> {
                Passage.send(
                    client,
                    "POST http://%s/ HTTP/1.1\r\nContent-Length: 8000000\r\n\r\n"
                        .formatted(passage.host()));
                client.getOutputStream().write(new byte[8_000_000]);
                client.shutdownOutput();
                return null;
              });
      try (Socket host = passage.server().accept()) {
        assertThat(host.getInputStream().readNBytes(1000)).hasSize(1000);
        Passage.send(host, answer);
      }
      up.get();
      assertThat(Passage.text(Passage.rest(client))).isEqualTo(answer);
    }
  }

  @Test
  void aClientThatIsGoneEndsItsHost() throws Exception {
    try (Passage passage = Passage.open()) {
      Socket client = passage.tunnel();
      try (Socket host = passage.server().accept()) {
        client.setSoLinger(true, 0);
        client.close();
        assertThat(Passage.rest(host)).isEmpty();
      }
      passage.awaitNone();
    }
  }

  @Test
  void whatHasEndedIsForgotten() throws Exception {
    try (Passage passage = Passage.open()) {
      for (int i = 0; i < 300; i++) { // more than are served at the same time
        try (Socket client = passage.tunnel();
            Socket host = passage.server().accept()) {
          Passage.send(client, "ping");
          client.shutdownOutput();
          host.getInputStream().transferTo(host.getOutputStream());
          host.shutdownOutput();
          assertThat(Passage.text(Passage.rest(client))).isEqualTo("ping");
        }
        passage.answered("GET http://no.example/ HTTP/1.1\r\n\r\n");
      }
      passage.awaitNone();
    }
  }

  @Test
  void aHostThatCantBeReachedIsForgottenToo() throws Exception {
    try (Passage passage = Passage.open()) {
      passage.server().close();
      for (int i = 0; i < 20; i++) {
        assertThat(passage.answered("CONNECT " + passage.host() + " HTTP/1.1\r\n\r\n"))
            .startsWith("HTTP/1.1 502");
      }
      passage.awaitNone();
    }
  }

  /// A client that disconnects before it is accepted does not block other clients.
  @Test
  void aClientThatIsGoneDoesNotEndTheProxy() throws Exception {
    try (Passage passage = Passage.open()) {
      for (int i = 0; i < 50; i++) {
        Socket client = passage.client();
        client.setSoLinger(true, 0);
        client.close(); // a reset
      }
      assertThat(passage.answered("GET / HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 405");
      passage.awaitNone();
    }
  }

  @Test
  void theEndOfTheProxyEndsAllConnections() throws Exception {
    try (Passage passage = Passage.open();
        Socket client = passage.tunnel();
        Socket host = passage.server().accept();
        Socket waiting = passage.client()) {
      Passage.send(waiting, "GET ");
      passage.proxy().close();
      assertThat(Passage.rest(client)).isEmpty();
      assertThat(Passage.rest(host)).isEmpty();
      assertThat(Passage.rest(waiting)).isEmpty();
      assertThat(passage.proxy().connections()).isZero();
    }
  }

  @Test
  void aPortThatWasForgottenIsNotServed() throws Exception {
    try (Passage passage = Passage.open();
        Socket client = new Socket()) {
      client.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      passage.proxy().expect(client.getLocalPort());
      passage.proxy().forget(client.getLocalPort());
      client.connect(
          new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), passage.proxy().port()));
      try {
        Passage.send(client, "GET / HTTP/1.1\r\n\r\n");
      } catch (IOException _) {
        // closed already
      }
      assertThat(Passage.rest(client)).isEmpty();
    }
  }

  /// The same port of another address of this machine belongs to another program.
  @Test
  void thePortOfAnotherAddressIsNotServed() throws Exception {
    try (Passage passage = Passage.open();
        Socket client = new Socket()) {
      client.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 0));
      passage.proxy().expect(client.getLocalPort());
      client.connect(
          new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), passage.proxy().port()));
      assertThat(Passage.rest(client)).isEmpty();
    }
  }
}
