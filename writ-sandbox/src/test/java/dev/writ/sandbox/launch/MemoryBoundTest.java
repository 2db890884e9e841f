// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.sandbox.launch.LaunchRequest.LaunchQuotas;
import dev.writ.sandbox.launch.LaunchResult.Exit;
import dev.writ.sandbox.launch.LaunchResult.LaunchBound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Programs that take memory, and programs that only reserve addresses, in every mechanism.
class MemoryBoundTest {
  private static final long MEBI = 1 << 20;
  private static final LaunchQuotas LITTLE = new LaunchQuotas(256 * MEBI, 600, 1024, 512, 2L << 30);

  /// Takes that many mebibytes, its own or shared ones.
  private static final String TAKING =
      """
      import mmap, sys
      flags = (mmap.MAP_PRIVATE if sys.argv[1:2] == ["own"] else mmap.MAP_SHARED) | mmap.MAP_ANONYMOUS
      size = int(sys.argv[2]) << 20
      taken = mmap.mmap(-1, size, flags=flags)
      for at in range(0, size, 4096):
          taken[at] = 1
      print("took", flush=True)
      """;

  /// From now on the program keeps what it took: a quick machine would end it before it is found.
  private static final String HOLDING = "sed -i '$a import time; time.sleep(1000)' take.py; ";

  @TempDir Path directory;

  private static List<Sandbox> all() {
    return Machine.all();
  }

  private Machine on(Sandbox sandbox) throws IOException {
    Machine machine = new Machine(sandbox, directory).quotas(LITTLE);
    Files.writeString(machine.workspace.resolve("take.py"), TAKING);
    return machine;
  }

  private static void assertStopped(LaunchResult result) {
    assertThat(result.bound()).as(result.stderr().text()).isEqualTo(LaunchBound.MEMORY);
    assertThat(result.exit().status()).isEqualTo(128 + 9);
    assertThat(result.timedOut()).isFalse();
    assertThat(result.report().allEnded()).isTrue();
  }

  /// The program's memory ends before 2 GiB, so that the test itself cannot exhaust the machine.
  @ParameterizedTest
  @MethodSource("all")
  void whoTakesAllIsStopped(Sandbox sandbox) throws Exception {
    assertStopped(on(sandbox).sh(HOLDING + "python3 take.py own 2000"));
    assertStopped(on(sandbox).sh(HOLDING + "python3 take.py shared 2000"));
  }

  @ParameterizedTest
  @MethodSource("all")
  void manyAreStoppedTogether(Sandbox sandbox) throws Exception {
    String mark = "67" + System.nanoTime();
    assertStopped(
        on(sandbox)
            .sh(
                HOLDING
                    + "for i in 1 2 3 4 5 6; do python3 take.py own 80 "
                    + mark
                    + " & done; wait"));
    assertThat(Machine.runs(mark)).isFalse();
  }

  /// A process that leaves its parent and its group is still found.
  @ParameterizedTest
  @MethodSource("all")
  void daemonsCount(Sandbox sandbox) throws Exception {
    String mark = "68" + System.nanoTime();
    assertStopped(
        on(sandbox)
            .sh(
                HOLDING
                    + "(setsid python3 take.py own 2000 "
                    + mark
                    + " > /dev/null &) ; sleep 1000"));
    assertThat(Machine.runs(mark)).isFalse();
  }

  /// Children that only look at what their parent holds hold nothing.
  @ParameterizedTest
  @MethodSource("all")
  void whatSeveralShareCountsOnce(Sandbox sandbox) throws Exception {
    LaunchResult result =
        on(sandbox)
            .sh(
                "sed -i '$a import os, time' take.py;"
                    + " sed -i '$a [os.fork() or (time.sleep(1.5), os._exit(0)) for _ in range(4)]'"
                    + " take.py; sed -i '$a [os.wait() for _ in range(4)]' take.py;"
                    + " python3 take.py own 120 && echo over");
    assertThat(result.stdout().text()).as(result.stderr().text()).isEqualTo("took\nover\n");
    assertThat(result.bound()).isEqualTo(LaunchBound.NONE);
  }

  /// Of children that end one by one while they are looked at, each is read as one of fewer.
  @ParameterizedTest
  @MethodSource("all")
  void thoseThatEndMeanwhileDoNotCountTwice(Sandbox sandbox) throws Exception {
    Machine machine = on(sandbox);
    Files.writeString(
        machine.workspace.resolve("take.py"),
        TAKING
            + """
            import os, time
            for round in range(40):
                for child in range(6):
                    os.fork() or (time.sleep(0.004 * child), os._exit(0))
                for child in range(6):
                    os.wait()
            """);
    LaunchResult result = machine.sh("python3 take.py own 200 && echo over");
    String how = result.bound() + " " + result.exit() + " " + result.stderr().text();
    assertThat(result.stdout().text()).as(how).isEqualTo("took\nover\n");
  }

  @ParameterizedTest
  @MethodSource("all")
  void addressesAreNoMemory(Sandbox sandbox) throws Exception {
    LaunchResult result =
        on(sandbox)
            .sh(
                "python3 -c 'import mmap; mmap.mmap(-1, 14 << 40, flags=mmap.MAP_PRIVATE"
                    + " | mmap.MAP_ANONYMOUS | 0x4000); print(1)'");
    assertThat(result.stdout().text()).as(result.stderr().text()).isEqualTo("1\n");
  }

  @ParameterizedTest
  @MethodSource("all")
  void programsUnderASanitizerRun(Sandbox sandbox) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/gcc")));
    Machine machine = on(sandbox);
    Files.writeString(
        machine.workspace.resolve("a.c"),
        """
        #include <stdio.h>
        #include <stdlib.h>
        int main(int argc, char **argv) {
          char *p = malloc(10);
          if (argc > 1) free(p);
          p[argc] = 1;
          printf("ran %d\\n", p[argc]);
          if (argc == 1) free(p);
          fflush(stdout);
          if (getenv("AT_ONCE")) _Exit(0);
          return 0;
        }
        """);
    LaunchResult made = machine.sh("gcc -g -fsanitize=address -o a a.c");
    assumeTrue(made.exit().equals(new Exit.Code(0)), made.stderr().text());

    // To search for leaks at its end it would trace itself, which no program may. Under Landlock it
    // cannot be configured: it reads its environment from /proc.
    boolean told = !sandbox.name().equals("landlock");
    LaunchResult good = machine.sh((told ? "LSAN_OPTIONS=detect_leaks=0" : "AT_ONCE=1") + " ./a");
    assertThat(good.stdout().text()).as(good.stderr().text()).isEqualTo("ran 1\n");
    assertThat(good.exit()).as(good.stderr().text()).isEqualTo(new Exit.Code(0));
    LaunchResult bad = machine.sh("./a x");
    assertThat(bad.stderr().text()).contains("heap-use-after-free", "a.c:6");
  }
}
