// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.HostList;
import dev.writ.testkit.StatePoll;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/// For tests: a server with one connection at a time, and the proxy that leads to it alone.
record Passage(ServerSocket server, AllowlistProxy proxy) implements AutoCloseable {
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  static Passage open() throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReceiveBufferSize(4096);
    server.bind(new InetSocketAddress(LOOPBACK, 0));
    return new Passage(
        server, new AllowlistProxy(new HostList(List.of("127.0.0.1:" + server.getLocalPort()))));
  }

  String host() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  Socket client() throws IOException {
    Socket client = new Socket();
    client.setReceiveBufferSize(4096);
    client.bind(new InetSocketAddress(LOOPBACK, 0));
    proxy.expect(client.getLocalPort());
    client.connect(new InetSocketAddress(LOOPBACK, proxy.port()));
    return client;
  }

  /// A client with a tunnel to the server.
  Socket tunnel() throws IOException {
    Socket client = client();
    send(client, "CONNECT " + host() + " HTTP/1.1\r\n\r\n");
    String answer = "HTTP/1.1 200 OK\r\n\r\n";
    assertThat(text(client.getInputStream().readNBytes(answer.length()))).isEqualTo(answer);
    return client;
  }

  /// The answer to a client.
  String answered(String request) throws IOException {
    try (Socket client = client()) {
      send(client, request);
      client.shutdownOutput();
      return text(rest(client));
    }
  }

  @Override
  public void close() throws IOException {
    proxy.close();
    server.close();
  }

  void awaitNone() {
    while (proxy.connections() > 0) { // the test's time limit is the limit
      StatePoll.pause();
    }
    assertThat(proxy.connections()).isZero();
  }

  static void send(Socket to, String text) throws IOException {
    to.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /// The data up to the end, of any kind.
  static byte[] rest(Socket from) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      from.getInputStream().transferTo(all);
    } catch (IOException _) {
      // closed hard
    }
    return all.toByteArray();
  }

  static <T> FutureTask<T> start(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }
}
