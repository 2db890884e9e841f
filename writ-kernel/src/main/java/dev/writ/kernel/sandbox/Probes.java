// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import dev.writ.kernel.sandbox.Launch.Limits;
import dev.writ.kernel.sandbox.Launch.Quotas;
import dev.writ.kernel.sandbox.Launch.Redirections;
import dev.writ.kernel.sandbox.Launch.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// Proves a sandbox: each forbidden act is really attempted inside it, by the system's own shell
/// and, for bare system calls, by perl. What was kept from it is known by the kernel's refusal, or
/// by what is the same outside as before.
public final class Probes {
  private static final int NOT_TRIED = 77;
  private static final int MOST_OUTPUT = 4096;
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
  public record Probe(String name, Result result) {}

  /// What became of an attempt.
  public sealed interface Result {
    /// It was kept from it.
    record Prevented() implements Result {}

    /// It got through: the sandbox doesn't hold.
    ///
    /// @param how by what that is known
    record Succeeded(String how) implements Result {}

    /// Nothing is known.
    record NotTried(String why) implements Result {}
  }

  private Probes() {}

  /// An act, as the list has it.
  ///
  /// @param telling whether how it ends says something
  private record Act(String name, boolean telling, String script) {
    static Act of(String line) {
      String[] parts = line.split(": | ~ ", 2);
      return new Act(parts[0], line.startsWith(parts[0] + ":"), parts[1]);
    }
  }

  /// Attempts all. Takes some seconds.
  ///
  /// @throws IOException where the ground for it can't be prepared
  /// @throws InterruptedException when interrupted
  public static List<Probe> attempt(Sandbox sandbox) throws IOException, InterruptedException {
    return attempt(sandbox, name -> true);
  }

  static List<Probe> attempt(Sandbox sandbox, Predicate<String> wanted)
      throws IOException, InterruptedException {
    List<Probe> probes = new java.util.ArrayList<>();
    try (Executor executor = new Executor(sandbox)) {
      for (Act act : acts()) {
        if (wanted.test(act.name())) {
          probes.add(new Probe(act.name(), attempt(executor, act)));
        }
      }
    }
    return probes;
  }

  private static Result attempt(Executor executor, Act act)
      throws IOException, InterruptedException {
    if (!Files.isExecutable(SHELL)) {
      return new Result.NotTried("there is no " + SHELL);
    }
    try (Ground ground = new Ground()) {
      String before = ground.state();
      Stage stage =
          new Stage(
              SHELL,
              List.of("sh", "-c", PRELUDE + act.script()),
              ground.environment(),
              ground.workspace(),
              Redirections.NONE);
      Ran ran =
          executor.run(
              new Launch(
                  List.of(stage),
                  ground.confinement(),
                  new Limits(Duration.ofSeconds(20), MOST_OUTPUT, MOST_OUTPUT, Quotas.DEFAULT),
                  ByteBuffer.allocate(0)),
              Live.NOBODY);
      if (!ground.state().equals(before)) {
        return new Result.Succeeded("something changed that must not");
      }
      if (!ran.report().allEnded()) {
        return new Result.Succeeded("a process is left");
      }
      return switch (ran.exit().status()) {
        case 0 ->
            act.telling() ? new Result.Succeeded("it was not refused") : new Result.Prevented();
        case NOT_TRIED -> new Result.NotTried("perl, or the call, is missing on this machine");
        default -> new Result.Prevented();
      };
    }
  }

  private static List<Act> acts() throws IOException {
    try (InputStream in = Probes.class.getResourceAsStream("probes.txt")) {
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
