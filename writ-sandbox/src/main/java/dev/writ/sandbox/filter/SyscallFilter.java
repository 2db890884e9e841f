// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.filter;

import static dev.writ.sandbox.os.Syscall.CHMOD;
import static dev.writ.sandbox.os.Syscall.CLONE;
import static dev.writ.sandbox.os.Syscall.CLONE3;
import static dev.writ.sandbox.os.Syscall.CONNECT;
import static dev.writ.sandbox.os.Syscall.CREAT;
import static dev.writ.sandbox.os.Syscall.FCHMOD;
import static dev.writ.sandbox.os.Syscall.FCHMODAT;
import static dev.writ.sandbox.os.Syscall.FCHMODAT2;
import static dev.writ.sandbox.os.Syscall.FCNTL;
import static dev.writ.sandbox.os.Syscall.IOCTL;
import static dev.writ.sandbox.os.Syscall.IOPRIO_SET;
import static dev.writ.sandbox.os.Syscall.LISTEN;
import static dev.writ.sandbox.os.Syscall.MKNOD;
import static dev.writ.sandbox.os.Syscall.MKNODAT;
import static dev.writ.sandbox.os.Syscall.OPEN;
import static dev.writ.sandbox.os.Syscall.OPENAT;
import static dev.writ.sandbox.os.Syscall.OPENAT2;
import static dev.writ.sandbox.os.Syscall.PERSONALITY;
import static dev.writ.sandbox.os.Syscall.PIDFD_OPEN;
import static dev.writ.sandbox.os.Syscall.RT_SIGQUEUEINFO;
import static dev.writ.sandbox.os.Syscall.RT_TGSIGQUEUEINFO;
import static dev.writ.sandbox.os.Syscall.SENDMMSG;
import static dev.writ.sandbox.os.Syscall.SENDMSG;
import static dev.writ.sandbox.os.Syscall.SENDTO;
import static dev.writ.sandbox.os.Syscall.SETPRIORITY;
import static dev.writ.sandbox.os.Syscall.SOCKET;
import static dev.writ.sandbox.os.Syscall.SOCKETPAIR;
import static dev.writ.sandbox.os.Syscall.TGKILL;
import static dev.writ.sandbox.os.Syscall.TKILL;

import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.os.Syscall;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Makes the programs that the kernel runs at each system call (`seccomp(2)`, "classic" BPF).
///
/// Of each argument only the lower half is looked at where the kernel itself takes only that.
public final class SyscallFilter extends FilterCode {
  /// The calls by which a program of an allowlisted network leaves.
  public static final Set<Syscall> CONNECTING = Set.of(CONNECT);

  private static final int KILL = 0x80000000;
  private static final int NOTIFY = 0x7fc00000;
  private static final int ERROR = 0x00050000;

  private static final int EPERM = 1;
  private static final int EACCES = 13;
  private static final int ENOSYS = 38;
  private static final int ENOTTY = 25;
  private static final int ENOTSUP = 95;

  private static final int NUMBER = 0;
  private static final int MACHINE = 4;

  /// Every new namespace (`sched.h`).
  private static final int NEW_NAMESPACES = 0x7E020000;

  private static final int TIOCSTI = 0x5412;
  private static final int TIOCLINUX = 0x541C;

  /// Whom a descriptor's events are signalled to (`fcntl(2)`, `socket(7)`).
  private static final int F_SETOWN = 8;

  private static final int F_SETOWN_EX = 15;
  private static final int FIOSETOWN = 0x8901;
  private static final int SIOCSPGRP = 0x8902;

  /// Requests to file systems on a file opened for reading: to report its attributes and its
  /// extents, and to share extents with one that is written (`linux/fs.h`, `linux/fiemap.h`).
  private static final List<Integer> HARMLESS_ON_FILES =
      List.of(0x80086601, 0x801C581F, 0x80087601, 0xC020660B, 0x40049409, 0x4020940D, 0xC0189436);

  /// Kinds of such wishes: of ext4 and all file systems, of XFS, of versions, of Btrfs.
  private static final List<Integer> ON_FILES = List.of(0x6600, 0x5800, 0x7600, 0x9400);

  private static final int KIND_OF_WISH = 0xFF00;

  /// Stands for the thread that starts the programs; no thread has such a number.
  private static final int LAUNCHER = 0x7FFFFFFF;

  /// Set user and set group, of a file's mode.
  private static final int SPECIAL_BITS = 06000;

  /// Whom a priority is for (`setpriority(2)`, `ioprio_set(2)`).
  private static final int PRIO_USER = 2;

  private static final int IOPRIO_WHO_USER = 3;

  private static final int PER_LINUX = 0;
  private static final int PER_LINUX32 = 8;
  private static final int ASK_PERSONALITY = -1;

  private static final int O_CREAT_OR_TMPFILE = 0x400040;

  private static final int AF_UNIX = 1;

  /// No socket has it.
  private static final int NO_FAMILY = 0xFFFF;
  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int AF_NETLINK = 16;
  private static final int SOCK_STREAM = 1;
  private static final int SOCK_SEQPACKET = 5;
  private static final int SOCK_TYPE = 0xF;
  private static final int IPPROTO_TCP = 6;

  /// Data with the first packet: connects without `connect` (`tcp(7)`).
  private static final int MSG_FASTOPEN = 0x20000000;

  /// The filters built so far, by their content; immutable.
  private static final Map<List<Object>, byte[]> MADE = new ConcurrentHashMap<>();

  /// The family of sockets that have files' names.
  private final int unix;

  private SyscallFilter() {
    this(AF_UNIX);
  }

  private SyscallFilter(int unix) {
    this.unix = unix;
    add(LOAD, 0, 0, MACHINE);
    add(IF_EQUAL, 1, 0, Syscall.machine());
    end(KILL);
    add(LOAD, 0, 0, NUMBER);
    if (Syscall.hasX32()) {
      add(IF_AT_LEAST, 0, 1, 0x40000000);
      end(KILL);
    }
  }

  /// The filter of a program with its own namespaces.
  static byte[] withNamespaces(ConfinedNetwork network) {
    return withNamespaces(network, /* unixSockets= */ true);
  }

  /// The same, perhaps without sockets of files: through one that lies in a directory which others
  /// share, they hand each other open files, and with them what a view keeps apart.
  public static byte[] withNamespaces(ConfinedNetwork network, boolean unixSockets) {
    return MADE.computeIfAbsent(
        List.of(network.getClass(), unixSockets), _ -> namespaces(network, unixSockets));
  }

  private static byte[] namespaces(ConfinedNetwork network, boolean unixSockets) {
    SyscallFilter filter = new SyscallFilter(unixSockets ? AF_UNIX : NO_FAMILY);
    filter.refuse();
    switch (network) {
      case ConfinedNetwork.DeniedNetwork() -> filter.unixSocketsOnly();
      case ConfinedNetwork.Localhost() -> filter.loopbackSockets();
      case ConfinedNetwork.Allowlist _ -> filter.streamSockets();
    }
    return filter.bytes();
  }

  /// The filter of a program that shares everything with others.
  ///
  /// @param heard calls that a listener receives, unless they are refused
  public static byte[] withLandlock(ConfinedNetwork network, Set<Syscall> heard) {
    return MADE.computeIfAbsent(
        List.of(network.getClass(), Set.copyOf(heard)), _ -> landlock(network, heard));
  }

  private static byte[] landlock(ConfinedNetwork network, Set<Syscall> heard) {
    SyscallFilter filter = new SyscallFilter();
    filter.refuse();
    Syscall.shared().forEach(call -> filter.on(call, ERROR | EPERM));
    Syscall.onItselfOnly().forEach(call -> filter.zero(call, 0));
    filter.noAttributesOfFiles();
    filter.sparesLauncher();
    filter.zero(SETPRIORITY, 1);
    filter.zero(IOPRIO_SET, 1);
    // A name may be given with each datagram, in memory where it can't be looked at.
    filter.begin(SOCKETPAIR);
    filter.connectedOnly();
    if (network instanceof ConfinedNetwork.Allowlist) {
      filter.streamSockets();
      filter.on(LISTEN, ERROR | EACCES); // no rule is about a port that the kernel chooses
    } else {
      filter.on(CONNECT, ERROR | EACCES); // sockets of the system's services have names in files
      filter.begin(SOCKET);
      filter.argument(0);
      filter.add(IF_EQUAL, 0, 5, AF_UNIX);
      filter.connectedOnly();
    }
    heard.forEach(call -> filter.on(call, NOTIFY));
    return filter.bytes();
  }

  /// The same for the programs that one thread starts. Until it has ended it is under the same
  /// rules as they are, so that the kernel would let them signal it, and with it this whole
  /// process.
  public static byte[] launchedBy(byte[] program, int thread) {
    return replaced(program, LAUNCHER, thread);
  }

  private void sparesLauncher() {
    int process = (int) ProcessHandle.current().pid();
    List.of(Syscall.KILL, TKILL, RT_SIGQUEUEINFO, PIDFD_OPEN)
        .forEach(call -> notTo(call, 0, LAUNCHER));
    List.of(TGKILL, RT_TGSIGQUEUEINFO).forEach(call -> notTo(call, 0, process));
    begin(FCNTL);
    argument(1);
    add(IF_EQUAL, 3, 0, F_SETOWN_EX); // whom lies in memory where it can't be looked at
    add(IF_EQUAL, 0, 3, F_SETOWN);
    argument(2);
    add(IF_EQUAL, 0, 1, LAUNCHER);
    end(ERROR | EPERM);
    begin(IOCTL);
    argument(1);
    add(IF_EQUAL, 1, 0, FIOSETOWN);
    add(IF_EQUAL, 0, 1, SIOCSPGRP);
    end(ERROR | EPERM);
  }

  private void notTo(Syscall call, int argument, int whom) {
    begin(call);
    argument(argument);
    add(IF_EQUAL, 0, 1, whom);
    end(ERROR | EPERM);
  }

  /// An owner may change some attributes of files that are open for reading only, and Landlock has
  /// no rules about that. As on a file system without any.
  private void noAttributesOfFiles() {
    begin(IOCTL);
    argument(1);
    for (int harmless : HARMLESS_ON_FILES) {
      add(IF_EQUAL, 0, 1, harmless);
      end(ALLOW);
    }
    add(AND, 0, 0, KIND_OF_WISH);
    for (int kind : ON_FILES) {
      add(IF_EQUAL, 0, 1, kind);
      end(ERROR | ENOTTY);
    }
  }

  private void refuse() {
    add(IF_GREATER, 0, 1, Syscall.HIGHEST_KNOWN);
    end(ERROR | ENOSYS);
    Syscall.refused().forEach(call -> on(call, ERROR | EPERM));
    // As on a file system without any; programs that copy files get along with that.
    Syscall.attributes().forEach(call -> on(call, ERROR | ENOTSUP));
    // The flags lie in memory where they can't be looked at; C libraries fall back to clone.
    on(CLONE3, ERROR | ENOSYS);
    begin(CLONE);
    argument(0);
    add(IF_ANY_BIT, 0, 1, NEW_NAMESPACES);
    end(ERROR | EPERM);
    end(ALLOW);
    noSpecialBits(CHMOD, 1);
    noSpecialBits(FCHMOD, 1);
    noSpecialBits(FCHMODAT, 2);
    noSpecialBits(FCHMODAT2, 2);
    noSpecialBits(CREAT, 1);
    noSpecialBits(MKNOD, 1);
    noSpecialBits(MKNODAT, 2);
    noSpecialBitsWhenNew(OPEN, 1);
    noSpecialBitsWhenNew(OPENAT, 2);
    notFor(SETPRIORITY, PRIO_USER);
    notFor(IOPRIO_SET, IOPRIO_WHO_USER);
    personalities();
    on(OPENAT2, ERROR | ENOSYS); // its mode lies in memory; programs fall back to openat
    begin(IOCTL);
    argument(1);
    add(IF_EQUAL, 1, 0, TIOCSTI);
    add(IF_EQUAL, 0, 1, TIOCLINUX);
    end(ERROR | EPERM);
  }

  /// A file that runs as its owner is a way out that outlives the sandbox.
  private void noSpecialBits(Syscall call, int mode) {
    if (call.number() >= 0) {
      begin(call);
      argument(mode);
      add(IF_ANY_BIT, 0, 1, SPECIAL_BITS);
      end(ERROR | EPERM);
    }
  }

  /// The mode counts only where a file is made, and may be anything where not.
  private void noSpecialBitsWhenNew(Syscall call, int flags) {
    if (call.number() >= 0) {
      begin(call);
      argument(flags);
      add(IF_ANY_BIT, 0, 3, O_CREAT_OR_TMPFILE);
      argument(flags + 1);
      add(IF_ANY_BIT, 0, 1, SPECIAL_BITS);
      end(ERROR | EPERM);
    }
  }

  /// With these the call is about all processes of a user, whatever else it says.
  private void notFor(Syscall call, int kind) {
    begin(call);
    argument(0);
    add(IF_EQUAL, 0, 1, kind);
    end(ERROR | EPERM);
  }

  /// Only to ask for it and what 32-bit programs need: others take protections of memory away.
  private void personalities() {
    begin(PERSONALITY);
    argument(0);
    add(IF_EQUAL, 2, 0, PER_LINUX);
    add(IF_EQUAL, 1, 0, PER_LINUX32);
    add(IF_EQUAL, 0, 1, ASK_PERSONALITY);
    end(ALLOW);
    end(ERROR | EPERM);
  }

  private void zero(Syscall call, int argument) {
    begin(call);
    argument(argument);
    add(IF_EQUAL, 0, 1, 0);
    end(ALLOW);
    end(ERROR | EPERM);
  }

  /// Ends a call whose second argument is a socket's type: of streams, or of packets in order.
  private void connectedOnly() {
    argument(1);
    add(AND, 0, 0, SOCK_TYPE);
    add(IF_EQUAL, 1, 0, SOCK_STREAM);
    add(IF_EQUAL, 0, 1, SOCK_SEQPACKET);
    end(ALLOW);
    end(ERROR | EACCES);
  }

  /// Notifies the thread that holds the other end of such calls, and does nothing else.
  public static byte[] notifying(Set<Syscall> calls) {
    SyscallFilter filter = new SyscallFilter();
    calls.forEach(call -> filter.on(call, NOTIFY));
    return filter.bytes();
  }

  private void unixSocketsOnly() {
    begin(SOCKET);
    argument(0);
    add(IF_EQUAL, 0, 1, unix);
    end(ALLOW);
    end(ERROR | EACCES);
  }

  private void loopbackSockets() {
    begin(SOCKET);
    argument(0);
    add(IF_EQUAL, 3, 0, unix);
    add(IF_EQUAL, 2, 0, AF_INET);
    add(IF_EQUAL, 1, 0, AF_INET6);
    add(IF_EQUAL, 0, 1, AF_NETLINK); // which address has which interface
    end(ALLOW);
    end(ERROR | EACCES);
  }

  /// Streams only: a datagram needs no `connect`. Of TCP only the plain kind.
  private void streamSockets() {
    begin(SOCKET);
    argument(0);
    add(IF_EQUAL, 2, 0, unix);
    add(IF_EQUAL, 1, 0, AF_INET);
    add(IF_EQUAL, 0, 7, AF_INET6);
    argument(1);
    add(AND, 0, 0, SOCK_TYPE);
    add(IF_EQUAL, 0, 4, SOCK_STREAM);
    argument(2);
    add(IF_EQUAL, 1, 0, 0);
    add(IF_EQUAL, 0, 1, IPPROTO_TCP);
    end(ALLOW);
    end(ERROR | EACCES);
    noFastOpen();
  }

  private void noFastOpen() {
    noFlag(SENDTO, 3);
    noFlag(SENDMSG, 2);
    noFlag(SENDMMSG, 3);
  }

  private void noFlag(Syscall call, int argument) {
    begin(call);
    argument(argument);
    add(IF_ANY_BIT, 0, 1, MSG_FASTOPEN);
    end(ERROR | EPERM);
    end(ALLOW);
  }
}
