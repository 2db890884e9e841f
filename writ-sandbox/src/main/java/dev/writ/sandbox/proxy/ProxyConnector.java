// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.writ.base.value.HostList;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.filter.SyscallListener;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessMemory;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The way out of a sandbox with an allowlist, if it has one.
///
/// Connects programs to the proxy. They are configured with a proxy at [#ADDRESS], where nothing
/// listens: each `connect` is reported before it happens, and one to that address receives, in
/// place of its socket, one that is connected to the [AllowlistProxy] in this process
/// (`seccomp_unotify(2)`, ADDFD). So neither a bridge nor an opening in the network namespace is
/// needed.
public final class ProxyConnector implements SyscallListener.Judge, AutoCloseable {
  /// The proxy's address for programs; the same in every sandbox, so that packs can state it.
  static final String ADDRESS = ConfinedNetwork.PROXY_HOST + ":" + ConfinedNetwork.PROXY_PORT;

  private static final int EACCES = 13;
  private static final long ADD_DESCRIPTOR = 0x40182103L;
  private static final int IN_PLACE = 1;

  private static final List<String> LOCAL = List.of("localhost", "127.0.0.1", "::1");

  private final @Nullable AllowlistProxy proxy;
  private final ConfinedNetwork network;
  private final boolean ownNetwork;

  private ProxyConnector(
      @Nullable AllowlistProxy proxy, ConfinedNetwork network, boolean ownNetwork) {
    this.proxy = proxy;
    this.network = network;
    this.ownNetwork = ownNetwork;
  }

  /// Opens what a network needs.
  ///
  /// @param ownNetwork whether other connections lead nowhere anyway
  public static ProxyConnector of(ConfinedNetwork network, boolean ownNetwork) throws IOException {
    return switch (network) {
      case ConfinedNetwork.DeniedNetwork(), ConfinedNetwork.Localhost() ->
          new ProxyConnector(null, network, ownNetwork);
      case ConfinedNetwork.Allowlist(HostList hosts, var _) ->
          new ProxyConnector(new AllowlistProxy(hosts), network, ownNetwork);
    };
  }

  public boolean isOpen() {
    return proxy != null;
  }

  /// The variables from which most programs read the proxy and its exceptions.
  ///
  /// @param shared whether others serve on its loopback
  public Map<String, String> environment(boolean shared) {
    Map<String, String> environment = new TreeMap<>();
    if (isOpen()) {
      for (String name : List.of("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")) {
        environment.put(name, "http://" + ADDRESS);
      }
    }
    if (shared && meansItself()) {
      for (String name : List.of("no_proxy", "NO_PROXY")) {
        environment.put(name, String.join(",", LOCAL));
      }
    }
    return environment;
  }

  /// Whether this machine's name refers to its own network. If it is on the list, or a person would
  /// be asked about it, it refers to the machine.
  private boolean meansItself() {
    return network
            instanceof
            ConfinedNetwork.Allowlist(HostList hosts, ConfinedNetwork.HostRefusalRule refusal)
        && refusal == ConfinedNetwork.HostRefusalRule.GOES_ON
        && hosts.entries().stream().map(entry -> entry.split(":", 2)[0]).noneMatch(LOCAL::contains);
  }

  /// Registers a listener that is called, from any thread, for each refused host.
  public void refusing(Runnable whom) {
    if (proxy != null) {
      proxy.refusing(whom);
    }
  }

  /// Hosts that were asked for and are not on the list.
  public List<String> refused() {
    return proxy == null ? List.of() : proxy.refused();
  }

  @Override
  public long judge(SyscallListener listener, SyscallListener.SyscallNotice notice) {
    try (Os os = new Os()) {
      int length = Math.clamp(notice.argument(2), 0, 128);
      byte[] bytes = ProcessMemory.bytes(os, notice.pid(), notice.argument(1), length);
      SocketFamily family = SocketFamily.ofProxy(bytes);
      if (proxy != null && family != null) {
        return inject(os, notice, proxy, family);
      }
      if (!ownNetwork) {
        return -EACCES;
      }
      // Whatever the program makes of the address now: its network has nothing but itself, and what
      // was injected hears nobody but the proxy.
      return LoopbackSocket.canHearOnlyOne()
          ? SyscallListener.PERFORM
          : connectHere(os, notice, bytes);
    } catch (Os.SystemCallFailure e) {
      return -e.errno();
    } catch (IOException e) {
      return -EACCES;
    }
  }

  /// Connects the program's own socket in its place, where what was injected could be used again.
  private static long connectHere(Os os, SyscallListener.SyscallNotice notice, byte[] address)
      throws IOException {
    try (OwnSocket socket = new OwnSocket(os, notice)) {
      notice.mustWait();
      return socket.connect(address);
    }
  }

  private static long inject(
      Os os, SyscallListener.SyscallNotice notice, AllowlistProxy proxy, SocketFamily family)
      throws IOException {
    int flags = flags(notice);
    notice.mustWait();
    try (LoopbackSocket socket = new LoopbackSocket(os, family)) {
      int port = socket.bind();
      proxy.expect(port);
      boolean injected = false;
      try {
        int answer = socket.connect(proxy.port(), flags);
        MemorySegment add = os.memory(24);
        add.set(JAVA_LONG, 0, notice.id());
        add.set(JAVA_INT, 8, IN_PLACE);
        add.set(JAVA_INT, 12, socket.descriptor());
        add.set(JAVA_INT, 16, (int) notice.argument(0));
        add.set(JAVA_INT, 20, flags & Os.O_CLOEXEC);
        os.must(Syscall.IOCTL, notice.listener(), ADD_DESCRIPTOR, add.address());
        injected = true;
        return answer;
      } finally {
        if (!injected) {
          proxy.forget(port);
        }
      }
    }
  }

  /// How the program's own socket was opened (`proc_pid_fdinfo(5)`).
  private static int flags(SyscallListener.SyscallNotice notice) throws IOException {
    return Files.readString(
            Path.of("/proc/" + notice.pid() + "/fdinfo/" + (int) notice.argument(0)))
        .lines()
        .filter(line -> line.startsWith("flags:"))
        .mapToInt(line -> Integer.parseInt(line.substring(6).strip(), 8))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {
    if (proxy != null) {
      proxy.close();
    }
  }
}
