// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.hand;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.kernel.program.StartException;
import dev.writ.records.change.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The background commands of a session. None outlives it.
public final class BackgroundCommands {
  /// How many run at once.
  public static final int MAX_RUNNING = 8;

  private final CommandHand hand;
  private final Path root;
  private final List<BackgroundCommand> all = new ArrayList<>();
  private final Map<BackgroundCommand, Map<Path, Object>> places = new HashMap<>();
  private Optional<Thread> atExit = Optional.empty();

  BackgroundCommands(CommandHand hand, Path root) {
    this.hand = hand;
    this.root = root;
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
    Map<Path, Object> lent = new HashMap<>();
    if (run.limits().course() == Effect.RunCommand.RunCourse.BACKGROUND) {
      exempt.forEach(place -> identity(place).ifPresent(is -> lent.put(place, is)));
    }
    BackgroundCommand started =
        new BackgroundCommand(hand.start(run, exempt), run, text -> hand.withoutSecrets(run, text));
    places.put(started, lent);
    Optional<CommandOutcome> _ = started.ended(); // throws where it could not be started
    all.add(started);
    return started;
  }

  /// The directories in which those that run may write so that it stays, as far as they still are
  /// where they were.
  public synchronized List<Path> places() {
    return lent().values().stream()
        .flatMap(lent -> lent.keySet().stream().filter(place -> isStill(lent, place)))
        .distinct()
        .toList();
  }

  /// Why a call may not have that effect, if one that runs may write so that it stays in what would
  /// go.
  public Optional<ToolError> held(Effect effect) {
    return switch (effect) {
      case Mutation.MovePath(PathLocation.Inside from, _, _, _, _) -> moved(from.path());
      case Mutation.DeletePath(PathLocation.Inside at, _) -> gone(at.path());
      default -> Optional.empty();
    };
  }

  /// The same for changes that restore what was recorded.
  public Optional<ToolError> held(List<FileChange> changes) {
    return changes.stream()
        .filter(one -> one.from().isPresent() || !(one.after() instanceof FileState.Directory))
        .flatMap(one -> one.from().map(this::moved).orElseGet(() -> gone(one.path())).stream())
        .findFirst();
  }

  private Optional<ToolError> gone(WorkspacePath place) {
    return held(place, lent -> lent.startsWith(root.resolve(place.toString())));
  }

  /// What is in such a directory may be open there, and would be written where it is then.
  private Optional<ToolError> moved(WorkspacePath place) {
    return gone(place)
        .or(() -> held(place, lent -> root.resolve(place.toString()).startsWith(lent)));
  }

  private synchronized Optional<ToolError> held(WorkspacePath place, Predicate<Path> holds) {
    return lent().entrySet().stream()
        .filter(one -> one.getValue().keySet().stream().anyMatch(holds))
        .map(one -> held(place, one.getKey()))
        .findFirst();
  }

  private static ToolError held(WorkspacePath place, BackgroundCommand writer) {
    return new ToolError(
        ErrorCode.PROTECTED_PATH,
        "%s must stay where it is: %s (%s) in the background may write there"
            .formatted(DisplayText.named(place), writer.id(), DisplayText.line(writer.line())),
        "End it with stop_command first");
  }

  /// Ends those that may write in a directory that isn't where it was any more: they hold it
  /// wherever it is.
  ///
  /// @return a line about each of them
  public List<String> endMoved() {
    Map<BackgroundCommand, Path> moved = new LinkedHashMap<>();
    synchronized (this) {
      lent()
          .forEach(
              (command, lent) ->
                  lent.keySet().stream()
                      .filter(place -> !isStill(lent, place))
                      .findFirst()
                      .ifPresent(place -> moved.put(command, place)));
    }
    moved.keySet().forEach(BackgroundCommand::end);
    return moved.entrySet().stream()
        .map(
            one ->
                "%s was ended: the command moved or removed %s, where it could write"
                    .formatted(
                        one.getKey().id(),
                        DisplayText.line(root.relativize(one.getValue()).toString())))
        .toList();
  }

  private Map<BackgroundCommand, Map<Path, Object>> lent() {
    places.keySet().removeIf(command -> !command.running());
    return places;
  }

  private static boolean isStill(Map<Path, Object> lent, Path place) {
    return identity(place).filter(is -> is.equals(lent.get(place))).isPresent();
  }

  /// What a directory is, whatever its name; empty where no directory stands, or by a link.
  private static Optional<Object> identity(Path directory) {
    try {
      BasicFileAttributes is =
          Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return is.isDirectory() && directory.toRealPath().equals(directory)
          ? Optional.ofNullable(is.fileKey())
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
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
