// Implements: docs/spec/17-quality.md §17.3 (Speed)

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.launch.PipelineExecutor;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.Sandbox;
import dev.writ.sandbox.mechanism.SandboxChooser;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Starts `/bin/true` over and over, plainly and in each sandbox that works here, interleaved in
/// random order, and prints as JSON what each start took, until its end was known: nanoseconds of
/// wall time, and of processor time in this process and in its children.
///
/// Run as a single source file, on the class path: only there the kernel's sandbox can be named.
final class Spawns {
  private static final String TRUE =
      Files.exists(Path.of("/usr/bin/true")) ? "/usr/bin/true" : "/bin/true";
  private static final int SELF = 0;
  private static final int CHILDREN = -1;

  private static final MethodHandle RUSAGE =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().find("getrusage").orElseThrow(),
              FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
  private static final MemorySegment USAGE = Arena.global().allocate(256, 8);

  private interface Way {
    void run() throws Exception;
  }

  private static final class Samples {
    final List<Long> wall = new ArrayList<>();
    final List<Long> cpu = new ArrayList<>();
  }

  private Spawns() {}

  /// @param arguments an existing directory to work in, and how many starts of each are counted
  public static void main(String[] arguments) throws Exception {
    Path place = Path.of(arguments[0]).toRealPath();
    int count = Integer.parseInt(arguments[1]);
    Map<String, Way> ways = new LinkedHashMap<>();
    Map<String, String> missing = new LinkedHashMap<>();
    ways.put("plain", () -> program(TRUE));
    sandboxed(ways, missing, "landlock", SandboxChooser.Wish.LANDLOCK, workspace(place));
    if (sandboxed(ways, missing, "namespaces", SandboxChooser.Wish.NAMESPACES, workspace(place))) {
      ways.put(
          "bwrap",
          () ->
              program("bwrap", "--ro-bind", "/", "/", "--unshare-all", "--die-with-parent", TRUE));
      String[] least = least(place);
      ways.put("bwrap_least", () -> program(least));
      String[] same = sameByHand(place);
      ways.put("bwrap_same", () -> program(same));
    }
    Map<String, Samples> all = new LinkedHashMap<>();
    ways.keySet().forEach(name -> all.put(name, new Samples()));
    List<String> order = new ArrayList<>(ways.keySet());
    Random random = new Random(17);
    int warmUps = Math.max(50, count / 4);
    for (int i = 0; i < warmUps + count; i++) {
      Collections.shuffle(order, random);
      for (String name : order) {
        long cpu = cpu();
        long begun = System.nanoTime();
        ways.get(name).run();
        long wall = System.nanoTime() - begun;
        if (i >= warmUps) {
          all.get(name).wall.add(wall);
          all.get(name).cpu.add(cpu() - cpu);
        }
      }
    }
    print(all, missing);
  }

  /// As it is usually done: with pipes that are read to their end.
  private static void program(String... argv) throws Exception {
    Process process = new ProcessBuilder(argv).start();
    process.getOutputStream().close();
    process.getInputStream().readAllBytes();
    process.getErrorStream().readAllBytes();
    if (process.waitFor() != 0) {
      throw new IllegalStateException(argv[0] + " ended with " + process.exitValue());
    }
  }

  /// The least that keeps a build from the system and lets it work: all read-only but a workspace,
  /// with a /proc, a /dev and a /tmp of its own.
  private static String[] least(Path place) throws Exception {
    String workspace = workspace(place).toString();
    List<String> argv = new ArrayList<>(List.of("bwrap", "--unshare-all", "--die-with-parent"));
    argv.addAll(List.of("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"));
    argv.addAll(List.of("--tmpfs", "/tmp", "--bind", workspace, workspace, TRUE));
    return argv.toArray(String[]::new);
  }

  /// bubblewrap with the mounts that Writ's sandbox has.
  private static String[] sameByHand(Path place) throws Exception {
    List<String> argv = new ArrayList<>(List.of("bwrap", "--unshare-all", "--die-with-parent"));
    for (String name : List.of("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/opt")) {
      Path path = Path.of(name);
      if (Files.isSymbolicLink(path)) {
        argv.addAll(List.of("--symlink", Files.readSymbolicLink(path).toString(), name));
      } else if (Files.exists(path)) {
        argv.addAll(List.of("--ro-bind", name, name));
      }
    }
    String workspace = workspace(place).toString();
    String git = workspace + "/.git";
    argv.addAll(List.of("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"));
    argv.addAll(List.of("--ro-bind-try", "/sys/devices/system/cpu", "/sys/devices/system/cpu"));
    for (String told : List.of("/proc/keys", "/proc/timer_list")) {
      if (Files.isReadable(Path.of(told))) {
        argv.addAll(List.of("--ro-bind", "/dev/null", told));
      }
    }
    argv.addAll(List.of("--tmpfs", "/tmp", "--tmpfs", "/var/tmp"));
    argv.addAll(List.of("--perms", "1777", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"));
    argv.addAll(List.of("--tmpfs", System.getProperty("user.home")));
    argv.addAll(List.of("--bind", workspace, workspace, "--ro-bind", git, git));
    for (String name : List.of("/etc/shadow", "/etc/gshadow")) {
      if (Files.exists(Path.of(name))) {
        argv.addAll(List.of("--ro-bind", "/dev/null", name));
      }
    }
    if (Files.exists(Path.of("/etc/ssh"))) {
      argv.addAll(List.of("--perms", "0000", "--tmpfs", "/etc/ssh", "--remount-ro", "/etc/ssh"));
    }
    argv.addAll(List.of("--remount-ro", "/", TRUE));
    return argv.toArray(String[]::new);
  }

  private static boolean sandboxed(
      Map<String, Way> ways,
      Map<String, String> missing,
      String name,
      SandboxChooser.Wish wish,
      Path workspace) {
    switch (new SandboxChooser().choose(wish)) {
      case SandboxChooser.SandboxSelection.UnavailableSandbox(String reason) -> {
        missing.put(name, reason);
        return false;
      }
      case SandboxChooser.SandboxSelection.ChosenSandbox(Sandbox sandbox) -> {
        PipelineExecutor executor = new PipelineExecutor(sandbox);
        LaunchRequest launch = launch(workspace);
        ways.put(
            name,
            () -> {
              LaunchResult ran = executor.run(launch, LiveListener.NOBODY);
              if (ran.exit().status() != 0) {
                throw new IllegalStateException(name + ": " + ran.stderr().text());
              }
            });
        return true;
      }
    }
  }

  /// All that a session asks for: every limit, protected names, what is blocked.
  private static LaunchRequest launch(Path workspace) {
    List<Path> guarded = ProtectedNames.names().stream().map(workspace::resolve).toList();
    List<Path> blocked = new ArrayList<>();
    for (String name : List.of("/etc/shadow", "/etc/gshadow", "/etc/ssh")) {
      if (Files.exists(Path.of(name))) {
        blocked.add(Path.of(name));
      }
    }
    SandboxConfinement confinement =
        new SandboxConfinement(
            workspace,
            true,
            Path.of(System.getProperty("user.home")),
            new SandboxConfinement.Paths(guarded, blocked, List.of(), List.of()),
            SandboxConfinement.ConfinedNetwork.DENY);
    LaunchRequest.LaunchStage stage =
        new LaunchRequest.LaunchStage(
            Path.of(TRUE),
            List.of("true"),
            Map.of("PATH", "/usr/bin:/bin"),
            workspace,
            LaunchRequest.LaunchRedirections.NONE);
    return new LaunchRequest(
        List.of(stage), confinement, LaunchRequest.LaunchLimits.DEFAULT, ByteBuffer.allocate(0));
  }

  /// A repository as `git init` leaves it.
  private static Path workspace(Path place) throws Exception {
    Path workspace = Files.createTempDirectory(place, "spawns-");
    Path git = workspace.resolve(".git");
    for (String name : List.of("objects/info", "objects/pack", "refs/heads", "hooks", "info")) {
      Files.createDirectories(git.resolve(name));
    }
    for (String name : List.of("HEAD", "config", "description", "info/exclude")) {
      Files.writeString(git.resolve(name), "text\n".repeat(20));
    }
    for (int i = 0; i < 13; i++) {
      Files.writeString(git.resolve("hooks/" + i + ".sample"), "text\n".repeat(300));
    }
    return workspace;
  }

  /// User and system time of this process and of those that it waited for.
  private static long cpu() throws Exception {
    long micros = 0;
    for (int who : new int[] {SELF, CHILDREN}) {
      try {
        int result = (int) RUSAGE.invokeExact(who, USAGE);
        if (result != 0) {
          throw new IllegalStateException("getrusage");
        }
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
      for (int i = 0; i < 2; i++) {
        micros += USAGE.getAtIndex(JAVA_LONG, 2 * i) * 1_000_000;
        micros += USAGE.getAtIndex(JAVA_LONG, 2 * i + 1);
      }
    }
    return micros * 1000;
  }

  private static void print(Map<String, Samples> all, Map<String, String> missing) {
    List<String> parts = new ArrayList<>();
    all.forEach(
        (name, samples) ->
            parts.add(
                "\"%s\": {\"wall_ns\": %s, \"cpu_ns\": %s}"
                    .formatted(name, samples.wall, samples.cpu)));
    missing.forEach(
        (name, why) ->
            parts.add(
                "\"%s\": {\"missing\": \"%s\"}"
                    .formatted(name, why.replaceAll("[\"\\\\\\p{Cntrl}]", " "))));
    System.out.println("{" + String.join(",\n", parts) + "}");
  }
}
