// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.launch.LaunchRequest.LaunchQuotas;
import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirect;
import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirections;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStream;
import dev.writ.sandbox.launch.LaunchResult.Exit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Starting, feeding, limiting and ending programs, in every mechanism.
class PipelineExecutorTest {
  @TempDir Path directory;

  private static List<Sandbox> all() {
    return Machine.all();
  }

  private Machine on(Sandbox sandbox) throws IOException {
    return new Machine(sandbox, directory);
  }

  @ParameterizedTest
  @MethodSource("all")
  void tellsExitOutputAndErrors(Sandbox sandbox) throws Exception {
    LaunchResult result = on(sandbox).sh("echo out; echo err >&2; exit 3");

    assertThat(result.exit()).isEqualTo(new Exit.Code(3));
    assertThat(result.stdout().text()).isEqualTo("out\n");
    assertThat(result.stderr().text()).isEqualTo("err\n");
    assertThat(result.timedOut()).isFalse();
    assertThat(result.report().allEnded()).isTrue();
    assertThat(result.report().sandbox()).isEqualTo(sandbox.name());
  }

  @ParameterizedTest
  @MethodSource("all")
  void aPipelineIsOne(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    LaunchResult result =
        machine.run(
            machine.shell("i=0; while [ $i -lt 3000 ]; do echo line$i; i=$((i+1)); done; exit 7"),
            machine.program("/usr/bin/sort", "-r"),
            machine.program("/usr/bin/head", "-n", "1"));

    assertThat(result.stdout().text()).isEqualTo("line999\n");
    assertThat(result.exits().getFirst()).isEqualTo(new Exit.Code(7));
    assertThat(result.exit()).isEqualTo(new Exit.Code(0));
  }

  @ParameterizedTest
  @MethodSource("all")
  void anEndlessStageEndsWithItsReader(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox).timeout(Duration.ofSeconds(30));
    LaunchResult result =
        machine.run(machine.program("/usr/bin/yes"), machine.program("/usr/bin/head", "-n", "2"));

    assertThat(result.stdout().text()).isEqualTo("y\ny\n");
    assertThat(result.timedOut()).isFalse();
    assertThat(result.exits().getFirst().status()).isEqualTo(128 + 13);
  }

  @ParameterizedTest
  @MethodSource("all")
  void redirections(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    Path in = Files.writeString(machine.workspace.resolve("in"), "from a file");
    Path out = machine.workspace.resolve("out");
    machine.redirected(
        new LaunchRedirections(
            List.of(
                new LaunchRedirect.Input(in),
                new LaunchRedirect.OutputRedirect(LaunchStream.STDOUT, out, true),
                new LaunchRedirect.Joined(LaunchStream.STDERR))));

    machine.sh("cat; echo err >&2");
    LaunchResult result = machine.sh("cat; echo err >&2");

    assertThat(out).hasContent("from a fileerr\nfrom a fileerr\n");
    assertThat(result.stdout().totalBytes() + result.stderr().totalBytes()).isZero();
  }

  @ParameterizedTest
  @MethodSource("all")
  void aRedirectionFollowsNoLink(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    Path outside = Files.writeString(directory.resolve("victim"), "safe");
    Path link = Files.createSymbolicLink(machine.workspace.resolve("l"), outside);
    LaunchRedirect output = new LaunchRedirect.OutputRedirect(LaunchStream.STDOUT, link, false);
    machine.redirected(new LaunchRedirections(List.of(output)));

    assertThatThrownBy(() -> machine.sh("echo x")).isInstanceOf(IOException.class);
    assertThat(outside).hasContent("safe");
  }

  @ParameterizedTest
  @MethodSource("all")
  void standardInputIsWhatIsGivenOrNothing(Sandbox sandbox) throws Exception {
    byte[] bytes = new byte[300_000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    assertThat(on(sandbox).sh("cat").stdout().totalBytes()).isZero();
    assertThat(on(sandbox).stdin(bytes).sh("cat").stdout().bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @MethodSource("all")
  void wordsAndVariablesArriveByteForByte(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    List<String> words =
        List.of("", "a b", "ü€😀", "'\"\\$(x)", "-n", "line\nbreak", "\u0001\u001b");
    LaunchResult result =
        machine.run(
            machine.program(
                "/usr/bin/printf", words.stream().<String>map(w -> w).toArray(String[]::new)));
    LaunchResult printed =
        machine.run(
            machine.program(
                "/bin/sh",
                java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(
                            "-c", "for a; do printf '%s|' \"$a\"; done", "sh"),
                        words.stream())
                    .toArray(String[]::new)));

    assertThat(result.exit().status()).isZero();
    assertThat(printed.stdout().bytes())
        .isEqualTo((String.join("|", words) + "|").getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("all")
  void theEnvironmentIsOnlyWhatWasGiven(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    LaunchResult result = machine.run(machine.program("/usr/bin/env"));

    assertThat(result.stdout().text().lines().map(line -> line.replaceFirst("=.*", "")))
        .isSubsetOf("PATH", "LC_ALL", "OUT", "HOME", "TMPDIR", "PWD");
  }

  @ParameterizedTest
  @MethodSource("all")
  void muchOutputIsCutAndDrained(Sandbox sandbox) throws Exception {
    LaunchResult result = on(sandbox).keeping(1000).sh("head -c 5000000 /dev/zero; echo done >&2");

    assertThat(result.stdout().bytes()).hasSize(1000);
    assertThat(result.stdout().totalBytes()).isEqualTo(5_000_000);
    assertThat(result.stdout().cut()).isTrue();
    assertThat(result.stderr().text()).isEqualTo("done\n");
  }

  private static LiveListener onOutput(Runnable action) {
    return new LiveListener() {
      @Override
      public void stdout(byte[] bytes) {
        action.run();
      }

      @Override
      public void stderr(byte[] bytes) {}
    };
  }

  @ParameterizedTest
  @MethodSource("all")
  void outputIsSeenWhileItRuns(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    CountDownLatch seen = new CountDownLatch(1);
    LiveListener live =
        onOutput(
            () -> {
              try {
                Files.writeString(machine.workspace.resolve("go"), "");
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
              seen.countDown();
            });
    LaunchResult result =
        machine
            .executor()
            .run(
                machine.launch(
                    machine.shell("echo first; while [ ! -e go ]; do sleep 0.01; done; echo last")),
                live);

    assertThat(seen.getCount()).isZero();
    assertThat(result.stdout().text()).isEqualTo("first\nlast\n");
  }

  @ParameterizedTest
  @MethodSource("all")
  void aSignalIsNamed(Sandbox sandbox) throws Exception {
    LaunchResult result = on(sandbox).sh("kill -SEGV $$");

    assertThat(result.exit().status()).isEqualTo(128 + 11);
    if (!sandbox.name().equals("namespaces")) { // bubblewrap reports only the status
      assertThat(result.exit()).isEqualTo(new Exit.Signal(11, "SIGSEGV"));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void whatTakesTooLongIsEnded(Sandbox sandbox) throws Exception {
    LaunchResult result = on(sandbox).timeout(Duration.ofMillis(1500)).sh("echo begun; sleep 600");

    assertThat(result.timedOut()).isTrue();
    assertThat(result.stdout().text()).isEqualTo("begun\n");
    assertThat(result.took()).isLessThan(Duration.ofSeconds(20));
    assertThat(result.report().allEnded()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("all")
  void aPoliteOneMayTidyUp(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    interruptAtFirstOutput(
        machine, "trap 'echo tidy > tidied; exit 0' TERM; echo x; while :; do sleep 0.05; done");

    assertThat(machine.workspace.resolve("tidied")).hasContent("tidy");
  }

  /// Ignores signals, makes its own sessions and groups, forks twice, and does it again.
  @ParameterizedTest
  @MethodSource("all")
  void nothingSurvivesATimeout(Sandbox sandbox) throws Exception {
    String mark = "60" + System.nanoTime();
    Machine machine = on(sandbox).timeout(Duration.ofMillis(700));
    String hard =
        """
        trap '' TERM HUP INT
        (setsid sh -c 'trap "" TERM; (setsid sleep %1$s &); sleep %1$s' &)
        (setsid setsid setsid sleep %1$s &) 2>/dev/null
        set -m; sleep %1$s & (sleep %1$s &) ; set +m
        command -v perl >/dev/null && (perl -e '
          setpgrp(0, 0); exit 0 if fork; setpgrp(0, 0); exit 0 if fork;
          $SIG{TERM} = "IGNORE"; exec "sleep", "%1$s"' &)
        sleep %1$s
        """
            .formatted(mark);
    LaunchResult result = machine.sh(hard);

    assertThat(result.timedOut()).isTrue();
    assertThat(result.report().allEnded()).isTrue();
    assertThat(Machine.runs(mark)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("all")
  void noDaemonIsLeftBehind(Sandbox sandbox) throws Exception {
    String mark = "61" + System.nanoTime();
    LaunchResult result =
        on(sandbox)
            .sh(
                "(setsid sleep "
                    + mark
                    + " >/dev/null 2>&1 &); (setsid sleep "
                    + mark
                    + " &); echo");

    assertThat(result.exit().status()).isZero();
    assertThat(result.timedOut()).isFalse();
    assertThat(result.report().allEnded()).isTrue();
    assertThat(Machine.runs(mark)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("all")
  void anInterruptEndsEverything(Sandbox sandbox) throws Exception {
    String mark = "62" + System.nanoTime();
    interruptAtFirstOutput(on(sandbox), "(setsid sleep " + mark + " &); echo x; sleep " + mark);

    assertThat(Machine.runs(mark)).isFalse();
  }

  /// Runs a script and interrupts its caller when it has printed something: only then is it known
  /// to run, however busy the machine is.
  private static void interruptAtFirstOutput(Machine machine, String script) throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    CountDownLatch begun = new CountDownLatch(1);
    LiveListener live = onOutput(begun::countDown);
    LaunchRequest launch = machine.launch(machine.shell(script));
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    machine.executor().run(launch, live);
                  } catch (IOException | InterruptedException e) {
                    thrown.set(e);
                  }
                });
    begun.await();
    caller.interrupt();
    caller.join();

    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
  }

  @ParameterizedTest
  @MethodSource("all")
  void forkingWithoutEndEnds(Sandbox sandbox) throws Exception {
    String mark = "63" + System.nanoTime();
    LaunchResult result =
        on(sandbox)
            .timeout(Duration.ofMillis(700))
            .sh("i=0; while [ $i -lt 400 ]; do sleep " + mark + " & i=$((i+1)); done; wait");

    assertThat(result.report().allEnded()).isTrue();
    assertThat(Machine.runs(mark)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("all")
  void limitsHold(Sandbox sandbox) throws Exception {
    LaunchQuotas quotas = new LaunchQuotas(256L << 20, 1, 40, 512, 5000);
    Machine machine = on(sandbox).quotas(quotas);

    assertThat(machine.sh("ulimit -n; ulimit -f; ulimit -t; ulimit -c").stdout().text())
        .isEqualTo("40\n" + 5000 / 512 + "\n1\n0\n");
    assertThat(machine.sh("head -c 100000 /dev/zero > big").exit().status()).isNotZero();
    assertThat(Files.size(machine.workspace.resolve("big"))).isLessThanOrEqualTo(5000);
    assertThat(machine.sh("while :; do :; done").exit().status()).isEqualTo(128 + 9);
  }

  @ParameterizedTest
  @MethodSource("all")
  void aProgramThatIsMissingIsSaid(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    LaunchStage missing = machine.program("/usr/bin/no-such-program");

    assertThatThrownBy(() -> machine.run(machine.shell("sleep 5"), missing))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(SandboxException.class)
        .hasMessageContaining("no-such-program");
  }

  @ParameterizedTest
  @MethodSource("all")
  void thereIsNoTerminalAndASessionOfItsOwn(Sandbox sandbox) throws Exception {
    LaunchResult result =
        on(sandbox).sh("(exec </dev/tty) 2>/dev/null && echo terminal; [ -t 0 ] && echo t; :");

    assertThat(result.stdout().text()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("all")
  void noDescriptorOfOursIsInherited(Sandbox sandbox) throws Exception {
    Path file = Files.writeString(directory.resolve("open"), "secret");
    try (java.io.InputStream in = Files.newInputStream(file)) {
      LaunchResult result =
          on(sandbox)
              .sh(
                  "i=3; while [ $i -lt 200 ]; do (eval \": <&$i\") 2>/dev/null && echo $i; i=$((i+1)); done");
      assertThat(in.read()).isEqualTo('s');
      assertThat(result.stdout().text()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  @ResourceLock(Machine.DESCRIPTORS)
  void nothingOfOursLeaks(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    machine.sh(":");
    long before = descriptors();
    int often = 40; // other tests hold some at the same time
    for (int i = 0; i < often; i++) {
      machine.run(machine.shell("echo x"), machine.shell("cat"));
    }
    for (int i = 0; i < often && descriptors() >= before + often; i++) {
      machine.sh(":"); // a leak grows with each; what other tests hold goes
    }
    assertThat(descriptors()).isLessThan(before + often);
  }

  private static long descriptors() throws IOException {
    try (java.util.stream.Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }
}
