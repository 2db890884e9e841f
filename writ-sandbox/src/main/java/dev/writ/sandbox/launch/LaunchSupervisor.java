// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.filter.WatchedDescriptor;
import dev.writ.sandbox.launch.LaunchResult.LaunchBound;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import dev.writ.sandbox.protection.PathProtection;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One launch in progress. Its thread starts the stages and then waits for everything at once:
/// output, ends, signals of the sandbox, a request to stop. When the last stage has ended or the
/// time limit is reached, all remaining processes are ended too: first by SIGTERM, then by SIGKILL.
///
/// The thread lives as long as the processes: a process that is to die with its parent dies with
/// the thread that started it (`prctl(2)`, `PR_SET_PDEATHSIG`).
final class LaunchSupervisor implements Runnable {
  /// How long a process may take to end politely, before it is ended by force.
  static final Duration GRACE = Duration.ofSeconds(2);

  /// How long the kernel may take to clear away what was ended by force.
  private static final Duration CLEARING = Duration.ofSeconds(5);

  /// How often force is used meanwhile.
  private static final Duration AGAIN = Duration.ofMillis(20);

  private static final int SIGTERM = 15;
  private static final int SIGKILL = 9;
  private static final int EINTR = 4;
  private static final int READABLE = 1;

  private final LaunchRequest launch;
  private final Sandbox sandbox;
  private final LiveListener live;
  private final BoundedOutput stdout;
  private final BoundedOutput stderr;
  private final List<WatchedDescriptor> watches = new ArrayList<>();
  private final List<ChildReaper> stages = new ArrayList<>();
  private final WakeupEvent event = new WakeupEvent();
  private final MemoryBound memory;

  private Phase phase = Phase.RUNNING;
  private long deadline;
  private LaunchBound bound = LaunchBound.NONE;
  private List<Integer> kept = List.of();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile @Nullable LaunchResult launchResult;
  private volatile @Nullable Throwable trouble;

  private enum Phase {
    RUNNING,
    POLITE,
    FORCED,
    GIVEN_UP;

    Phase next() {
      return switch (this) {
        case RUNNING -> POLITE;
        case POLITE -> FORCED;
        case FORCED, GIVEN_UP -> GIVEN_UP;
      };
    }
  }

  /// @param latest whether the latest output is kept instead of the first
  LaunchSupervisor(LaunchRequest launch, Sandbox sandbox, LiveListener live, boolean latest) {
    this.launch = launch;
    this.sandbox = sandbox;
    this.live = live;
    this.memory = new MemoryBound(launch.limits().quotas().memoryBytes());
    this.stdout = new BoundedOutput(launch.limits().stdoutBytes(), latest);
    this.stderr = new BoundedOutput(launch.limits().stderrBytes(), latest);
  }

  BoundedOutput stdout() {
    return stdout;
  }

  BoundedOutput stderr() {
    return stderr;
  }

  /// Has everything ended. May be called from any thread, at any time; returns at once.
  void stop() {
    event.signal(WakeupEvent.STOP);
  }

  /// Says that every stage was started, or that none will be any more.
  void begun() {
    begun.countDown();
  }

  /// Waits for that.
  void awaitBegun() throws InterruptedException {
    begun.await();
  }

  /// How it ended.
  ///
  /// @throws IOException where it could not be started, or its sandbox not be set up
  LaunchResult result() throws IOException {
    LaunchResult result = launchResult;
    if (result != null) {
      return result;
    }
    switch (trouble) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> throw new IllegalStateException("still running", trouble);
    }
  }

  @Override
  public void run() {
    try {
      work();
    } finally {
      over.countDown();
    }
    try (Os os = new Os()) {
      kept.forEach(os::close);
    }
  }

  /// Waits until its result is known; its thread may still be cleaning up.
  void awaitOver() throws InterruptedException {
    over.await();
  }

  private void work() {
    long began = System.nanoTime();
    deadline = began + nanos(launch.limits().timeout());
    try (Os os = new Os();
        ConfinedLaunch confinedLaunch = sandbox.cell(os, launch)) {
      try {
        event.hang(os);
        if (launch.confinement().network() instanceof ConfinedNetwork.Allowlist(var _, var refusal)
            && refusal == ConfinedNetwork.HostRefusalRule.ENDS) {
          confinedLaunch.refusing(this::stop);
        }
        PipelineWiring wiring = new PipelineWiring(os, launch);
        watches.add(new StreamPump(os, wiring.stdout(), stdout, live::stdout));
        watches.add(new StreamPump(os, wiring.stderr(), stderr, live::stderr));
        StageStarter starter = new StageStarter(confinedLaunch, wiring, event);
        starter.start(os, this::started);
        try {
          loop(os, confinedLaunch, starter);
        } catch (IOException | RuntimeException | Error e) {
          abandon(os, confinedLaunch);
          throw e;
        } finally {
          starter.release(os);
        }
        finish(confinedLaunch, began);
      } finally {
        kept = confinedLaunch.kept();
        watches.forEach(watch -> os.close(watch.descriptor()));
        event.close(os);
      }
    } catch (IOException | RuntimeException | Error e) {
      trouble = e;
    }
  }

  private long patience() {
    long left = deadline - System.nanoTime();
    return switch (phase) {
      case RUNNING, POLITE -> Math.min(left, memory.nanosLeft());
      case FORCED, GIVEN_UP -> Math.min(left, AGAIN.toNanos());
    };
  }

  private void started(Os os, ConfinedLaunch confinedLaunch, int pid) throws IOException {
    ChildReaper reaper = new ChildReaper(os, pid);
    stages.add(reaper);
    watches.add(reaper);
    confinedLaunch.started(os, pid, watches::add);
  }

  private void loop(Os os, ConfinedLaunch confinedLaunch, StageStarter starter) throws IOException {
    Poll poll = new Poll(os);
    while (phase != Phase.GIVEN_UP
        && (starter.busy() || watches.stream().anyMatch(WatchedDescriptor::needed))) {
      if (!starter.busy() && !starter.failed()) {
        begun();
      }
      List<WatchedDescriptor> ready = poll.await(os, patience());
      if (phase == Phase.FORCED) {
        confinedLaunch.signal(os, SIGKILL); // again: a process may just have moved to another group
      }
      for (WatchedDescriptor watch : ready) {
        if (!watch.ready(os, poll.events(watch))) {
          watches.remove(watch);
          os.close(watch.descriptor());
        }
      }
      if (event.rang()) {
        starter.collect(os, watches::add, this::started);
      }
      boolean ended = !starter.busy() && stages.stream().allMatch(ChildReaper::ended);
      boolean late = System.nanoTime() - deadline >= 0;
      boolean running = phase == Phase.RUNNING;
      if ((ended && phase != Phase.FORCED) || (starter.failed() && running)) {
        enter(Phase.FORCED, os, confinedLaunch);
      } else if (phase != Phase.FORCED && isTooLarge(confinedLaunch)) {
        bound = bound == LaunchBound.NONE ? LaunchBound.MEMORY : bound;
        enter(
            Phase.FORCED,
            os,
            confinedLaunch); // after a polite request it would continue to allocate
      } else if (late || (event.isStopping() && running)) {
        bound = late && running ? LaunchBound.TIME : bound;
        enter(phase.next(), os, confinedLaunch);
      }
    }
    starter.rethrow();
  }

  private boolean isTooLarge(ConfinedLaunch confinedLaunch) {
    return memory.nanosLeft() <= 0
        && memory.isExceeded(
            stages.stream()
                .filter(stage -> !stage.ended())
                .map(ChildReaper::pid)
                .collect(Collectors.toSet()),
            confinedLaunch.groups());
  }

  /// After a fault of our own nothing may be left running, nor unreaped.
  private void abandon(Os os, ConfinedLaunch confinedLaunch) throws Os.SystemCallFailure {
    confinedLaunch.signal(os, SIGKILL);
    for (ChildReaper stage : stages) {
      if (!stage.ended()) {
        stage.ready(os, READABLE);
      }
    }
  }

  private void enter(Phase next, Os os, ConfinedLaunch confinedLaunch) {
    phase = next;
    deadline = System.nanoTime() + nanos(next == Phase.POLITE ? GRACE : CLEARING);
    if (next != Phase.GIVEN_UP) {
      confinedLaunch.signal(os, next == Phase.POLITE ? SIGTERM : SIGKILL);
    }
  }

  private void finish(ConfinedLaunch confinedLaunch, long began) throws IOException {
    PathProtection.ProtectionChanges changes = confinedLaunch.changes();
    if (bound == LaunchBound.NONE && !event.isStopping()) {
      confinedLaunch.check(stderr.output().text());
    }
    launchResult =
        new LaunchResult(
            stages.stream().map(ChildReaper::exit).toList(),
            stdout.output(),
            stderr.output(),
            bound,
            Duration.ofNanos(System.nanoTime() - began),
            new LaunchResult.Report(
                sandbox.name(),
                changes.reverted(),
                changes.lost(),
                changes.moves(),
                confinedLaunch.refused(),
                phase != Phase.GIVEN_UP && sandbox.endsTrees()));
  }

  private static long nanos(Duration duration) {
    return TimeUnit.NANOSECONDS.convert(duration);
  }

  /// Waits on all watches and the bell (`ppoll(2)`).
  private final class Poll {
    private static final int ENTRY = 8;
    private static final int MOST = 8 * LaunchRequest.MAX_STAGES;

    private final MemorySegment entries;
    private final MemorySegment time;

    Poll(Os os) {
      entries = os.memory((long) MOST * ENTRY);
      time = os.memory(16);
    }

    List<WatchedDescriptor> await(Os os, long nanos) throws Os.SystemCallFailure {
      int count = watches.size();
      for (int i = 0; i <= count; i++) {
        int descriptor = i < count ? watches.get(i).descriptor() : event.descriptor();
        entries.set(JAVA_INT, (long) i * ENTRY, descriptor);
        entries.set(JAVA_INT, (long) i * ENTRY + 4, READABLE); // and nothing happened yet
      }
      long left = Math.max(0, nanos);
      time.set(JAVA_LONG, 0, left / 1_000_000_000);
      time.set(JAVA_LONG, 8, left % 1_000_000_000);
      long ready = os.sys(Syscall.PPOLL, entries.address(), count + 1L, time.address(), 0, 8);
      if (ready < 0 && ready != -EINTR) {
        throw new Os.SystemCallFailure("ppoll", (int) -ready);
      }
      if (ready > 0 && eventsAt(count) != 0) {
        event.answer(os);
      }
      List<WatchedDescriptor> result = new ArrayList<>();
      for (int i = 0; i < count && ready > 0; i++) {
        if (eventsAt(i) != 0) {
          result.add(watches.get(i));
        }
      }
      polled = List.copyOf(watches);
      return result;
    }

    private List<WatchedDescriptor> polled = List.of();

    private int eventsAt(int index) {
      return entries.get(JAVA_SHORT, (long) index * ENTRY + 6);
    }

    int events(WatchedDescriptor watch) {
      return eventsAt(polled.indexOf(watch));
    }
  }
}
