// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// HTTP/1.1 in plain text, straight to the server.
final class PlainCarrier implements RequestCarrier {
  private static final int MAX_KEPT_CONNECTIONS = 8;
  private static final int DEFAULT_PORT = 80;

  private final Duration connect;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<PlainConnection> kept = new ArrayDeque<>();
  private boolean closed;

  PlainCarrier(Duration connect) {
    this.connect = connect;
  }

  @Override
  public Incoming send(Outgoing request, byte[] body) throws IOException, InterruptedException {
    String authority = authority(request.address());
    PlainConnection connection = kept(authority);
    if (connection == null) {
      connection = new PlainConnection(open(request.address()), authority, this::keep);
    }
    boolean sent = false;
    try {
      connection.exchange(head(request, authority, body.length), body, request);
      sent = true;
      return connection;
    } finally {
      if (!sent) {
        connection.close();
      }
    }
  }

  private static String authority(URI address) {
    int port = address.getPort();
    return address.getHost() + (port < 0 || port == DEFAULT_PORT ? "" : ":" + port);
  }

  private static byte[] head(Outgoing request, String authority, int length) {
    URI address = request.address();
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    StringBuilder head = new StringBuilder(256);
    head.append(request.method()).append(' ');
    head.append(address.getRawPath().isEmpty() ? "/" : address.getRawPath()).append(query);
    head.append(" HTTP/1.1\r\nHost: ").append(authority);
    request
        .headers()
        .forEach((name, value) -> head.append("\r\n").append(name).append(": ").append(value));
    head.append("\r\nContent-Length: ").append(length).append("\r\n\r\n");
    return head.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private SocketChannel open(URI address) throws IOException {
    int port = address.getPort() < 0 ? DEFAULT_PORT : address.getPort();
    IOException first = null;
    for (InetAddress host : InetAddress.getAllByName(NetworkSettings.host(address))) {
      SocketChannel channel = SocketChannel.open();
      try {
        channel
            .socket()
            .connect(new InetSocketAddress(host, port), Math.toIntExact(connect.toMillis()));
        channel.socket().setTcpNoDelay(true);
        return channel;
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        channel.close();
        first = first == null ? e : first;
      }
    }
    throw new Unreachable(first);
  }

  /// No connection could be made.
  static final class Unreachable extends IOException {
    private static final long serialVersionUID = 1;

    Unreachable(@Nullable Throwable cause) {
      super(cause);
    }
  }

  private @Nullable PlainConnection kept(String authority) {
    lock.lock();
    try {
      for (PlainConnection connection : kept) {
        if (connection.authority().equals(authority)) {
          kept.remove(connection);
          if (connection.isUsable()) {
            return connection;
          }
          connection.close();
          return null;
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private boolean keep(PlainConnection connection) {
    lock.lock();
    try {
      if (closed || kept.size() >= MAX_KEPT_CONNECTIONS) {
        return false;
      }
      kept.addFirst(connection);
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      kept.forEach(PlainConnection::end);
      kept.clear();
    } finally {
      lock.unlock();
    }
  }
}
