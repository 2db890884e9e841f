// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.sandbox.launch;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.confinement.SandboxConfinement.Paths;
import dev.writ.sandbox.launch.LaunchRequest.LaunchLimits;
import dev.writ.sandbox.launch.LaunchRequest.LaunchQuotas;
import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirections;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.mechanism.SandboxChooser;
import dev.writ.sandbox.mechanism.SandboxChooser.SandboxSelection;
import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import dev.writ.sandbox.mechanism.UnconfinedSandbox;
import dev.writ.sandbox.mechanism.UnsandboxedConsent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Shared fixtures of sandbox tests: a workspace, and shell lines to run in it.
public final class Machine {
  /// The descriptors of this process: a test that counts them must run alone.
  public static final String DESCRIPTORS = "descriptors";

  private static final SandboxChooser SANDBOXES = new SandboxChooser();

  public final Path workspace;
  private final PipelineExecutor executor;
  private Paths paths = Paths.NONE;
  private ConfinedNetwork network = ConfinedNetwork.DENY;
  private LaunchLimits limits = LaunchLimits.DEFAULT;
  private LaunchRedirections redirections = LaunchRedirections.NONE;
  private byte[] stdin = new byte[0];
  private boolean writable = true;

  public Machine(Sandbox sandbox, Path directory) throws IOException {
    workspace = Files.createDirectories(directory.toRealPath().resolve("ws"));
    executor = new PipelineExecutor(sandbox);
  }

  /// A mechanism; the test is left out where it doesn't work, and says why.
  public static Sandbox get(Wish wish) {
    return get(SANDBOXES, wish);
  }

  /// The same for one test alone: who closes its [PipelineExecutor] ends what runs in this sandbox,
  /// other tests' commands too.
  public static Sandbox toClose(Wish wish) {
    return get(new SandboxChooser(), wish);
  }

  /// One that a chooser of the test chooses.
  public static Sandbox get(SandboxChooser sandboxes, Wish wish) {
    return switch (sandboxes.choose(wish)) {
      case SandboxSelection.ChosenSandbox(Sandbox sandbox) -> sandbox;
      case SandboxSelection.UnavailableSandbox(String reason) -> abort(reason);
    };
  }

  /// All mechanisms, and none.
  static List<Sandbox> all() {
    return all(SANDBOXES);
  }

  /// All mechanisms for one test alone, as in [#toClose].
  static List<Sandbox> allToClose() {
    return all(new SandboxChooser());
  }

  private static List<Sandbox> all(SandboxChooser sandboxes) {
    return List.of(
        get(sandboxes, Wish.NAMESPACES),
        get(sandboxes, Wish.LANDLOCK),
        new UnconfinedSandbox(new UnsandboxedConsent("a test")));
  }

  /// Those that confine.
  public static List<Sandbox> confining() {
    return List.of(get(Wish.NAMESPACES), get(Wish.LANDLOCK));
  }

  public Machine paths(UnaryOperator<Paths> change) {
    paths = change.apply(paths);
    return this;
  }

  public Machine protecting(String... names) {
    return paths(
        p ->
            new Paths(
                Stream.of(names).map(workspace::resolve).toList(),
                p.blocked(),
                p.readOnly(),
                p.caches()));
  }

  public Machine network(ConfinedNetwork wanted) {
    network = wanted;
    return this;
  }

  public Machine timeout(Duration timeout) {
    limits = new LaunchLimits(timeout, limits.stdoutBytes(), limits.stderrBytes(), limits.quotas());
    return this;
  }

  public Machine keeping(int bytes) {
    limits = new LaunchLimits(limits.timeout(), bytes, bytes, limits.quotas());
    return this;
  }

  public Machine quotas(LaunchQuotas quotas) {
    limits = new LaunchLimits(limits.timeout(), limits.stdoutBytes(), limits.stderrBytes(), quotas);
    return this;
  }

  public Machine redirected(LaunchRedirections wanted) {
    redirections = wanted;
    return this;
  }

  public Machine stdin(byte[] bytes) {
    stdin = bytes.clone();
    return this;
  }

  public Machine readOnly() {
    writable = false;
    return this;
  }

  public PipelineExecutor executor() {
    return executor;
  }

  public LaunchStage shell(String script) {
    return program("/bin/sh", "-c", script);
  }

  public LaunchStage program(String program, String... words) {
    List<String> argv =
        Stream.concat(Stream.of(Path.of(program).getFileName().toString()), Stream.of(words))
            .toList();
    Map<String, String> environment =
        Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C.UTF-8", "OUT", workspace.getParent() + "/out");
    return new LaunchStage(Path.of(program), argv, environment, workspace, redirections);
  }

  public LaunchRequest launch(LaunchStage... stages) {
    SandboxConfinement confinement =
        new SandboxConfinement(workspace, writable, Path.of("/nonexistent/home"), paths, network);
    return new LaunchRequest(List.of(stages), confinement, limits, ByteBuffer.wrap(stdin));
  }

  public LaunchResult run(LaunchStage... stages) throws IOException, InterruptedException {
    return executor.run(launch(stages), LiveListener.NOBODY);
  }

  public LaunchResult sh(String script) throws IOException, InterruptedException {
    return run(shell(script));
  }

  /// Whether a process with such a word is left, seen from outside. One that starts another program
  /// has no words for a moment, so it may be missed.
  public static boolean runs(String word) throws IOException {
    return count(words -> words.contains(word)) > 0;
  }

  /// How many processes have such words, seen from outside.
  public static long count(Predicate<List<String>> words) throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(path -> path.getFileName().toString().matches("\\d+"))
          .filter(path -> words.test(words(path)))
          .count();
    }
  }

  private static List<String> words(Path process) {
    try {
      return List.of(
          new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.UTF_8)
              .split("\0"));
    } catch (IOException _) {
      return List.of(); // it has ended
    }
  }
}
