// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import dev.writ.sandbox.filter.WatchedDescriptor;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessSpawn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Starts the stages of a job, from the job's own thread or, where the sandbox confines the thread
/// itself, from one that ends with the job: whatever such a thread starts is confined, whatever it
/// starts must therefore be only this.
///
/// A process that it started waits until Writ has answered its first call, with copies of the
/// thread's descriptors until its program begins. With one of the listener it would wait for ever
/// once Writ is killed: such a thread has a table of its own without it.
final class StageStarter {
  private final ConfinedLaunch launch;
  private final PipelineWiring wiring;
  private final WakeupEvent event;
  private final CountDownLatch released = new CountDownLatch(1);
  private final List<ProcessSpawn> spawns = new ArrayList<>();

  private final List<Integer> pids = new ArrayList<>();
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
      ProcessSpawn.load();
      Thread.ofPlatform().daemon().name("confined").start(this::confined);
      prepare(os);
    } else {
      wiring.close(os);
      done = true;
    }
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
        synchronized (this) {
          confined = true;
          notifyAll();
        }
        event.signal(own, WakeupEvent.NEWS);
        if (isPrepared()) {
          startAll(own);
        }
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
    if (isWired()) {
      wiring.close(os);
    }
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

  /// Whether the starting thread needs no descriptor of this thread's table any more.
  private boolean isWired() {
    return done || (confined && launch.setsApart());
  }

  private synchronized void awaitWired() {
    boolean interrupted = false;
    while (!isWired()) {
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

  /// Lets the confined thread end, and closes what only the children are to hold.
  void release(Os os) {
    awaitWired();
    wiring.close(os);
    released.countDown();
  }
}
