// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.writ.sandbox.filter.SyscallListener;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// A program's socket, the very same one (`pidfd_getfd(2)`), which is connected here in the
/// program's name: with the address that was read, and only if it belongs to another network than
/// this machine's. So none that was handed to the program ([LoopbackSocket]) leads anywhere else,
/// whatever the program does meanwhile with its memory and its descriptors.
///
/// Only for addresses of the internet's families, and names in the network's own space of sockets
/// between processes: names of files mean something else here than in a sandbox.
final class OwnSocket implements AutoCloseable {
  private static final int EACCES = 13;
  private static final int EINPROGRESS = 115;

  private static final int SOL_SOCKET = 1;
  private static final int SO_ERROR = 4;
  private static final int SO_DOMAIN = 39;
  private static final int SO_NETNS_COOKIE = 71; // Linux 5.14
  private static final Set<Integer> INTERNET = Set.of(2, 10);
  private static final int UNIX = 1;
  private static final int NAME = 2; // where an address of that family has its name

  private static final int F_GETFL = 3;
  private static final int F_SETFL = 4;
  private static final int O_NONBLOCK = 0x800;
  private static final short POLLOUT = 4;

  private final Os os;
  private final int descriptor;

  /// @throws Os.SystemCallFailure also where the kernel doesn't let this process have it
  OwnSocket(Os os, SyscallListener.SyscallNotice notice) throws IOException {
    this.os = os;
    int process = (int) os.must(Syscall.PIDFD_OPEN, leader(notice.pid()), 0);
    try {
      descriptor = (int) os.must(Syscall.PIDFD_GETFD, process, notice.argument(0), 0);
    } finally {
      os.close(process);
    }
  }

  /// The number of the process that a thread belongs to.
  private static int leader(int thread) throws IOException {
    return Files.readString(Path.of("/proc/" + thread + "/status"))
        .lines()
        .filter(line -> line.startsWith("Tgid:"))
        .mapToInt(line -> Integer.parseInt(line.substring(5).strip()))
        .findFirst()
        .orElse(thread);
  }

  /// Connects it.
  ///
  /// @return what the program is answered: 0 or a negated error number. Where its socket waits and
  ///     there is no answer yet, it does so with its first read or write.
  long connect(byte[] address) throws Os.SystemCallFailure {
    if (!isOthers() || !isNamedInItsNetwork(address)) {
      return -EACCES;
    }
    long flags = os.must(Syscall.FCNTL, descriptor, F_GETFL);
    boolean waits = (flags & O_NONBLOCK) == 0;
    MemorySegment copy = os.memory(Math.max(1, address.length));
    MemorySegment.copy(address, 0, copy, JAVA_BYTE, 0, address.length);
    if (waits) { // the thread that keeps time limits doesn't
      os.must(Syscall.FCNTL, descriptor, F_SETFL, flags | O_NONBLOCK);
    }
    long result = os.sys(Syscall.CONNECT, descriptor, copy.address(), address.length);
    if (waits) {
      os.must(Syscall.FCNTL, descriptor, F_SETFL, flags);
    }
    return waits && result == -EINPROGRESS ? answered() : result;
  }

  /// Whether its network is not this thread's. A network keeps its number for ever.
  private boolean isOthers() throws Os.SystemCallFailure {
    try (LoopbackSocket here = new LoopbackSocket(os, SocketFamily.INET)) {
      return network(descriptor) != network(here.descriptor());
    }
  }

  private long network(int socket) throws Os.SystemCallFailure {
    return option(socket, SO_NETNS_COOKIE, Long.BYTES).get(JAVA_LONG, 0);
  }

  private boolean isNamedInItsNetwork(byte[] address) throws Os.SystemCallFailure {
    int domain = option(descriptor, SO_DOMAIN, Integer.BYTES).get(JAVA_INT, 0);
    return INTERNET.contains(domain)
        || (domain == UNIX && address.length > NAME && address[NAME] == 0);
  }

  /// In a loopback an answer is there at once, unless the one who listens has no room.
  private long answered() throws Os.SystemCallFailure {
    MemorySegment poll = os.memory(8);
    poll.set(JAVA_INT, 0, descriptor);
    poll.set(JAVA_SHORT, 4, POLLOUT);
    MemorySegment atOnce = os.memory(16);
    boolean ready = os.sys(Syscall.PPOLL, poll.address(), 1, atOnce.address(), 0, 0) > 0;
    return ready ? -option(descriptor, SO_ERROR, Integer.BYTES).get(JAVA_INT, 0) : 0;
  }

  private MemorySegment option(int socket, int name, int bytes) throws Os.SystemCallFailure {
    MemorySegment value = os.memory(bytes);
    MemorySegment length = os.memory(Integer.BYTES);
    length.set(JAVA_INT, 0, bytes);
    os.must(Syscall.GETSOCKOPT, socket, SOL_SOCKET, name, value.address(), length.address());
    return value;
  }

  @Override
  public void close() {
    os.close(descriptor);
  }
}
