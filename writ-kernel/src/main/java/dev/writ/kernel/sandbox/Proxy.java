// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// A proxy to the hosts of a list, for tunnels and for plain requests.
///
/// The name in the request is checked before it is looked up, and the connection goes to the very
/// address that was checked. Names that lead into the machine's own or a private network lead
/// nowhere, unless that address is itself on the list, too.
final class Proxy implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 256;
  private static final int MOST_HEAD = 16 * 1024;
  private static final int MOST_REFUSED = 20;
  private static final int CONNECT_MILLIS = 10_000;
  private static final int CHUNK = 64 * 1024;
  private static final String END = "\r\n\r\n";

  private final HostList hosts;
  private final ServerSocketChannel server;
  private final Set<Integer> expected = ConcurrentHashMap.newKeySet();
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();
  private final Semaphore room = new Semaphore(MOST_CONNECTIONS);
  private volatile Optional<Runnable> ending = Optional.empty();

  Proxy(HostList hosts) throws IOException {
    this.hosts = hosts;
    server =
        ServerSocketChannel.open()
            .bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
    Thread.ofVirtual().name("proxy").start(this::accept);
  }

  int port() throws IOException {
    return server.getLocalAddress() instanceof InetSocketAddress address ? address.getPort() : -1;
  }

  /// A connection from this port will be the sandbox's; nobody else on this machine is served.
  void expect(int port) {
    expected.add(port);
  }

  List<String> refused() {
    return refused.stream().sorted().toList();
  }

  /// Has somebody told each time that a host is refused, who then ends the command.
  void refusing(Runnable whom) {
    ending = Optional.of(whom);
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel client = server.accept();
        if (client.getRemoteAddress() instanceof InetSocketAddress from
            && expected.remove(from.getPort())
            && room.tryAcquire()) {
          open.add(client);
          Thread.ofVirtual().name("proxied").start(() -> serve(client));
        } else {
          client.close();
        }
      }
    } catch (IOException _) {
      // Closed: the command has ended.
    }
  }

  private void serve(SocketChannel client) {
    try (client) {
      Optional<ProxyRequest> request = ProxyRequest.parse(head(client));
      if (request.isEmpty()) {
        answer(client, "405 No request for a proxy");
        return;
      }
      Optional<HostList.Host> host = HostList.Host.parse(request.get().host());
      if (host.isEmpty()) {
        answer(client, "400 Not a host");
        return;
      }
      if (!hosts.allows(host.get())) {
        refuse(client, host.get());
        return;
      }
      List<InetAddress> addresses = addresses(host.get());
      Optional<InetAddress> address = allowed(host.get(), addresses);
      if (address.isPresent()) {
        InetSocketAddress target = new InetSocketAddress(address.get(), host.get().port());
        relay(client, target, request.get());
      } else if (addresses.isEmpty()) {
        answer(client, "502 No such host");
      } else {
        String literal = addresses.getFirst().getHostAddress();
        refuse(client, new HostList.Host(literal, host.get().port()));
      }
    } catch (IOException _) {
      // One side is gone, and so is the other then.
    } finally {
      open.remove(client);
      room.release();
    }
  }

  private void refuse(SocketChannel client, HostList.Host host) throws IOException {
    if (refused.size() < MOST_REFUSED) {
      refused.add(host.name() + ":" + host.port());
    }
    if (ending.isEmpty()) {
      answer(client, "403 Not on the list of hosts");
      return;
    }
    ending.get().run();
    // With an answer it could go on to its next step before its end has come.
    ByteBuffer ignored = ByteBuffer.allocate(CHUNK);
    while (client.read(ignored.clear()) >= 0) {}
  }

  private void relay(SocketChannel client, InetSocketAddress target, ProxyRequest request)
      throws IOException {
    try (SocketChannel there = SocketChannel.open()) {
      open.add(there);
      try {
        there.socket().connect(target, CONNECT_MILLIS);
      } catch (IOException e) {
        answer(client, "502 Can't be reached");
        throw e;
      }
      if (request.head().isEmpty()) {
        answer(client, "200 OK");
      } else {
        there.write(ByteBuffer.wrap(request.head().getBytes(StandardCharsets.ISO_8859_1)));
      }
      Thread back = Thread.ofVirtual().name("proxied").start(() -> copy(there, client));
      copy(client, there);
      back.join();
    } catch (InterruptedException _) {
      // Nobody interrupts it.
    }
  }

  private static void copy(SocketChannel from, SocketChannel to) {
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
    try {
      while (from.read(buffer.clear()) >= 0) {
        to.write(buffer.flip());
      }
      to.shutdownOutput();
    } catch (IOException _) {
      close(from);
      close(to);
    }
  }

  /// Reads up to the empty line, and no byte more: what follows is the other side's.
  private static String head(SocketChannel client) throws IOException {
    StringBuilder head = new StringBuilder();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (head.length() < MOST_HEAD) {
      if (client.read(one.clear()) < 0) {
        throw new IOException("ended within the request");
      }
      head.append((char) (one.get(0) & 0xFF));
      if (head.length() >= END.length()
          && head.substring(head.length() - END.length()).equals(END)) {
        return head.toString();
      }
    }
    throw new IOException("an endless request");
  }

  private static void answer(SocketChannel client, String status) throws IOException {
    client.write(ByteBuffer.wrap(("HTTP/1.1 " + status + END).getBytes(StandardCharsets.US_ASCII)));
  }

  /// Where a name leads; empty where it leads nowhere.
  private static List<InetAddress> addresses(HostList.Host host) {
    try {
      return List.of(InetAddress.getAllByName(host.name()));
    } catch (UnknownHostException _) {
      return List.of();
    }
  }

  /// The first address that a request may lead to.
  private Optional<InetAddress> allowed(HostList.Host host, List<InetAddress> addresses) {
    return addresses.stream()
        .filter(
            address ->
                isPublic(address)
                    || hosts.allows(new HostList.Host(address.getHostAddress(), host.port())))
        .findFirst();
  }

  /// Not this machine's, not a private network's, nor a provider's own services (RFC 6890).
  static boolean isPublic(InetAddress address) {
    byte[] b = address.getAddress();
    int first = b[0] & 0xFF;
    int second = b[1] & 0xFF;
    boolean special =
        b.length == 4
            ? first == 0
                || first >= 240
                || (first == 100 && (second & 0xC0) == 64)
                || (first == 192 && second == 0 && b[2] == 0)
                || (first == 198 && (second & 0xFE) == 18)
            : (first & 0xE0) != 0x20 // only global unicast
                || (first == 0x20 && second == 0x02) // 6to4 wraps any address
                || (first == 0x20 && second == 0x01 && b[2] == 0); // Teredo likewise
    return !special
        && !address.isAnyLocalAddress()
        && !address.isLoopbackAddress()
        && !address.isLinkLocalAddress()
        && !address.isSiteLocalAddress()
        && !address.isMulticastAddress();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException _) {
      // Closing is all that was wanted.
    }
    open.forEach(Proxy::close);
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException _) {
      // Closing is all that was wanted.
    }
  }
}
