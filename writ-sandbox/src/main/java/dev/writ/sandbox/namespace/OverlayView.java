// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.namespace;

import dev.writ.base.thread.ThreadJoin;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessSpawn;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/// A copy-on-write view of a workspace: an overlay file system (Linux 5.11) mounted over it in a
/// mount namespace of its own. Programs that enter the namespace see and change the workspace at
/// its usual path; what they change lies in the upper directory and nowhere else.
///
/// Root mounts by system calls on a separate thread. Other users need a user namespace, which a
/// process with several threads cannot create: `unshare(1)` creates it, and `nsenter(1)` enters it.
///
/// The namespaces last until this object is closed and all programs in them have ended.
public final class OverlayView implements AutoCloseable {
  private static final int CLONE_NEWNS_AND_FS = 0x20000 | 0x200;
  private static final int CLONE_NEWNS = 0x20000;
  private static final int PRIVATE_RECURSIVE = 0x40000 | 0x4000;
  private static final int BIND = 0x1000;
  private static final int SIGKILL = 9;
  private static final int MOST_ERRORS = 4096;

  private static final String UNSHARE = "/usr/bin/unshare";
  /// The start of [#entering].
  public static final String NSENTER = "/usr/bin/nsenter";
  private static final String MOUNT = "/usr/bin/mount";

  /// Mounts, says so, and waits until it is ended. Each shared directory is entered before the
  /// overlay lies over it, and laid over the overlay then. All its words are arguments: none is
  /// ever read as a script.
  private static final String MOUNTING =
      "m=$0 o=$1 w=$2; shift 2;"
          + " lay() { if [ $# = 0 ]; then (cd \"$w\" && \"$m\" -t overlay -o \"$o\" overlay \"$w\");"
          + " else (cd \"$1\" && rest \"$@\" && \"$m\" -c --bind . \"$1\"); fi; };"
          + " rest() { shift; lay \"$@\"; };"
          + " lay \"$@\" && echo mounted && read -r end";

  private final Path workspace;
  private final int mounts;
  private final int users;
  private final int root;
  private final boolean shared;
  private final Optional<LoopbackNetwork> network;

  /// @param mounts a descriptor of the mount namespace
  /// @param users a descriptor of the user namespace; negative where there is none of its own
  /// @param root a descriptor of the workspace as it is in the view
  /// @param shared whether others write in directories of it meanwhile
  /// @param network whose user namespace it has; empty where that is ours or its own
  private OverlayView(
      Path workspace,
      int mounts,
      int users,
      int root,
      boolean shared,
      Optional<LoopbackNetwork> network) {
    this.network = network;
    this.workspace = workspace;
    this.shared = shared;
    this.mounts = mounts;
    this.users = users;
    this.root = root;
  }

  /// Mounts a view.
  ///
  /// @param workspace a real path
  /// @param upper an empty directory below it, which gets what is changed
  /// @param work another one beside it, for the kernel alone
  /// @param shared directories of the workspace that are the very same in the view: what runs
  ///     meanwhile writes there, and what is changed there is real at once
  /// @param network what programs in the view may share: only who may do all in both enters both
  /// @throws SandboxException where no overlay can be mounted here, with the kernel's reason
  public static OverlayView open(
      Path workspace, Path upper, Path work, List<Path> shared, Optional<LoopbackNetwork> network)
      throws IOException {
    // Relative names mean nothing in options, and lead to mounts of the namespace that is current.
    String layers =
        "lowerdir=.,upperdir=%s,workdir=%s,volatile,index=off,metacopy=off"
            .formatted(workspace.relativize(upper), workspace.relativize(work));
    try (Os os = new Os()) {
      return os.sys(Syscall.GETEUID) == 0
          ? mountedByThread(workspace, layers, shared)
          : mountedByProcess(os, workspace, layers, shared, network);
    }
  }

  /// Whether others write in directories of it meanwhile.
  public boolean isShared() {
    return shared;
  }

  /// The prefix of the attributes by which the kernel marks hiding entries in an upper directory: a
  /// program can set those of the other prefix freely.
  public static String attributes() {
    try (Os os = new Os()) {
      return os.sys(Syscall.GETEUID) == 0 ? "trusted.overlay." : "user.overlay.";
    }
  }

  /// A path that leads to one of our descriptors from every process of the same user.
  static String path(int descriptor) {
    return "/proc/%d/fd/%d".formatted(ProcessHandle.current().pid(), descriptor);
  }

  /// Only this thread is moved to the new namespace, and it ends at once.
  private static OverlayView mountedByThread(Path workspace, String layers, List<Path> shared)
      throws IOException {
    AtomicReference<OverlayView> view = new AtomicReference<>();
    AtomicReference<Exception> trouble = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("view")
            .start(
                () -> {
                  try (Os own = new Os()) {
                    view.set(
                        mountedHere(own, workspace, layers + ",redirect_dir=nofollow", shared));
                  } catch (IOException | RuntimeException e) {
                    trouble.set(e);
                  }
                });
    ThreadJoin.join(thread);
    if (trouble.get() != null) {
      throw unavailable(String.valueOf(trouble.get().getMessage()));
    }
    return view.get();
  }

  private static OverlayView mountedHere(Os os, Path workspace, String layers, List<Path> shared)
      throws IOException {
    newMounts(os);
    List<Integer> open = new ArrayList<>();
    try {
      for (Path directory : shared) { // before the overlay lies over it
        open.add(os.openWithoutLinks(directory.toString(), Os.O_DIRECTORY));
      }
      long overlay = os.text("overlay").address();
      long place = os.text(workspace.toString()).address();
      os.must(Syscall.CHDIR, place);
      os.must(Syscall.MOUNT, overlay, place, overlay, 0, os.text(layers).address());
      for (int i = 0; i < open.size(); i++) {
        long source = os.text("/proc/self/fd/" + open.get(i)).address();
        long over = os.text(shared.get(i).toString()).address();
        os.must(Syscall.MOUNT, source, over, 0, BIND, 0);
      }
    } finally {
      open.forEach(os::close);
    }
    int mounts = os.open("/proc/thread-self/ns/mnt", 0);
    try {
      int root = os.open(workspace.toString(), Os.O_PATH | Os.O_DIRECTORY);
      return new OverlayView(workspace, mounts, -1, root, !shared.isEmpty(), Optional.empty());
    } catch (IOException e) {
      os.close(mounts);
      throw e;
    }
  }

  /// Gives the calling thread a mount namespace of its own, from which nothing spreads.
  static void newMounts(Os os) throws Os.SystemCallFailure {
    long root = os.text("/").address();
    os.must(Syscall.UNSHARE, CLONE_NEWNS_AND_FS);
    os.must(Syscall.MOUNT, os.text("none").address(), root, 0, PRIVATE_RECURSIVE, 0);
  }

  /// A helper makes the namespaces and holds them until their descriptors are open here.
  private static OverlayView mountedByProcess(
      Os os, Path workspace, String layers, List<Path> shared, Optional<LoopbackNetwork> network)
      throws IOException {
    if (!Files.isExecutable(Path.of(UNSHARE)) || !Files.isExecutable(Path.of(NSENTER))) {
      throw unavailable(UNSHARE + " or " + NSENTER + " is missing (apt install util-linux)");
    }
    int[] waiting = os.pipe();
    int[] answers = {-1, -1};
    try {
      answers = os.pipe();
    } finally {
      if (answers[0] < 0) {
        IntStream.of(waiting).forEach(os::close);
      }
    }
    List<String> argv =
        network
            .map(one -> one.entering(UNSHARE, List.of(UNSHARE)))
            .orElse(List.of(UNSHARE, "--user", "--map-root-user"));
    argv = new ArrayList<>(argv);
    argv.addAll(List.of("--mount", "/bin/sh", "-c", MOUNTING, MOUNT));
    argv.add(layers + ",userxattr");
    argv.add(workspace.toString());
    shared.stream().map(Path::toString).forEach(argv::add);
    List<Integer> descriptors = List.of(waiting[0], answers[1], answers[1]);
    int pid = 0;
    try {
      Map<String, String> environment = Map.of("LC_ALL", "C", "PATH", "/usr/bin:/bin");
      pid =
          new ProcessSpawn(
                  argv.getFirst(),
                  argv,
                  ProcessSpawn.variables(environment),
                  descriptors,
                  workspace.toString(),
                  ProcessSpawn.Leads.GROUP)
              .start(os);
      os.close(answers[1]);
      String answer = line(os, answers[0]);
      if (!answer.equals("mounted")) {
        throw unavailable(answer);
      }
      return of(os, workspace, "/proc/" + pid, !shared.isEmpty(), network);
    } finally {
      List.of(waiting[0], waiting[1], answers[0]).forEach(os::close);
      if (pid != 0) {
        os.sys(Syscall.KILL, pid, SIGKILL);
        os.sys(Syscall.WAIT4, pid, 0, 0, 0);
      } else {
        os.close(answers[1]);
      }
    }
  }

  private static OverlayView of(
      Os os, Path workspace, String process, boolean shared, Optional<LoopbackNetwork> network)
      throws IOException {
    int mounts = os.open(process + "/ns/mnt", 0);
    try {
      int users = os.open(process + "/ns/user", 0);
      try {
        int root = os.open(process + "/root" + workspace, Os.O_PATH | Os.O_DIRECTORY);
        return new OverlayView(workspace, mounts, users, root, shared, network);
      } catch (IOException e) {
        os.close(users);
        throw e;
      }
    } catch (IOException e) {
      os.close(mounts);
      throw e;
    }
  }

  private static String line(Os os, int descriptor) throws IOException {
    byte[] read = os.read(descriptor, MOST_ERRORS);
    return new String(read, StandardCharsets.UTF_8).strip();
  }

  private static SandboxException unavailable(String reason) {
    return new SandboxException("No overlay can be mounted over the workspace: " + reason);
  }

  /// The workspace as programs in the view see it, by a path that only this process can use, and
  /// only until this object is closed.
  public Path root() {
    return Path.of("/proc/self/fd/" + root);
  }

  /// The workspace's own path, which is the same in the view.
  public Path workspace() {
    return workspace;
  }

  /// The descriptor behind [#root].
  public int descriptor() {
    return root;
  }

  /// Whether a thread that starts programs enters it; where not, the programs' words do.
  public boolean isEnteredByThread() {
    return users < 0;
  }

  /// Whether programs in it can share that network.
  public boolean canShare(LoopbackNetwork other) {
    return isEnteredByThread()
        ? other.isEnteredByThread()
        : network.filter(other::equals).isPresent();
  }

  /// Moves the calling thread into the view, for ever.
  public void enter(Os os) throws Os.SystemCallFailure {
    os.must(Syscall.UNSHARE, CLONE_NEWNS_AND_FS & ~CLONE_NEWNS);
    os.must(Syscall.SETNS, mounts, CLONE_NEWNS);
  }

  /// The words that start a program in the view.
  ///
  /// @param program what is started there
  /// @param argv its words with the first, its name
  public List<String> entering(String program, List<String> argv) {
    List<String> words = new ArrayList<>(List.of(NSENTER));
    words.addAll(
        network
            .map(LoopbackNetwork::options)
            .orElse(List.of("--user=" + path(users), "--preserve-credentials")));
    words.addAll(List.of("--mount=" + path(mounts), "--", program));
    words.addAll(argv.subList(1, argv.size()));
    return words;
  }

  /// Lets the namespaces go. Unmounting takes the kernel milliseconds, for which nobody waits: it
  /// goes on meanwhile, at the latest to the end of this process. The directories of the view may
  /// be removed at once.
  @Override
  public void close() {
    Thread _ = Thread.startVirtualThread(this::unmount);
  }

  private void unmount() {
    try (Os os = new Os()) {
      os.close(mounts);
      os.close(users);
      os.close(root);
    }
  }
}
