// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.hand;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.kernel.program.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The background commands of a session. None outlives it.
public final class BackgroundCommands {
  /// How many run at once.
  public static final int MAX_RUNNING = 8;

  private final CommandHand hand;
  private final List<BackgroundCommand> all = new ArrayList<>();
  private final Map<BackgroundCommand, List<Path>> places = new HashMap<>();
  private Optional<Thread> atExit = Optional.empty();

  BackgroundCommands(CommandHand hand) {
    this.hand = hand;
  }

  /// Starts a line of one pipeline.
  ///
  /// @param exempt directories of the workspace whose writes are not reported
  /// @throws java.io.FileNotFoundException if a program is missing
  /// @throws IOException if one can't be started, the sandbox not be set up, or too many run
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
    if (atExit.isEmpty()) { // whatever ends Writ, but force, ends them too
      atExit = Optional.of(Thread.ofPlatform().unstarted(hand::close));
      Runtime.getRuntime().addShutdownHook(atExit.get());
    }
    BackgroundCommand started =
        new BackgroundCommand(hand.start(run, exempt), run, text -> hand.withoutSecrets(run, text));
    boolean stays = run.limits().course() == Effect.RunCommand.RunCourse.BACKGROUND;
    places.put(started, stays ? List.copyOf(exempt) : List.of());
    Optional<CommandOutcome> _ = started.ended(); // throws where it could not be started
    all.add(started);
    return started;
  }

  /// The directories in which those that run may write so that it stays, as far as they still are
  /// directories.
  public synchronized List<Path> places() {
    places.keySet().removeIf(command -> !command.running());
    return places.values().stream()
        .flatMap(List::stream)
        .distinct()
        .filter(BackgroundCommands::isReal)
        .toList();
  }

  private static boolean isReal(Path directory) {
    try {
      return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
          && directory.toRealPath().equals(directory);
    } catch (IOException _) {
      return false;
    }
  }

  /// All that were started, also those that have ended.
  public synchronized List<BackgroundCommand> all() {
    return List.copyOf(all);
  }

  /// The one with that id.
  public Optional<BackgroundCommand> find(String id) {
    return all().stream().filter(command -> command.id().equals(id)).findFirst();
  }

  /// Marks the running commands as stopped, for the records. The executor's close ends them.
  void ending() {
    all().forEach(BackgroundCommand::ending);
    atExit.ifPresent(BackgroundCommands::forget);
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // It is what runs.
    }
  }
}
