// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Effect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The commands of a session that go on by themselves. None outlives it.
public final class BackgroundCommands implements AutoCloseable {
  /// How many run at once.
  public static final int MAX_RUNNING = 8;

  private final CommandHand hand;
  private final List<BackgroundCommand> all = new ArrayList<>();

  BackgroundCommands(CommandHand hand) {
    this.hand = hand;
  }

  /// Starts a line of one pipeline.
  ///
  /// @param exempt directories of the workspace in which nobody need know what it writes
  /// @throws java.io.FileNotFoundException where a program is missing
  /// @throws IOException where one can't be started, the sandbox not be set up, or too many run
  /// @throws InterruptedException when aborted; it is ended before
  public synchronized BackgroundCommand start(Effect.RunCommand run, List<Path> exempt)
      throws IOException, InterruptedException {
    List<String> running = new ArrayList<>();
    for (BackgroundCommand command : all) {
      if (command.running()) {
        running.add(command.id());
      }
    }
    if (running.size() >= MAX_RUNNING) {
      throw new StartException(
          new IOException(
              "%d commands run in the background already: %s; end one with stop_command first"
                  .formatted(MAX_RUNNING, String.join(", ", running))));
    }
    BackgroundCommand started = new BackgroundCommand(hand.start(run, exempt), run);
    Optional<Outcome> _ = started.ended(); // throws where it could not be started
    all.add(started);
    return started;
  }

  /// All that were started, also those that have ended.
  public synchronized List<BackgroundCommand> all() {
    return List.copyOf(all);
  }

  /// The one with that id.
  public Optional<BackgroundCommand> find(String id) {
    return all().stream().filter(command -> command.id().equals(id)).findFirst();
  }

  /// Ends all that run.
  @Override
  public void close() {
    List<Thread> threads = new ArrayList<>();
    for (BackgroundCommand command : all()) {
      if (command.running()) {
        threads.add(Thread.ofVirtual().start(command::end)); // each may take its time to end
      }
    }
    for (Thread thread : threads) {
      joinAnyway(thread);
    }
  }

  private static void joinAnyway(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
