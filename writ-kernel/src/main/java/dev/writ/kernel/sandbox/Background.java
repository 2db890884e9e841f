// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.sandbox;

import java.io.IOException;
import java.util.Optional;

/// A pipeline that runs on while other things happen.
public final class Background {
  private final String id;
  private final Job job;
  private final Thread thread;

  Background(String id, Job job, Thread thread) {
    this.id = id;
    this.job = job;
    this.thread = thread;
  }

  /// A piece of output.
  ///
  /// @param bytes what is new
  /// @param missed whether there was more that isn't kept any more
  /// @param next what to ask from next time, in bytes from the beginning
  @SuppressWarnings("ArrayRecordComponent") // a new array each time
  public record Part(byte[] bytes, boolean missed, long next) {}

  /// Its name in this session.
  public String id() {
    return id;
  }

  /// Whether it still runs.
  public boolean running() {
    return thread.isAlive();
  }

  /// Standard output after so many bytes.
  public Part stdout(long offset) {
    return job.stdout().since(offset);
  }

  /// Standard error after so many bytes.
  public Part stderr(long offset) {
    return job.stderr().since(offset);
  }

  /// How it ended; empty while it runs.
  ///
  /// @throws IOException where it could not be started
  public Optional<Ran> ended() throws IOException {
    return running() ? Optional.empty() : Optional.of(job.result());
  }

  /// Waits for its end.
  ///
  /// @throws InterruptedException when interrupted; it runs on
  public Ran await() throws IOException, InterruptedException {
    thread.join();
    return job.result();
  }

  /// Ends it with all that it started, and waits for that.
  public Ran stop() throws IOException {
    signalStop();
    awaitAnyway();
    return job.result();
  }

  void signalStop() {
    job.stop();
  }

  void awaitAnyway() {
    Executor.joinAnyway(thread);
  }
}
