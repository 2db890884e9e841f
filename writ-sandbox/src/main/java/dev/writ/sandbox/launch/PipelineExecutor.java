// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import dev.writ.base.thread.ThreadJoin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Runs pipelines in a sandbox. Its processes end with it at the latest.
public final class PipelineExecutor implements AutoCloseable {
  private final Sandbox sandbox;
  private final List<BackgroundLaunch> background = new ArrayList<>();
  private int lastNumber;
  private boolean closed;

  /// @param sandbox for all that is run here
  public PipelineExecutor(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  /// The mechanism.
  public Sandbox sandbox() {
    return sandbox;
  }

  /// The limitations of the mechanism and the limits here, for a person.
  public List<String> gaps() {
    List<String> gaps = new ArrayList<>(sandbox.gaps());
    gaps.addAll(ProcessLimits.gaps());
    return gaps;
  }

  /// Runs a pipeline to its end. Nothing that it started is left, daemons neither.
  ///
  /// @param live receives output as it is produced
  /// @throws IOException where the sandbox can't be set up (nothing was run), a program can't be
  ///     started or a file not be opened
  /// @throws InterruptedException when interrupted; everything was ended before
  public LaunchResult run(LaunchRequest launch, LiveListener live)
      throws IOException, InterruptedException {
    LaunchSupervisor supervisor = new LaunchSupervisor(launch, sandbox, live, false);
    Thread thread = Thread.ofPlatform().daemon().name("command").start(supervisor);
    try {
      supervisor.awaitOver();
    } catch (InterruptedException e) {
      supervisor.stop();
      ThreadJoin.join(thread);
      throw e;
    }
    return supervisor.result();
  }

  /// Starts a pipeline in the background. The latest part of its output is stored.
  ///
  /// @throws IllegalStateException after the end
  public synchronized BackgroundLaunch start(LaunchRequest launch) {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    BackgroundLaunch started = new BackgroundLaunch("b" + ++lastNumber, launch, sandbox);
    background.add(started);
    started.begin();
    return started;
  }

  /// All that were started, also those that have ended.
  public synchronized List<BackgroundLaunch> background() {
    return List.copyOf(background);
  }

  /// Ends all that still runs, at the same time, and waits for it.
  @Override
  public void close() {
    List<BackgroundLaunch> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(background);
    }
    all.forEach(BackgroundLaunch::signalStop);
    all.forEach(BackgroundLaunch::join);
    sandbox.forget();
  }
}
