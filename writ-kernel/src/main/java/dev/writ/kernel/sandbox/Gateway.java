// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.writ.kernel.sandbox.Confinement.Network;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The way out of a sandbox with an allowlist, if it has one.
///
/// Programs are told of a proxy at [#ADDRESS], where nothing listens: each `connect` is heard of
/// before it happens, and one to that place gets, in place of its socket, one that is connected to
/// the [Proxy] in this process (`seccomp_unotify(2)`, ADDFD). So neither a bridge nor a hole in the
/// network namespace is needed.
final class Gateway implements Listener.Judge, AutoCloseable {
  /// Where programs find the proxy; the same in every sandbox, so that packs can say it.
  static final String ADDRESS = Network.PROXY_HOST + ":" + Network.PROXY_PORT;

  private static final int EACCES = 13;
  private static final int O_NONBLOCK = 0x800;
  private static final int SOCK_STREAM = 1;
  private static final int F_SETFL = 4;
  private static final long ADD_DESCRIPTOR = 0x40182103L;
  private static final int IN_PLACE = 1;

  private final @Nullable Proxy proxy;
  private final boolean ownNetwork;

  private Gateway(@Nullable Proxy proxy, boolean ownNetwork) {
    this.proxy = proxy;
    this.ownNetwork = ownNetwork;
  }

  /// Opens what a network needs.
  ///
  /// @param ownNetwork whether other connections lead nowhere anyway
  static Gateway of(Network network, boolean ownNetwork) throws IOException {
    return switch (network) {
      case Network.Deny(), Network.Localhost() -> new Gateway(null, ownNetwork);
      case Network.Allowlist(HostList hosts, var _) -> new Gateway(new Proxy(hosts), ownNetwork);
    };
  }

  boolean isOpen() {
    return proxy != null;
  }

  /// What most programs read to find a proxy.
  Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    if (isOpen()) {
      for (String name : List.of("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")) {
        environment.put(name, "http://" + ADDRESS);
      }
    }
    return environment;
  }

  /// Has somebody told, from any thread, each time that a host is refused.
  void refusing(Runnable whom) {
    if (proxy != null) {
      proxy.refusing(whom);
    }
  }

  /// Hosts that were asked for and are not on the list.
  List<String> refused() {
    return proxy == null ? List.of() : proxy.refused();
  }

  @Override
  public long judge(Listener listener, Listener.Notice notice) {
    try (Os os = new Os()) {
      int length = Math.clamp(notice.argument(2), 0, 128);
      byte[] bytes = Foreign.bytes(os, notice.pid(), notice.argument(1), length);
      Family family = Family.ofProxy(bytes);
      if (proxy != null && family != null) {
        return inject(os, listener, notice, proxy, family);
      }
      // Whatever the program makes of the address now: its network has nothing but itself.
      return ownNetwork ? Listener.PERFORM : -EACCES;
    } catch (Os.Failure e) {
      return -e.errno();
    } catch (IOException e) {
      return -EACCES;
    }
  }

  private static long inject(
      Os os, Listener listener, Listener.Notice notice, Proxy proxy, Family family)
      throws IOException {
    int flags = flags(notice);
    int socket = (int) os.must(Syscall.SOCKET, family.number, SOCK_STREAM | Os.O_CLOEXEC, 0);
    try {
      MemorySegment own = family.loopback(os, 0);
      os.must(Syscall.BIND, socket, own.address(), family.bytes);
      MemorySegment length = os.memory(4);
      length.set(JAVA_INT, 0, family.bytes);
      os.must(Syscall.GETSOCKNAME, socket, own.address(), length.address());
      proxy.expect(port(own));
      MemorySegment there = family.loopback(os, proxy.port());
      os.must(Syscall.CONNECT, socket, there.address(), family.bytes);
      os.must(Syscall.FCNTL, socket, F_SETFL, flags & O_NONBLOCK);
      MemorySegment add = os.memory(24);
      add.set(JAVA_LONG, 0, notice.id());
      add.set(JAVA_INT, 8, IN_PLACE);
      add.set(JAVA_INT, 12, socket);
      add.set(JAVA_INT, 16, (int) notice.argument(0));
      add.set(JAVA_INT, 20, flags & Os.O_CLOEXEC);
      os.must(Syscall.IOCTL, listener.descriptor(), ADD_DESCRIPTOR, add.address());
      return 0;
    } finally {
      os.close(socket);
    }
  }

  /// How the program's own socket was opened (`proc_pid_fdinfo(5)`).
  private static int flags(Listener.Notice notice) throws IOException {
    return Files.readString(
            Path.of("/proc/" + notice.pid() + "/fdinfo/" + (int) notice.argument(0)))
        .lines()
        .filter(line -> line.startsWith("flags:"))
        .mapToInt(line -> Integer.parseInt(line.substring(6).strip(), 8))
        .findFirst()
        .orElse(0);
  }

  /// How a program writes the proxy's address: as it is, or within the newer family, as Java does.
  private enum Family {
    INET(2, 16, 4, "7f000001"),
    INET6(10, 28, 8, "00000000000000000000ffff7f000001");

    private final int number;
    private final int bytes;
    private final int offset;
    private final String loopback;

    Family(int number, int bytes, int offset, String loopback) {
      this.number = number;
      this.bytes = bytes;
      this.offset = offset;
      this.loopback = loopback;
    }

    /// The family in which an address is the proxy's.
    static @Nullable Family ofProxy(byte[] bytes) {
      ByteBuffer address = ByteBuffer.wrap(bytes);
      for (Family family : values()) {
        byte[] loopback = HexFormat.of().parseHex(family.loopback);
        if (bytes.length >= family.offset + loopback.length
            && address.order(ByteOrder.nativeOrder()).getShort(0) == family.number
            && address.order(ByteOrder.BIG_ENDIAN).getShort(2) == Network.PROXY_PORT
            && address.slice(family.offset, loopback.length).equals(ByteBuffer.wrap(loopback))) {
          return family;
        }
      }
      return null;
    }

    MemorySegment loopback(Os os, int port) {
      MemorySegment address = os.memory(bytes);
      address.set(JAVA_BYTE, 0, (byte) number);
      address.set(JAVA_BYTE, 2, (byte) (port >> 8));
      address.set(JAVA_BYTE, 3, (byte) port);
      byte[] host = HexFormat.of().parseHex(loopback);
      MemorySegment.copy(host, 0, address, JAVA_BYTE, offset, host.length);
      return address;
    }
  }

  private static int port(MemorySegment address) {
    return (address.get(JAVA_BYTE, 2) & 0xFF) << 8 | (address.get(JAVA_BYTE, 3) & 0xFF);
  }

  @Override
  public void close() {
    if (proxy != null) {
      proxy.close();
    }
  }
}
