// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.probe;

import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchRequest.LaunchLimits;
import dev.writ.sandbox.launch.LaunchRequest.LaunchQuotas;
import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirections;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import dev.writ.sandbox.launch.PipelineExecutor;
import dev.writ.sandbox.launch.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Proves a sandbox: each forbidden act is attempted inside it, by the system's own shell and, for
/// bare system calls, by perl. The proof is the kernel's refusal, or the unchanged state outside.
public final class SandboxProbes {
  private static final int NOT_TRIED = 77;
  private static final int MOST_OUTPUT = 4096;
  private static final int MOST_TOGETHER = 24;
  private static final int MOST_AT_ONCE = 4;
  private static final Path SHELL = Path.of("/bin/sh");

  /// Ends with 0 also where the kernel got as far as to look at the arguments.
  private static final String PRELUDE =
      """
      code() { command -v perl >/dev/null || exit 77; perl -e "$1"; }
      call() {
        eval "number=\\$$1"; shift
        [ "$number" = -1 ] && exit 77
        command -v perl >/dev/null || exit 77
        perl -e 'my @a = map { int } @ARGV; my $r = syscall(shift @a, @a);
          exit($r == -1 && ($! == 1 || $! == 13 || $! == 38) ? 1 : 0)' -- "$number" "$@"
      }
      """;

  /// An act and what became of it.
  public record ProbeReport(String name, ProbeResult result) {}

  /// The result of an attempt.
  public sealed interface ProbeResult {
    /// It was kept from it.
    record Prevented() implements ProbeResult {}

    /// It got through: the sandbox doesn't hold.
    ///
    /// @param how by what that is known
    record Succeeded(String how) implements ProbeResult {}

    /// Nothing is known.
    record NotTried(String why) implements ProbeResult {}
  }

  private SandboxProbes() {}

  /// An act, as the list has it.
  ///
  /// @param telling whether its end is conclusive
  /// @param harmless whether others may follow it in the same sandbox
  private record Act(String name, boolean telling, boolean harmless, String script) {
    static Act of(String line) {
      String[] parts = line.split(": | ~ | [|] ", 2);
      String mark = line.substring(parts[0].length(), line.length() - parts[1].length()).strip();
      return new Act(parts[0], !mark.equals("~"), mark.equals("|"), parts[1]);
    }

    boolean isAboutBlocked() {
      return (name + script).contains("blocked");
    }
  }

  /// How an attempt ended, as far as it can be seen.
  private record Ended(boolean unchanged, LaunchResult launchResult) {}

  /// Attempts all. Takes about a second on two idle processors.
  ///
  /// @throws IOException where the ground for it can't be prepared
  /// @throws InterruptedException when interrupted
  public static List<ProbeReport> attempt(Sandbox sandbox)
      throws IOException, InterruptedException {
    return attempt(sandbox, name -> true);
  }

  /// The reason why a sandbox with that result is unreliable; empty if it is reliable.
  public static Optional<String> refusal(List<ProbeReport> probes) {
    List<String> through = new ArrayList<>();
    int prevented = 0;
    for (ProbeReport probe : probes) {
      if (probe.result() instanceof ProbeResult.Succeeded(String how)) {
        through.add(probe.name() + " (" + how + ")");
      }
      prevented += probe.result() instanceof ProbeResult.Prevented ? 1 : 0;
    }
    if (!through.isEmpty()) {
      return Optional.of(
          "The sandbox does not hold; it let this through: " + String.join(", ", through));
    }
    return prevented > 0
        ? Optional.empty()
        : Optional.of("The sandbox cannot be proved: no forbidden act could be attempted.");
  }

  static List<ProbeReport> attempt(Sandbox sandbox, Predicate<String> wanted)
      throws IOException, InterruptedException {
    if (!Files.isExecutable(SHELL)) {
      return List.of(new ProbeReport("all", new ProbeResult.NotTried("there is no " + SHELL)));
    }
    List<List<Act>> groups = groups(acts().stream().filter(a -> wanted.test(a.name())).toList());
    List<Future<List<ProbeReport>>> asked = new ArrayList<>();
    int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, MOST_AT_ONCE);
    try (PipelineExecutor executor = new PipelineExecutor(sandbox);
        ExecutorService service = Executors.newFixedThreadPool(threads)) {
      for (List<Act> group : groups) {
        asked.add(service.submit(() -> together(executor, group)));
      }
      List<ProbeReport> probes = new ArrayList<>();
      try {
        for (Future<List<ProbeReport>> answer : asked) {
          probes.addAll(answer.get());
        }
      } catch (ExecutionException e) {
        throw new IOException("a forbidden act cannot be attempted: " + e.getMessage(), e);
      } finally {
        service.shutdownNow();
      }
      return probes;
    }
  }

  /// Harmless acts some together, all others alone, in the list's order.
  private static List<List<Act>> groups(List<Act> acts) {
    List<List<Act>> groups = new ArrayList<>();
    List<Act> harmless = new ArrayList<>();
    for (Act act : acts) {
      if (!act.harmless()) {
        groups.add(List.of(act));
      } else {
        harmless.add(act);
        if (harmless.size() == MOST_TOGETHER) {
          groups.add(List.copyOf(harmless));
          harmless.clear();
        }
      }
    }
    if (!harmless.isEmpty()) {
      groups.add(List.copyOf(harmless));
    }
    return groups;
  }

  /// Each in a process of its own, in one sandbox. Of whom this doesn't say that it was prevented,
  /// a second attempt, alone, decides.
  private static List<ProbeReport> together(PipelineExecutor executor, List<Act> acts)
      throws IOException, InterruptedException {
    List<ProbeReport> probes = new ArrayList<>();
    String said = "";
    if (acts.size() > 1) {
      StringBuilder script = new StringBuilder();
      for (Act act : acts) {
        script.append("( %s ) >/dev/null 2>&1; echo %s=$?%n".formatted(act.script(), act.name()));
      }
      Ended ended = run(executor, script.toString(), /* blocking= */ false);
      said = ended.unchanged() ? "\n" + ended.launchResult().stdout().text() : "";
    }
    for (Act act : acts) {
      Matcher status = Pattern.compile("\n" + act.name() + "=(\\d+)\n").matcher(said);
      boolean prevented = status.find() && !List.of("0", "77").contains(status.group(1));
      probes.add(
          new ProbeReport(
              act.name(), prevented ? new ProbeResult.Prevented() : alone(executor, act)));
    }
    return probes;
  }

  private static ProbeResult alone(PipelineExecutor executor, Act act)
      throws IOException, InterruptedException {
    Ended ended = run(executor, act.script(), act.isAboutBlocked());
    if (!ended.unchanged()) {
      return new ProbeResult.Succeeded("something changed that must not");
    }
    if (!ended.launchResult().report().allEnded()) {
      return new ProbeResult.Succeeded("a process is left");
    }
    return switch (ended.launchResult().exit().status()) {
      case 0 ->
          act.telling()
              ? new ProbeResult.Succeeded("it was not refused")
              : new ProbeResult.Prevented();
      case NOT_TRIED -> new ProbeResult.NotTried("perl, or the call, is missing on this machine");
      default -> new ProbeResult.Prevented();
    };
  }

  private static Ended run(PipelineExecutor executor, String script, boolean blocking)
      throws IOException, InterruptedException {
    try (ProbeFixture fixture = new ProbeFixture()) {
      String before = fixture.state(blocking);
      LaunchStage stage =
          new LaunchStage(
              SHELL,
              List.of("sh", "-c", PRELUDE + script),
              fixture.environment(),
              fixture.workspace(),
              LaunchRedirections.NONE);
      LaunchResult launchResult =
          executor.run(
              new LaunchRequest(
                  List.of(stage),
                  fixture.confinement(blocking),
                  new LaunchLimits(
                      Duration.ofSeconds(20), MOST_OUTPUT, MOST_OUTPUT, LaunchQuotas.DEFAULT),
                  ByteBuffer.allocate(0)),
              LiveListener.NOBODY);
      return new Ended(before.equals(after(fixture, blocking)), launchResult);
    }
  }

  /// A state that can no longer be read counts as changed.
  private static String after(ProbeFixture fixture, boolean blocking) {
    try {
      return fixture.state(blocking);
    } catch (IOException | UncheckedIOException e) {
      return e.toString();
    }
  }

  private static List<Act> acts() throws IOException {
    try (InputStream in = SandboxProbes.class.getResourceAsStream("probes.txt")) {
      if (in == null) {
        throw new IOException("probes.txt is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(Act::of)
          .toList();
    }
  }
}
