// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.probe;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ScratchDirectory;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The place of attempted forbidden acts: a workspace with protected files, a directory beside it,
/// and listeners of this process that must be out of reach.
final class ProbeFixture implements AutoCloseable {
  private static final Path SHADOW = Path.of("/etc/shadow");
  private static final int AF_UNIX = 1;
  private static final int SOCK_STREAM = 1;
  private static final int SOCK_DGRAM = 2;

  private final ScratchDirectory scratch = new ScratchDirectory();
  private final Path outside = scratch.directory("outside");
  private final Path workspace = scratch.directory("workspace");
  private final String tag = scratch.path().getFileName().toString();
  private final Os os = new Os();
  private final ServerSocketChannel tcp;
  private final DatagramChannel udp;
  private final List<Integer> sockets;

  ProbeFixture() throws IOException {
    write(outside.resolve("file"), "content\n");
    write(workspace.resolve(".git/config"), "[core]\n");
    write(workspace.resolve(".git/hooks/old"), "#!/bin/sh\n");
    write(workspace.resolve("sub/.git/config"), "[core]\n");
    write(workspace.resolve("blocked/key"), "secret\n");
    write(workspace.resolve("blocked.txt"), "secret\n");
    InetSocketAddress anywhere = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    tcp = ServerSocketChannel.open().bind(anywhere);
    udp = DatagramChannel.open().bind(anywhere);
    sockets =
        List.of(
            listen(SOCK_STREAM, socket("stream")),
            listen(SOCK_STREAM, "\0" + tag),
            listen(SOCK_DGRAM, socket("datagram")));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String socket(String name) {
    return outside.resolve(name).toString();
  }

  /// Java's own sockets can't have abstract names.
  private int listen(int type, String name) throws Os.SystemCallFailure {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    MemorySegment address = os.memory(110);
    address.set(JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(bytes, 0, address, java.lang.foreign.ValueLayout.JAVA_BYTE, 2, bytes.length);
    int socket = (int) os.must(Syscall.SOCKET, AF_UNIX, type | Os.O_CLOEXEC, 0);
    os.must(Syscall.BIND, socket, address.address(), 2L + bytes.length);
    if (type == SOCK_STREAM) {
      os.must(Syscall.LISTEN, socket, 8);
    }
    return socket;
  }

  Path workspace() {
    return workspace;
  }

  /// @param blocking whether some of the workspace is blocked; under Landlock nothing new can then
  ///     be made beside it
  SandboxConfinement confinement(boolean blocking) {
    List<Path> blocked =
        blocking
            ? List.of(workspace.resolve("blocked"), workspace.resolve("blocked.txt"), SHADOW)
            : List.of(SHADOW);
    return new SandboxConfinement(
        workspace,
        true,
        outside,
        new SandboxConfinement.Paths(
            Stream.of(".git", "sub/.git", ".mcp.json", ".claude").map(workspace::resolve).toList(),
            blocked,
            List.of(),
            List.of()),
        ConfinedNetwork.DENY);
  }

  /// The variables of an attempt.
  Map<String, String> environment() throws IOException {
    Map<String, String> told = new TreeMap<>();
    Arrays.stream(Syscall.values())
        .forEach(call -> told.put("S_" + call.name(), Integer.toString(call.number())));
    told.put("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
    told.put("LC_ALL", "C");
    told.put("OUT", outside.toString());
    told.put("WS", workspace.toString());
    told.put("TAG", tag);
    told.put("HOST", Long.toString(ProcessHandle.current().pid()));
    told.put("TCP", Integer.toString(port(tcp.getLocalAddress())));
    told.put("UDP", Integer.toString(port(udp.getLocalAddress())));
    told.put("SOCKET", socket("stream"));
    told.put("DATAGRAM", socket("datagram"));
    told.put("ABSTRACT", tag);
    told.put("KEY", Integer.toString(key()));
    return told;
  }

  private static int port(java.net.SocketAddress address) {
    return address instanceof InetSocketAddress internet ? internet.getPort() : 0;
  }

  /// A key for shared memory (`shmget(2)`).
  private int key() {
    return (tag.hashCode() & 0x3FFFFFFF) | 0x40000000;
  }

  /// All that must be as before after an attempt, in words.
  ///
  /// @param blocking as for [#confinement]
  String state(boolean blocking) throws IOException {
    StringBuilder state = new StringBuilder();
    state.append(Files.readAttributes(scratch.path(), "unix:mode"));
    if (blocking) {
      describe(state, workspace.resolve("blocked"));
      state.append(Files.readAttributes(workspace.resolve("blocked.txt"), "unix:mode,size"));
    }
    for (Path root : List.of(outside, workspace.resolve(".git"), workspace.resolve("sub/.git"))) {
      describe(state, root);
    }
    Stream.of(workspace.resolve(".mcp.json"), workspace.resolve(".claude"))
        .filter(path -> Files.exists(path, NOFOLLOW_LINKS))
        .forEach(state::append);
    Stream.of("/dev/shm", "/tmp", "/var/tmp", "/sys/fs/cgroup", "/sys/fs/cgroup/pids")
        .map(directory -> Path.of(directory, tag))
        .filter(path -> !scratch.path().equals(path) && Files.exists(path, NOFOLLOW_LINKS))
        .forEach(state::append);
    for (String table : List.of("shm", "msg", "sem")) {
      Path path = Path.of("/proc/sysvipc", table);
      if (Files.isReadable(path) && Files.readString(path).contains(Integer.toString(key()))) {
        state.append(table);
      }
    }
    return state.toString();
  }

  private static void describe(StringBuilder state, Path root) throws IOException {
    if (!Files.isDirectory(root, NOFOLLOW_LINKS)) {
      state.append(root).append(" is gone\n");
      return;
    }
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted().toList()) {
        Map<String, Object> is =
            Files.readAttributes(path, "unix:mode,uid,gid,nlink,size", NOFOLLOW_LINKS);
        state.append(path).append(new TreeMap<>(is));
        if (Files.isRegularFile(path, NOFOLLOW_LINKS)) {
          state.append(Files.getLastModifiedTime(path).toMillis() < 1_000_000_000_000L);
          state.append(Files.readString(path, StandardCharsets.ISO_8859_1));
        }
        state.append('\n');
      }
    }
  }

  @Override
  public void close() throws IOException {
    sockets.forEach(os::close);
    os.close();
    tcp.close();
    udp.close();
    scratch.close();
  }
}
