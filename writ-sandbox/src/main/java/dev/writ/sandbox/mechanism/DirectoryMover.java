// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.mechanism;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.writ.base.thread.ThreadJoin;
import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.filter.SyscallListener;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirections;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.launch.PipelineExecutor;
import dev.writ.sandbox.launch.Sandbox;
import dev.writ.sandbox.namespace.MountPoints;
import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessMemory;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// Renames directories for programs in a view. An overlay renames no directory that the workspace
/// has (EXDEV; kernel: overlayfs.rst, "renaming directories"), and most programs don't copy then.
/// In their place `mv(1)` does, started in the same view with the same confinement: it can do
/// nothing that the program could not do itself, so what is read about the program here only
/// decides whether it is worth trying.
///
/// All other renames, and those that fail, are left to the kernel: of a directory that holds a
/// mount point, such as a hidden file, to a name that exists, to another file system, and
/// exchanges.
final class DirectoryMover implements AutoCloseable {
  /// The system calls to be notified of.
  static final Set<Syscall> CALLS = Set.of(Syscall.RENAME, Syscall.RENAMEAT, Syscall.RENAMEAT2);

  private static final Path MV = Path.of("/usr/bin/mv");

  /// More that wait at the same time are left to the kernel.
  private static final int MOST_WAITING = 16;

  private static final int RENAME_NOREPLACE = 1;
  private static final int NO_MAGIC_LINKS = 0x02;
  private static final int EAGAIN = 11;
  private static final int MOST_TRIES = 1000; // some microseconds each
  private static final int IN_ROOT = 0x10;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int KIND = 0170000;
  private static final int DIRECTORY = 0040000;
  private static final int MOST_PATH = 8192;

  private final Sandbox sandbox;
  private final LaunchRequest launch;
  private final Path workspace;
  private final ReentrantLock one = new ReentrantLock();
  private final List<Thread> waiting = new ArrayList<>();
  private boolean closed;

  /// A directory's path and the one that it is to have, as programs in the view see them.
  private record Move(String from, String to) {}

  /// The first facts about a file.
  private record Look(int mode, long device) {}

  private DirectoryMover(Sandbox sandbox, LaunchRequest launch) {
    this.sandbox = sandbox;
    this.launch = launch;
    this.workspace = launch.confinement().workspace();
  }

  /// What a launch needs; empty where it has no view, or consists of `mv`, which copies itself.
  static Optional<DirectoryMover> of(Sandbox sandbox, LaunchRequest launch) {
    boolean moves = launch.stages().stream().allMatch(stage -> stage.program().equals(MV));
    return launch.view().isPresent() && !moves && Files.isExecutable(MV)
        ? Optional.of(new DirectoryMover(sandbox, launch))
        : Optional.empty();
  }

  static boolean hears(SyscallListener.SyscallNotice notice) {
    int number = notice.number();
    return number == Syscall.RENAMEAT2.number()
        || number == Syscall.RENAME.number()
        || number == Syscall.RENAMEAT.number();
  }

  /// Takes the call over if it would fail in the view only because that is an overlay.
  long judge(SyscallListener.SyscallNotice notice) {
    try (Os os = new Os()) {
      Optional<Move> move = move(os, notice);
      return move.isPresent() && begin(notice, move.get())
          ? SyscallListener.LATER
          : SyscallListener.PERFORM;
    } catch (IOException _) {
      return SyscallListener.PERFORM; // the kernel knows what is wrong with it
    }
  }

  private Optional<Move> move(Os os, SyscallListener.SyscallNotice notice) throws IOException {
    boolean plain = notice.number() == Syscall.RENAME.number();
    int flags = notice.number() == Syscall.RENAMEAT2.number() ? (int) notice.argument(4) : 0;
    if ((flags & ~RENAME_NOREPLACE) != 0) {
      return Optional.empty();
    }
    String process = "/proc/" + notice.pid();
    int at = plain ? Os.AT_FDCWD : (int) notice.argument(0);
    String from = path(os, notice, at, notice.argument(plain ? 0 : 1));
    int root = os.open(process + "/root", Os.O_PATH | Os.O_DIRECTORY);
    try {
      Optional<String> source = source(os, root, from);
      MountPoints mounts = MountPoints.of(String.valueOf(notice.pid())); // such as a hidden file
      if (source.isEmpty() || mounts.areIn(Path.of(source.get()))) {
        return Optional.empty();
      }
      int toAt = plain ? Os.AT_FDCWD : (int) notice.argument(2);
      String to = path(os, notice, toAt, notice.argument(plain ? 1 : 3));
      return target(os, root, to)
          .filter(free -> !Path.of(free).startsWith(source.get()))
          .map(free -> new Move(source.get(), free));
    } finally {
      os.close(root);
    }
  }

  /// A name in the program's memory as an absolute path of its own, without slashes at its end.
  private static String path(
      Os os, SyscallListener.SyscallNotice notice, int directory, long address) throws IOException {
    byte[] bytes = ProcessMemory.name(os, notice.pid(), address);
    String name = text(Arrays.copyOf(bytes, bytes.length - 1));
    String base = directory == Os.AT_FDCWD ? "/cwd" : "/fd/" + directory;
    String whole =
        name.startsWith("/") ? name : target(os, "/proc/" + notice.pid() + base) + "/" + name;
    int end = whole.length();
    while (end > 1 && whole.charAt(end - 1) == '/') {
      end--;
    }
    return whole.substring(0, end);
  }

  private static String text(byte[] bytes) throws IOException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
      throw new IOException("a name that is not UTF-8");
    }
    return text;
  }

  /// Where a link leads, as written.
  private static String target(Os os, String link) throws IOException {
    MemorySegment buffer = os.memory(MOST_PATH);
    long length =
        os.must(
            Syscall.READLINKAT,
            Os.AT_FDCWD,
            os.text(link).address(),
            buffer.address(),
            MOST_PATH - 1);
    return text(buffer.asSlice(0, length).toArray(JAVA_BYTE));
  }

  /// The directory that is to be renamed, if the workspace has one at that place.
  private Optional<String> source(Os os, int root, String path) throws IOException {
    if (path.endsWith("/.") || path.endsWith("/..")) {
      return Optional.empty();
    }
    int file = opened(os, root, path, Os.O_NOFOLLOW);
    try {
      if (!isOurs(os, file)) {
        return Optional.empty();
      }
      String real = target(os, "/proc/self/fd/" + file);
      FileStamp is = FileStamp.ifThere(Path.of(real));
      boolean old = Path.of(real).startsWith(workspace) && is != null && is.isDirectory();
      return old && !Path.of(real).equals(workspace) ? Optional.of(real) : Optional.empty();
    } finally {
      os.close(file);
    }
  }

  /// The place that the directory is to get, if it is free and in the view.
  private Optional<String> target(Os os, int root, String path) throws IOException {
    int slash = path.lastIndexOf('/');
    String name = path.substring(slash + 1);
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      return Optional.empty();
    }
    int above = opened(os, root, path.substring(0, slash) + "/", Os.O_DIRECTORY);
    try {
      if (!isOurs(os, above)) {
        return Optional.empty();
      }
      String real = target(os, "/proc/self/fd/" + above) + "/" + name;
      return isThere(os, root, real) ? Optional.empty() : Optional.of(real);
    } finally {
      os.close(above);
    }
  }

  private static boolean isThere(Os os, int root, String path) {
    try {
      os.close(opened(os, root, path, Os.O_NOFOLLOW));
      return true;
    } catch (Os.SystemCallFailure _) {
      return false;
    }
  }

  /// Opens a place as the program finds it: links start at its root. A path with `..` is tried
  /// again where anything on the machine was renamed or mounted meanwhile (`openat2(2)`, EAGAIN).
  private static int opened(Os os, int root, String path, int flags) throws Os.SystemCallFailure {
    MemorySegment how = os.memory(24);
    how.set(JAVA_LONG, 0, Os.O_PATH | Os.O_CLOEXEC | flags);
    how.set(JAVA_LONG, 16, IN_ROOT | NO_MAGIC_LINKS);
    MemorySegment name = os.text(path);
    for (int more = MOST_TRIES; ; more--) {
      try {
        return (int) os.must(Syscall.OPENAT2, root, name.address(), how.address(), 24);
      } catch (Os.SystemCallFailure e) {
        if (e.errno() != EAGAIN || more == 0) {
          throw e;
        }
      }
    }
  }

  /// Whether it is a directory of the view.
  private boolean isOurs(Os os, int file) throws IOException {
    Look is = look(os, file, "");
    Path view = launch.view().orElseThrow().root();
    return (is.mode() & KIND) == DIRECTORY
        && is.device() == look(os, Os.AT_FDCWD, view.toString()).device();
  }

  private static Look look(Os os, int at, String name) throws Os.SystemCallFailure {
    final int kind = 1;
    MemorySegment stat = os.memory(256);
    os.must(Syscall.STATX, at, os.text(name).address(), AT_EMPTY_PATH, kind, stat.address());
    long device = ((long) stat.get(JAVA_INT, 136) << 32) | stat.get(JAVA_INT, 140);
    return new Look(stat.get(JAVA_SHORT, 28) & 0xFFFF, device);
  }

  private synchronized boolean begin(SyscallListener.SyscallNotice notice, Move move) {
    if (closed || waiting.size() >= MOST_WAITING) {
      return false;
    }
    Thread thread =
        Thread.ofPlatform().daemon().name("mover").unstarted(() -> perform(notice, move));
    waiting.add(thread);
    thread.start();
    return true;
  }

  private void perform(SyscallListener.SyscallNotice notice, Move move) {
    boolean done = false;
    try {
      one.lockInterruptibly();
      try {
        done = notice.waits() && moved(move);
      } finally {
        one.unlock();
      }
    } catch (InterruptedException _) {
      // The launch is over, and its programs with it.
    } catch (IOException | RuntimeException _) {
      // The kernel answers.
    }
    synchronized (this) {
      waiting.remove(Thread.currentThread());
      if (!closed) {
        notice.answer(done ? 0 : SyscallListener.PERFORM);
      }
    }
  }

  private boolean moved(Move move) throws IOException, InterruptedException {
    SandboxConfinement own = launch.confinement();
    SandboxConfinement.Paths paths = own.paths();
    SandboxConfinement.Paths needed =
        new SandboxConfinement.Paths(
            paths.protectedPaths(),
            paths.blocked(),
            paths.readOnly(),
            List.of(),
            paths.writable(),
            paths.covered());
    SandboxConfinement same =
        new SandboxConfinement(workspace, own.writable(), own.home(), needed, ConfinedNetwork.DENY);
    LaunchStage stage =
        new LaunchStage(
            MV,
            List.of("mv", "-T", "--", move.from(), move.to()),
            Map.of("LC_ALL", "C.UTF-8", "PATH", "/usr/bin:/bin"),
            workspace,
            LaunchRedirections.NONE);
    LaunchRequest request =
        new LaunchRequest(
            List.of(stage),
            same,
            launch.limits(),
            ByteBuffer.allocate(0),
            launch.view(),
            Optional.empty());
    return new PipelineExecutor(sandbox).run(request, LiveListener.NOBODY).exit().status() == 0;
  }

  /// Ends what is still being moved.
  @Override
  public void close() {
    List<Thread> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(waiting);
    }
    all.forEach(Thread::interrupt);
    ThreadJoin.join(all);
  }
}
