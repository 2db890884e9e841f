// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.namespace;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.writ.base.thread.ThreadJoin;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessSpawn;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// A network with only a loopback, shared by commands of one session: each of them reaches the
/// others' servers, and no other process does. It connects neither to the machine's own loopback
/// nor to any other network.
///
/// Only descriptors of this process and the programs inside keep it: however this process ends, the
/// network ends with them. Root creates it by system calls on a separate thread. Other users need a
/// user namespace, which a process with several threads cannot create: bubblewrap creates both and
/// enables the loopback, and `nsenter(1)` enters them.
public final class LoopbackNetwork implements AutoCloseable {
  private static final int CLONE_NEWNET = 0x40000000;
  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM = 2;

  /// Sets an interface's flags, by its name (`netdevice(7)`).
  private static final long SIOCSIFFLAGS = 0x8914;

  private static final int NAME = 16;
  private static final int REQUEST = 40;
  private static final short UP = 1;
  private static final int SIGKILL = 9;
  private static final int MOST_ERRORS = 4096;

  private final int network;
  private final int users;

  /// @param network a descriptor of the network namespace
  /// @param users a descriptor of the user namespace that it belongs to; negative where that is
  ///     ours
  private LoopbackNetwork(int network, int users) {
    this.network = network;
    this.users = users;
  }

  /// Makes one.
  ///
  /// @param bubblewrap who makes it where root's own right isn't enough
  /// @throws SandboxException where none can be made here, with the system's reason
  public static LoopbackNetwork open(String bubblewrap) throws IOException {
    try (Os os = new Os()) {
      if (os.sys(Syscall.GETEUID) == 0) {
        try {
          return madeByThread();
        } catch (Os.SystemCallFailure _) {
          // In most containers root has no such right, but, like other users, a user namespace.
        }
      }
      return madeByProcess(os, bubblewrap);
    }
  }

  /// Only this thread is moved to the new namespace, and it ends at once.
  private static LoopbackNetwork madeByThread() throws IOException {
    AtomicReference<LoopbackNetwork> made = new AtomicReference<>();
    AtomicReference<Exception> trouble = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("loopback")
            .start(
                () -> {
                  try (Os own = new Os()) {
                    made.set(madeHere(own));
                  } catch (IOException | RuntimeException e) {
                    trouble.set(e);
                  }
                });
    ThreadJoin.join(thread);
    return switch (trouble.get()) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case null, default -> made.get();
    };
  }

  private static LoopbackNetwork madeHere(Os os) throws IOException {
    os.must(Syscall.UNSHARE, CLONE_NEWNET);
    int socket = (int) os.must(Syscall.SOCKET, AF_INET, SOCK_DGRAM | Os.O_CLOEXEC, 0);
    try {
      MemorySegment request = os.memory(REQUEST).fill((byte) 0);
      request.setString(0, "lo");
      request.set(JAVA_SHORT, NAME, UP);
      os.must(Syscall.IOCTL, socket, SIOCSIFFLAGS, request.address());
    } finally {
      os.close(socket);
    }
    return new LoopbackNetwork(os.open("/proc/thread-self/ns/net", 0), -1);
  }

  /// A helper makes the namespaces and holds them until their descriptors are open here.
  private static LoopbackNetwork madeByProcess(Os os, String bubblewrap) throws IOException {
    int[] waiting = os.pipe();
    int[] answers = {-1, -1};
    int pid = 0;
    try {
      answers = os.pipe();
      pid =
          new ProcessSpawn(
                  bubblewrap,
                  List.of(
                      "bwrap",
                      "--unshare-user",
                      "--uid",
                      "0",
                      "--gid",
                      "0",
                      "--unshare-net",
                      "--dev-bind",
                      "/",
                      "/",
                      "--die-with-parent",
                      "--",
                      "/bin/sh",
                      "-c",
                      "echo $$; read -r end"),
                  List.of("LC_ALL=C"),
                  List.of(waiting[0], answers[1], answers[1]),
                  "/",
                  ProcessSpawn.Leads.GROUP)
              .start(os);
      os.close(answers[1]);
      answers[1] = -1;
      String answer = new String(os.read(answers[0], MOST_ERRORS), StandardCharsets.UTF_8).strip();
      if (!answer.matches("[1-9]\\d*")) {
        throw new SandboxException("A network that commands share cannot be created: " + answer);
      }
      int network = os.open("/proc/" + answer + "/ns/net", 0);
      try {
        return new LoopbackNetwork(network, os.open("/proc/" + answer + "/ns/user", 0));
      } catch (IOException e) {
        os.close(network);
        throw e;
      }
    } finally {
      List.of(waiting[0], waiting[1], answers[0], answers[1]).forEach(os::close);
      if (pid != 0) {
        os.sys(Syscall.KILL, pid, SIGKILL);
        os.sys(Syscall.WAIT4, pid, 0, 0, 0);
      }
    }
  }

  /// Whether a thread that starts programs enters it; where not, the programs' words do.
  public boolean isEnteredByThread() {
    return users < 0;
  }

  /// Moves the calling thread into it, for ever.
  public void enter(Os os) throws Os.SystemCallFailure {
    os.must(Syscall.SETNS, network, CLONE_NEWNET);
  }

  /// The words that start a program in it.
  ///
  /// @param program what is started there
  /// @param argv its words with the first, its name
  public List<String> entering(String program, List<String> argv) {
    List<String> words = new ArrayList<>(List.of(OverlayView.NSENTER));
    words.addAll(options());
    words.addAll(List.of("--", program));
    words.addAll(argv.subList(1, argv.size()));
    return words;
  }

  /// The options by which `nsenter(1)` enters it.
  List<String> options() {
    return List.of(
        "--user=" + OverlayView.path(users),
        "--net=" + OverlayView.path(network),
        "--preserve-credentials");
  }

  @Override
  public void close() {
    try (Os os = new Os()) {
      os.close(network);
      os.close(users);
    }
  }
}
