// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import dev.writ.sandbox.filter.WatchedDescriptor;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessSpawn;
import dev.writ.sandbox.os.WakeupEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Starts the stages of a job, from the job's own thread or, where the sandbox confines the thread
/// itself, from one that ends with the job: whatever such a thread starts is confined, whatever it
/// starts must therefore be only this.
///
/// Such a thread has a table of descriptors of its own. A process that it started waits, as a copy
/// of that table's owner, until Writ has answered its first call: if it had a copy of the listener,
/// too, it would wait for ever once Writ is killed, with all that Writ had open.
final class StageStarter {
  private final ConfinedLaunch launch;
  private final PipelineWiring wiring;
  private final WakeupEvent event;
  private final CountDownLatch released = new CountDownLatch(1);
  private final List<ProcessSpawn> spawns = new ArrayList<>();

  private final List<Integer> pids = new ArrayList<>();
  private int[] needed = {};
  private boolean confined;
  private boolean prepared;
  private boolean told;
  private boolean done;
  private int collected;
  private @Nullable Exception failure;

  /// Receives each started process.
  interface Started {
    void started(Os os, ConfinedLaunch launch, int pid) throws IOException;
  }

  StageStarter(ConfinedLaunch launch, PipelineWiring wiring, WakeupEvent event) {
    this.launch = launch;
    this.wiring = wiring;
    this.event = event;
  }

  void start(Os os, Started started) throws IOException {
    try {
      for (PipelineWiring.Wired wired : wiring.stages()) {
        ProcessSpawn spawn = launch.spawn(os, wired.stage(), wired.standard());
        if (launch.confinesThread()) {
          spawns.add(spawn);
        } else {
          started.started(os, launch, spawn.start(os));
        }
      }
    } catch (IOException | RuntimeException e) {
      wiring.close(os);
      failure = e;
    }
    if (launch.confinesThread() && failure == null) {
      needed = needed();
      ProcessSpawn.load();
      Thread.ofPlatform().daemon().name("confined").start(this::confined);
      prepare(os);
    } else {
      wiring.close(os);
      done = true;
    }
  }

  /// The descriptors of the confined thread, in ascending order.
  private int[] needed() {
    return IntStream.concat(
            IntStream.of(event.descriptor()),
            spawns.stream().flatMap(spawn -> spawn.descriptors().stream()).mapToInt(fd -> fd))
        .distinct()
        .sorted()
        .toArray();
  }

  /// Looks around while the other thread confines itself, which takes as long.
  private void prepare(Os os) {
    Exception trouble = null;
    try {
      launch.prepare(os);
    } catch (IOException | RuntimeException e) {
      trouble = e;
    }
    synchronized (this) {
      failure = trouble == null ? failure : trouble;
      prepared = true;
      notifyAll();
    }
  }

  private synchronized boolean isPrepared() throws InterruptedException {
    while (!prepared) {
      wait();
    }
    return failure == null;
  }

  /// On the confined thread: nothing here may load a class or open a file.
  private void confined() {
    try (Os own = new Os()) {
      try {
        launch.confine(own);
        own.keepOnly(needed);
        startApart(own);
      } catch (IOException | RuntimeException | InterruptedException e) {
        synchronized (this) {
          failure = e;
        }
      }
      synchronized (this) {
        done = true;
        notifyAll();
      }
      event.signal(own, WakeupEvent.NEWS);
    }
    if (launch.needsThread()) {
      stay();
    }
  }

  private void startApart(Os own) throws IOException, InterruptedException {
    try {
      synchronized (this) {
        confined = true;
        notifyAll();
      }
      event.signal(own, WakeupEvent.NEWS);
      if (isPrepared()) {
        startAll(own);
      }
    } finally {
      own.keepOnly(event.descriptor());
    }
  }

  private void startAll(Os own) throws IOException {
    for (ProcessSpawn spawn : spawns) {
      int pid = spawn.start(own);
      synchronized (this) {
        pids.add(pid);
      }
    }
  }

  private void stay() {
    try {
      released.await();
    } catch (InterruptedException _) {
      // No other code has a reference to this thread; and its end would only end the processes.
    }
  }

  /// Takes over what the confined thread did, on the job's thread.
  synchronized void collect(Os os, Consumer<WatchedDescriptor> watches, Started started)
      throws IOException {
    if (confined && !told) {
      told = true;
      launch.confined(os, watches);
    }
    closeWiring(os);
    while (collected < pids.size()) {
      started.started(os, launch, pids.get(collected++));
    }
  }

  /// Whether there are stages still to be started or to be collected.
  synchronized boolean busy() {
    return !done || collected < pids.size();
  }

  synchronized boolean failed() {
    return failure != null;
  }

  /// @throws IOException where a stage could not be started
  synchronized void rethrow() throws IOException {
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }

  /// Closes what only the children are to hold, as soon as the other thread has copies of it.
  private void closeWiring(Os os) {
    if (confined || done) {
      wiring.close(os);
    }
  }

  private synchronized void awaitApart() {
    boolean interrupted = false;
    while (!confined && !done) {
      try {
        wait();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Lets the confined thread end. Waits until it needs no descriptor of this thread's table.
  void release(Os os) {
    awaitApart();
    closeWiring(os);
    released.countDown();
  }
}
