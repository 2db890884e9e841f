// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import dev.writ.base.thread.ThreadJoin;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pipeline that runs on while other things happen.
public final class BackgroundLaunch {
  private final String id;
  private final LaunchSupervisor supervisor;
  private final Thread thread;
  private final List<Runnable> whenEnded = new ArrayList<>();
  private boolean ending;
  private boolean over;

  BackgroundLaunch(String id, LaunchRequest launch, Sandbox sandbox) {
    this.id = id;
    this.supervisor = new LaunchSupervisor(launch, sandbox, new News(), true);
    this.thread = Thread.ofPlatform().daemon().name("background").unstarted(this::run);
  }

  /// A piece of output.
  ///
  /// @param bytes what is new
  /// @param missed whether there was more that isn't kept any more
  /// @param next what to ask from next time, in bytes from the beginning
  @SuppressWarnings("ArrayRecordComponent") // a new array each time
  public record OutputPart(byte[] bytes, boolean missed, long next) {}

  void begin() {
    thread.start();
  }

  private void run() {
    try {
      supervisor.run();
      List<Runnable> actions;
      synchronized (this) {
        ending = true;
        actions = List.copyOf(whenEnded);
      }
      actions.forEach(Runnable::run);
    } finally {
      synchronized (this) {
        over = true;
        notifyAll();
      }
      supervisor.begun();
    }
  }

  /// Its name in this session.
  public String id() {
    return id;
  }

  /// Whether it still runs.
  public synchronized boolean running() {
    return !over;
  }

  /// Registers an action that runs after the command ends and before waiters are notified: on the
  /// command's own thread, or at once if the command has already ended. Stopping it or closing the
  /// executor waits for the action.
  public void whenEnded(Runnable action) {
    synchronized (this) {
      if (!ending) {
        whenEnded.add(action);
        return;
      }
    }
    action.run();
  }

  /// Standard output after so many bytes.
  public OutputPart stdout(long offset) {
    return supervisor.stdout().since(offset);
  }

  /// Standard error after so many bytes.
  public OutputPart stderr(long offset) {
    return supervisor.stderr().since(offset);
  }

  /// Waits until its programs were started, or couldn't be.
  ///
  /// @throws InterruptedException when interrupted; it runs on
  public void awaitBegun() throws InterruptedException {
    supervisor.awaitBegun();
  }

  /// Waits for more output than there was, for its end, or until the time is over.
  ///
  /// @param stdout how many bytes of standard output are known
  /// @throws InterruptedException when interrupted; it runs on
  public synchronized void awaitNews(long stdout, long stderr, Duration most)
      throws InterruptedException {
    long deadline = System.nanoTime() + most.toNanos();
    long left = most.toNanos();
    while (!over
        && left > 0
        && stdout(stdout).next() <= stdout
        && stderr(stderr).next() <= stderr) {
      wait(left / 1_000_000 + 1);
      left = deadline - System.nanoTime();
    }
  }

  /// How it ended; empty while it runs.
  ///
  /// @throws IOException where it could not be started
  public Optional<LaunchResult> ended() throws IOException {
    synchronized (this) {
      if (!ending) {
        return Optional.empty();
      }
    }
    return Optional.of(supervisor.result());
  }

  /// Waits for its end.
  ///
  /// @throws InterruptedException when interrupted; it runs on
  public LaunchResult await() throws IOException, InterruptedException {
    thread.join();
    return supervisor.result();
  }

  /// Ends it with all that it started, and waits for that.
  public LaunchResult stop() throws IOException {
    signalStop();
    join();
    return supervisor.result();
  }

  void signalStop() {
    supervisor.stop();
  }

  void join() {
    ThreadJoin.join(thread);
  }

  /// Wakes the waiters for output.
  private final class News implements LiveListener {
    @Override
    public void stdout(byte[] bytes) {
      wake();
    }

    @Override
    public void stderr(byte[] bytes) {
      wake();
    }

    private void wake() {
      synchronized (BackgroundLaunch.this) {
        BackgroundLaunch.this.notifyAll();
      }
    }
  }
}
