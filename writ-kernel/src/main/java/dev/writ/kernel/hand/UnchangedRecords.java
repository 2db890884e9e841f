// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.hand;

import dev.writ.base.scope.RecordDirectories;
import dev.writ.command.language.Command;
import dev.writ.command.language.GitSubcommand;
import dev.writ.records.journal.InterruptShield;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Makes Git treat Writ's tracked records as unchanged while a model's command adds, commits or
/// stashes, or requires a clean tree: the records of a change are not part of it. Untracked records
/// are excluded anyway.
///
/// @param root the workspace as the programs see it
/// @param reached the same as Writ reaches it
/// @param git runs Git once more where the command runs
record UnchangedRecords(Path root, Path reached, Launcher git) {
  static final LaunchRequest.LaunchLimits LIMITS =
      new LaunchRequest.LaunchLimits(
          Duration.ofSeconds(20), 1 << 20, 1 << 16, LaunchRequest.LaunchQuotas.DEFAULT);

  private static final Set<String> COLLECTING =
      Set.of("add", "am", "cherry-pick", "commit", "merge", "pull", "rebase", "revert", "stash");

  /// Ends in a hard reset, which writes what is only taken for unchanged, but leaves alone what is
  /// said not to be in the work tree. The others need the files: a merge brings records along.
  private static final String RESETTING = "stash";

  /// A Git that leaves marks as they are: in a sparse checkout it takes them from files that are
  /// there, and a hard reset gives the marks that its patterns say (git-sparse-checkout(1)). Other
  /// files keep the marks that they have.
  static final Map<String, String> KEEPING_MARKS = Map.of("core.sparseCheckout", "false");

  /// Before the name of a file that a person has not marked: such marks stay.
  private static final String UNMARKED = "H ";

  /// So much of an index tells whether it names records: their names begin with a dot.
  private static final int BEGINNING = 1 << 16;

  /// Runs one Git.
  @FunctionalInterface
  interface Launcher {
    LaunchResult launch(Command command) throws IOException, InterruptedException;
  }

  /// Runs the pipeline itself.
  @FunctionalInterface
  interface Pipeline {
    LaunchResult run() throws IOException, InterruptedException;
  }

  LaunchResult during(List<Command> commands, Pipeline pipeline)
      throws IOException, InterruptedException {
    Command command = commands.getFirst();
    String collecting = commands.size() == 1 && command.isSystems("git") ? collecting(command) : "";
    List<String> tracked =
        collecting.isEmpty() || !mayTrackRecords() ? List.of() : tracked(command);
    if (tracked.isEmpty()) {
      return pipeline.run();
    }
    String mark = collecting.equals(RESETTING) ? "skip-worktree" : "assume-unchanged";
    mark("--" + mark, tracked, command);
    try {
      return pipeline.run();
    } finally {
      InterruptShield.run(() -> unmark("--no-" + mark, tracked, command));
    }
  }

  /// Whether a command depends on such marks, or makes them.
  static boolean marks(Command command) {
    return command.isSystems("git")
        && (collecting(command).equals(RESETTING) || command.argv().contains("update-index"));
  }

  /// The subcommand that would take records along; empty if it wouldn't.
  private static String collecting(Command command) {
    String subcommand = GitSubcommand.of(command);
    return COLLECTING.contains(subcommand) ? subcommand : "";
  }

  /// Whether Git may track some: what the index itself can say need not be asked of Git, which
  /// takes ten milliseconds to start.
  private boolean mayTrackRecords() {
    Path directory = reached.resolve(".git");
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return true; // the index is elsewhere
    }
    try (DirectoryStream<Path> shared = Files.newDirectoryStream(directory, "sharedindex.*");
        InputStream index =
            Files.newInputStream(directory.resolve("index"), LinkOption.NOFOLLOW_LINKS)) {
      return shared.iterator().hasNext()
          || GitIndex.mayName(index.readNBytes(BEGINNING), RecordDirectories.NAMES);
    } catch (NoSuchFileException _) {
      return false; // nothing is tracked yet
    } catch (IOException | DirectoryIteratorException _) {
      return true;
    }
  }

  private List<String> tracked(Command command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("ls-files", "-v", "-z", "--"));
    words.addAll(RecordDirectories.NAMES);
    String names = launch(command, words).stdout().text();
    return Arrays.stream(names.split("\0"))
        .filter(name -> name.startsWith(UNMARKED))
        .map(name -> name.substring(UNMARKED.length()))
        .toList();
  }

  /// Also of a run that was aborted.
  private void unmark(String how, List<String> tracked, Command command) throws IOException {
    try {
      mark(how, tracked, command);
    } catch (InterruptedException e) {
      throw new IOException("interrupted behind the shield", e);
    }
  }

  private void mark(String how, List<String> tracked, Command command)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("update-index", how, "--"));
    words.addAll(tracked);
    LaunchResult _ = launch(command, words);
  }

  private LaunchResult launch(Command command, List<String> words)
      throws IOException, InterruptedException {
    List<String> argv = new ArrayList<>(List.of(command.program(), "-C", root.toString()));
    argv.addAll(words);
    return git.launch(Command.of(argv));
  }
}
