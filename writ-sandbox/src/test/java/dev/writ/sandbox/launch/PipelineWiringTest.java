// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirect;
import dev.writ.sandbox.launch.LaunchRequest.LaunchRedirections;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.mechanism.SandboxChooser.Wish;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The descriptors of a pipeline that can't be wired. Alone, because it takes descriptors away from
/// the whole process.
@Isolated
class PipelineWiringTest {
  private static final int NOFILE = 7;
  private static final int MOST = 512;

  @TempDir Path directory;

  /// Whichever descriptor is the first that the kernel refuses, those before are closed again.
  @Test
  void whereADescriptorIsRefusedNoneIsLeft() throws Exception {
    Machine machine =
        new Machine(Machine.get(Wish.LANDLOCK), directory)
            .stdin("input".getBytes(StandardCharsets.UTF_8));
    LaunchRequest launch =
        machine.launch(machine.shell(":"), machine.shell(":"), machine.shell(":"));
    try (Os os = new Os()) {
      close(os, new PipelineWiring(os, launch)); // both load all classes
      assertThat(refuses(os, missing())).isTrue();
      Set<Integer> before = open(os);
      int wired = 0;
      int refused = 0;
      for (int limit = 4; limit < MOST && wired < 3; limit++) {
        long[] usual = limit(os, limit);
        PipelineWiring wiring = null;
        try {
          wiring = new PipelineWiring(os, launch);
        } catch (IOException _) {
          refused++;
        } finally {
          restore(os, usual);
        }
        if (wiring != null) {
          close(os, wiring);
          wired++;
        }
        assertThat(before).as("limit " + limit).containsAll(open(os));
      }
      assertThat(wired).isPositive();
      assertThat(refused).isGreaterThan(10);
    }
  }

  /// The same where a file can't be opened, as the last thing.
  @Test
  void whereAFileIsMissingNoneIsLeft() throws Exception {
    LaunchRequest launch = missing();
    try (Os os = new Os()) {
      assertThat(refuses(os, launch)).isTrue();
      Set<Integer> before = open(os);
      assertThat(refuses(os, launch)).isTrue();
      assertThat(before).containsAll(open(os));
    }
  }

  /// A whole launch, refused at each of the descriptors that it opens.
  @ParameterizedTest
  @EnumSource(
      value = Wish.class,
      names = {"NAMESPACES", "LANDLOCK"})
  void whereALaunchIsRefusedNoneIsLeft(Wish wish) throws Exception {
    Machine machine =
        new Machine(Machine.get(wish), directory)
            .protecting(".git")
            .stdin("input".getBytes(StandardCharsets.UTF_8));
    LaunchStage[] stages = {machine.shell("cat"), machine.shell("cat")};
    assertThat(machine.run(stages).stdout().bytes()).isNotEmpty();
    assertThat(runs(machine.redirected(gone()), machine.shell(":"))).isFalse();
    machine.redirected(LaunchRedirections.NONE);
    assertThat(runs(machine, stages)).isTrue();
    try (Os os = new Os()) {
      int before = open(os).size();
      int refused = 0;
      int ran = 0;
      for (int limit = 32; limit < MOST && ran < 3; limit++) {
        long[] usual = limit(os, limit);
        boolean runs;
        try {
          runs = runs(machine, stages);
        } finally {
          restore(os, usual);
        }
        ran += runs ? 1 : 0;
        refused += runs ? 0 : 1;
        long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (open(os).size() > before && System.nanoTime() < until) {
          StatePoll.pause(); // some are closed when the result is known already
        }
        assertThat(open(os).size()).as("limit " + limit).isLessThanOrEqualTo(before);
      }
      assertThat(ran).isPositive();
      assertThat(refused).isGreaterThan(5);
    }
  }

  private LaunchRedirections gone() throws IOException {
    return new LaunchRedirections(
        List.of(new LaunchRedirect.Input(directory.toRealPath().resolve("missing"))));
  }

  private static boolean runs(Machine machine, LaunchStage... stages) throws InterruptedException {
    try {
      return machine.run(stages).exits().stream().allMatch(exit -> exit.status() == 0);
    } catch (IOException _) {
      return false;
    }
  }

  private LaunchRequest missing() throws IOException {
    Machine machine = new Machine(Machine.get(Wish.LANDLOCK), directory).redirected(gone());
    return machine.launch(machine.shell(":"), machine.shell(":"));
  }

  private static boolean refuses(Os os, LaunchRequest launch) {
    try {
      close(os, new PipelineWiring(os, launch));
      return false;
    } catch (IOException _) {
      return true;
    }
  }

  private static void close(Os os, PipelineWiring wiring) {
    wiring.close(os);
    os.close(wiring.stdout());
    os.close(wiring.stderr());
  }

  private static Set<Integer> open(Os os) {
    final int getFlags = 1;
    Set<Integer> open = new TreeSet<>();
    for (int i = 0; i < MOST; i++) {
      if (os.sys(Syscall.FCNTL, i, getFlags) >= 0) {
        open.add(i);
      }
    }
    return open;
  }

  private static long[] limit(Os os, int descriptors) {
    MemorySegment was = os.memory(16);
    MemorySegment is = os.memory(16);
    os.sys(Syscall.PRLIMIT64, 0, NOFILE, 0, was.address());
    is.set(JAVA_LONG, 0, descriptors);
    is.set(JAVA_LONG, 8, was.get(JAVA_LONG, 8));
    os.sys(Syscall.PRLIMIT64, 0, NOFILE, is.address(), 0);
    return new long[] {was.get(JAVA_LONG, 0), was.get(JAVA_LONG, 8)};
  }

  private static void restore(Os os, long[] usual) {
    MemorySegment is = os.memory(16);
    is.set(JAVA_LONG, 0, usual[0]);
    is.set(JAVA_LONG, 8, usual[1]);
    os.sys(Syscall.PRLIMIT64, 0, NOFILE, is.address(), 0);
  }
}
