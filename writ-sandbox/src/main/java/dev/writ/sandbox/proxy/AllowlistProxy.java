// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import dev.writ.base.value.HostList;
import dev.writ.sandbox.os.FullWrite;
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
import java.util.concurrent.locks.LockSupport;

/// A proxy to the hosts of a list, for tunnels and for plain requests.
///
/// The name in the request is checked before it is looked up, and the connection goes to the very
/// address that was checked. Names that lead into the machine's own or a private network lead
/// nowhere, unless that address is itself on the list, too.
final class AllowlistProxy implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 256;
  private static final int MOST_HEAD = 16 * 1024;
  private static final int MOST_REFUSED = 20;
  private static final int MOST_DROPPED = 1024 * 1024;
  private static final int CONNECT_MILLIS = 10_000;
  private static final long PAUSE_NANOS = 5_000_000;
  private static final int CHUNK = 64 * 1024;
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
  private static final String END = "\r\n\r\n";

  private final HostList hosts;
  private final ServerSocketChannel server;
  private final Set<Integer> expected = ConcurrentHashMap.newKeySet();
  private final ChannelSet open = new ChannelSet();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();
  private final Semaphore room = new Semaphore(MOST_CONNECTIONS);
  private volatile Optional<Runnable> ending = Optional.empty();

  AllowlistProxy(HostList hosts) throws IOException {
    this.hosts = hosts;
    server = ServerSocketChannel.open();
    try {
      server.bind(new InetSocketAddress(LOOPBACK, 0), MOST_CONNECTIONS);
    } catch (IOException e) {
      server.close();
      throw e;
    }
    // Looking up names can occupy all threads that carry virtual ones.
    Thread.ofPlatform().daemon().name("proxy").start(this::accept);
  }

  int port() throws IOException {
    return server.getLocalAddress() instanceof InetSocketAddress address ? address.getPort() : -1;
  }

  /// A connection from this port is the sandbox's; no other client on this machine is served.
  void expect(int port) {
    expected.add(port);
  }

  /// No connection from this port will come.
  void forget(int port) {
    expected.remove(port);
  }

  List<String> refused() {
    return refused.stream().sorted().toList();
  }

  /// The number of open connections, those of clients and those to hosts.
  int connections() {
    return open.size();
  }

  /// Registers a listener that is called for each refused host, and then ends the command.
  void refusing(Runnable whom) {
    ending = Optional.of(whom);
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        admit(server.accept());
      } catch (IOException _) {
        // The command has ended, this one client is gone already, or no descriptor is free.
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void admit(SocketChannel accepted) throws IOException {
    ChannelSet.MemberChannel client = open.add(accepted);
    boolean served = false;
    try {
      if (accepted.getRemoteAddress() instanceof InetSocketAddress from
          && from.getAddress().equals(LOOPBACK)
          && expected.remove(from.getPort())
          && room.tryAcquire()) {
        Thread.ofVirtual().name("proxied").start(() -> serve(client));
        served = true;
      }
    } finally {
      if (!served) {
        client.close();
      }
    }
  }

  private void serve(ChannelSet.MemberChannel member) {
    try (member) {
      SocketChannel client = member.channel();
      Optional<String> head = head(client);
      if (head.isEmpty()) {
        answer(client, "400 Not a request");
        return;
      }
      Optional<ProxyRequest> request = ProxyRequest.parse(head.get());
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
    // With an answer the command could continue to its next step before its end arrives.
    ByteBuffer ignored = ByteBuffer.allocate(CHUNK);
    while (client.read(ignored.clear()) >= 0) {}
  }

  private void relay(SocketChannel client, InetSocketAddress target, ProxyRequest request)
      throws IOException {
    try (ChannelSet.MemberChannel member = open.add(SocketChannel.open())) {
      SocketChannel there = member.channel();
      try {
        there.socket().connect(target, CONNECT_MILLIS);
      } catch (IOException _) {
        answer(client, "502 Cannot be reached");
        return;
      }
      if (request.head().isEmpty()) {
        send(client, status("200 OK"));
      } else {
        send(there, request.head());
      }
      Thread back = Thread.ofVirtual().name("proxied").start(() -> back(there, client));
      onward(client, there, new BodyEnd(request.framing()));
      back.join();
    } catch (InterruptedException _) {
      // No code interrupts it.
    }
  }

  /// Passes on what the client sends, as far as it belongs to its request. The rest is read and
  /// dropped: so is everything once the host takes no more, since its answer may still be on its
  /// way to the client, and closing would take it away.
  private static void onward(SocketChannel client, SocketChannel there, BodyEnd body) {
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
    boolean taken = true;
    try {
      while (client.read(buffer.clear()) >= 0) {
        buffer.flip();
        ByteBuffer own = buffer.slice(0, body.pass(buffer));
        taken = taken && takes(there, own);
      }
      if (taken) {
        there.shutdownOutput();
      }
    } catch (IOException _) {
      close(client);
      close(there);
    }
  }

  private static boolean takes(SocketChannel to, ByteBuffer bytes) {
    try {
      FullWrite.to(to, bytes);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /// Passes on what the host sends, up to its end, in whatever way it ends.
  private static void back(SocketChannel there, SocketChannel client) {
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
    try {
      while (reads(there, buffer.clear())) {
        FullWrite.to(client, buffer.flip());
      }
      client.shutdownOutput();
    } catch (IOException _) {
      close(client);
      close(there);
    }
  }

  private static boolean reads(SocketChannel from, ByteBuffer buffer) {
    try {
      return from.read(buffer) >= 0;
    } catch (IOException _) {
      return false;
    }
  }

  /// Reads up to the empty line, and no byte more: what follows is the other side's.
  ///
  /// @return the head; empty where it is too long or has a byte that no two readers understand
  ///     alike: a control character, CR and LF each without the other
  private static Optional<String> head(SocketChannel client) throws IOException {
    StringBuilder head = new StringBuilder();
    ByteBuffer one = ByteBuffer.allocate(1);
    char last = 0;
    while (head.length() < MOST_HEAD) {
      if (client.read(one.clear()) < 0) {
        throw new IOException("ended within the request");
      }
      char next = (char) (one.get(0) & 0xFF);
      boolean control = (next < ' ' && next != '\r' && next != '\n') || next == 0x7F;
      if (control || (last == '\r') != (next == '\n')) {
        return Optional.empty();
      }
      last = next;
      head.append(next);
      if (next == '\n'
          && END.contentEquals(head.subSequence(Math.max(0, head.length() - 4), head.length()))) {
        return Optional.of(head.toString());
      }
    }
    return Optional.empty();
  }

  /// Answers and closes. The client's further data is read and dropped: closing first would discard
  /// the answer (RFC 9112 §9.6).
  private static void answer(SocketChannel client, String status) throws IOException {
    send(client, status(status));
    client.shutdownOutput();
    ByteBuffer dropped = ByteBuffer.allocate(CHUNK);
    int total = 0;
    for (int n = 0; n >= 0 && total < MOST_DROPPED; n = client.read(dropped.clear())) {
      total += n;
    }
  }

  private static String status(String status) {
    return "HTTP/1.1 " + status + END;
  }

  private static void send(SocketChannel to, String text) throws IOException {
    FullWrite.to(to, ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  /// The address of a name; empty if it has none.
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
    open.close();
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException _) {
      // Closing is all that was wanted.
    }
  }
}
