// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.namespace.LoopbackNetwork;
import dev.writ.sandbox.namespace.OverlayView;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A pipeline to be run: each stage's standard output is the next one's standard input.
///
/// @param stdin what the first stage reads; empty for nothing
/// @param view the copy-on-write view that it works in; empty where it works in place
/// @param loopback the network that it shares with others; empty where it has one of its own
public record LaunchRequest(
    List<LaunchStage> stages,
    SandboxConfinement confinement,
    LaunchLimits limits,
    ByteBuffer stdin,
    Optional<OverlayView> view,
    Optional<LoopbackNetwork> loopback) {
  /// The most stages of one pipeline.
  public static final int MAX_STAGES = 64;

  /// A launch that works in place.
  public LaunchRequest(
      List<LaunchStage> stages,
      SandboxConfinement confinement,
      LaunchLimits limits,
      ByteBuffer stdin) {
    this(stages, confinement, limits, stdin, Optional.empty(), Optional.empty());
  }

  public LaunchRequest {
    stages = List.copyOf(stages);
    if (stages.isEmpty() || stages.size() > MAX_STAGES) {
      throw new IllegalArgumentException(stages.size() + " stages");
    }
    stdin = stdin.asReadOnlyBuffer();
  }

  /// The same on a network that others share.
  public LaunchRequest on(LoopbackNetwork network) {
    return new LaunchRequest(stages, confinement, limits, stdin, view, Optional.of(network));
  }

  /// The same without writing in the workspace.
  public LaunchRequest reading() {
    return new LaunchRequest(stages, confinement.readingOnly(), limits, stdin, view, loopback);
  }

  /// The same behind another launch, in what that left of the time.
  ///
  /// @param printed what that one printed, which this one reads
  public LaunchRequest behind(Duration took, ByteBuffer printed) {
    Duration left = limits.timeout().minus(took);
    LaunchLimits rest =
        new LaunchLimits(
            left.isPositive() ? left : Duration.ofMillis(1),
            limits.stdoutBytes(),
            limits.stderrBytes(),
            limits.quotas());
    return new LaunchRequest(stages, confinement, rest, printed, view, loopback);
  }

  /// One program of a pipeline.
  ///
  /// @param program absolute path of what is started
  /// @param argv its words with the first, its name; in a namespace sandbox the program's path
  ///     takes the first one's place (bubblewrap starts by path)
  /// @param environment all of it; a sandbox sets HOME and TMPDIR
  /// @param directory absolute, inside the workspace
  public record LaunchStage(
      Path program,
      List<String> argv,
      Map<String, String> environment,
      Path directory,
      LaunchRedirections redirections) {
    public LaunchStage {
      argv = List.copyOf(argv);
      environment = Map.copyOf(environment);
    }
  }

  /// The streams of a stage: they begin as the pipeline's, and each redirection starts from the
  /// result of the previous ones. Every file among them is opened, in that order.
  public record LaunchRedirections(List<LaunchRedirect> inOrder) {
    /// Through the pipeline, and kept.
    public static final LaunchRedirections NONE = new LaunchRedirections(List.of());

    public LaunchRedirections {
      inOrder = List.copyOf(inOrder);
    }
  }

  /// The streams that a program writes.
  public enum LaunchStream {
    /// To the next stage or, the last one's, to the result.
    STDOUT,
    /// To the result.
    STDERR
  }

  /// One redirection.
  public sealed interface LaunchRedirect {
    /// Standard input from a file, by a judged real path: it is opened without following any link.
    record Input(Path path) implements LaunchRedirect {}

    /// A stream to a file, by a judged real path: it is opened without following any link, and made
    /// if missing.
    record OutputRedirect(LaunchStream stream, Path path, boolean append)
        implements LaunchRedirect {}

    /// A stream to where the other one goes at this point.
    record Joined(LaunchStream stream) implements LaunchRedirect {}
  }

  /// The resource limits of a command.
  ///
  /// @param timeout after which the whole tree is ended
  /// @param stdoutBytes how much is kept; the rest is read and dropped
  public record LaunchLimits(
      Duration timeout, int stdoutBytes, int stderrBytes, LaunchQuotas quotas) {
    /// 60 s, 10 MiB, 1 MiB.
    public static final LaunchLimits DEFAULT =
        new LaunchLimits(Duration.ofSeconds(60), 10 << 20, 1 << 20, LaunchQuotas.DEFAULT);

    /// The same, but so much of the output is kept.
    public LaunchLimits keeping(int bytes) {
      return new LaunchLimits(timeout, bytes, stderrBytes, quotas);
    }
  }

  /// Limits of the operating system, for each process (`setrlimit(2)`), but for memory.
  ///
  /// @param memoryBytes what all processes hold together
  /// @param processes how many more than run now, counted over the person's whole account; without
  ///     effect for root
  public record LaunchQuotas(
      long memoryBytes, long cpuSeconds, long openFiles, long processes, long fileBytes) {
    /// 16 GiB, 600 s, 1,024, 512, 2 GiB.
    public static final LaunchQuotas DEFAULT =
        new LaunchQuotas(16L << 30, 600, 1024, 512, 2L << 30);
  }
}
