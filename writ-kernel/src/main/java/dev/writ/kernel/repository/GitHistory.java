// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.repository;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.snapshot.GitContent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads what commits hold that a command brought into a repository in its view, by Git's plumbing,
/// which obeys no setting about what it shows (git-rev-list(1), git-diff-tree(1)). What a
/// repository can say about the ancestry of commits besides them (replacements, grafts, the commit
/// graph) is not believed.
public final class GitHistory {
  /// So much text that a repository of any usual size fits.
  public static final LaunchRequest.LaunchLimits LIMITS =
      new LaunchRequest.LaunchLimits(
          Duration.ofSeconds(60), 64 << 20, 1 << 16, LaunchRequest.LaunchQuotas.DEFAULT);

  /// So many commits come at most; a command that brings more has a remote's history.
  private static final int MOST_COMMITS = 50_000;

  /// The mode of no entry (git-diff-tree(1)).
  private static final String ABSENT = "000000";

  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  private static final Map<String, String> PLAIN = Map.of("GIT_GRAFT_FILE", "/dev/null");

  private final Path workspace;
  private final Launcher launcher;
  private final Optional<EarlierIds> earlier;
  private final Predicate<String> kept;

  /// Finds the ids of what led to commits before the command, in the files of a Git directory.
  @FunctionalInterface
  public interface EarlierIds {
    /// Some may be ids of something else, or of nothing.
    ///
    /// @throws IOException where the files can't be read
    Set<String> of(WorkspacePath directory) throws IOException;
  }

  /// Where a Git runs.
  public enum Side {
    /// In the workspace beside the view, as it was before the command. It reads only.
    BEFORE,
    /// Where the command left its changes.
    AFTER
  }

  /// Runs Git, or a pipeline of it, with the confinement of the command.
  @FunctionalInterface
  public interface Launcher {
    /// Runs it to its end.
    ///
    /// @param side where
    /// @throws IOException where that can't be done
    LaunchResult launch(List<Command> pipeline, String input, Side side) throws IOException;
  }

  /// What commits give to paths, which are relative to the work tree.
  ///
  /// @param commits their ids
  public record ReadCommits(Set<String> commits, List<GitContent> contents) {}

  /// @param earlier where there is no view: the objects are still there, and refs aren't
  /// @param kept whether Writ keeps a content of that hash
  public GitHistory(
      Path workspace, Launcher launcher, Optional<EarlierIds> earlier, Predicate<String> kept) {
    this.kept = kept;
    this.workspace = workspace;
    this.launcher = launcher;
    this.earlier = earlier;
  }

  /// The commits that nothing led to before, and the contents that they bring.
  ///
  /// @param directory the Git directory
  /// @param tips commits that refs lead to now
  /// @param old commits that refs led to before, as far as known
  /// @throws IOException where Git can't tell
  public ReadCommits brought(WorkspacePath directory, Set<String> tips, Collection<String> old)
      throws IOException {
    final int few = 100;
    ReadCommits read = read(directory, tips, old, few);
    if (read.commits().size() >= few) {
      Set<String> all = new LinkedHashSet<>(old);
      all.addAll(before(directory));
      read = read(directory, tips, all, MOST_COMMITS);
    }
    if (read.commits().size() >= MOST_COMMITS) {
      throw new IOException("it brings more commits than can be looked at");
    }
    return read;
  }

  /// The contents that files of these paths had in any commit that something led to before.
  public Set<GitContent> known(WorkspacePath directory, List<String> paths) throws IOException {
    List<String> words = new ArrayList<>(List.of("rev-list", "--full-history", "--stdin", "--"));
    words.addAll(paths);
    List<String> commits =
        git(directory, words, String.join("\n", before(directory)) + "\n", Side.BEFORE)
            .lines()
            .toList();
    if (commits.isEmpty()) {
      return Set.of();
    }
    String input = String.join("\n", commits) + "\n";
    return new LinkedHashSet<>(
        parsed(git(directory, differences(paths), input, Side.AFTER)).contents());
  }

  /// The commits among objects that may be abbreviated, and need not be there.
  public List<String> commits(WorkspacePath directory, Collection<String> words)
      throws IOException {
    if (words.isEmpty()) {
      return List.of();
    }
    List<String> check = List.of("cat-file", "--batch-check=%(objectname) %(objecttype)");
    return git(directory, check, String.join("\n", words) + "\n", Side.AFTER)
        .lines()
        .filter(line -> line.endsWith(" commit"))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .toList();
  }

  /// Those of ids that lead to no commit there.
  public List<String> withoutCommit(WorkspacePath directory, Collection<String> ids)
      throws IOException {
    return missing(directory, ids, "^{commit}");
  }

  /// Whether a commit among these has something at a path.
  public boolean hold(WorkspacePath directory, Collection<String> commits, String path)
      throws IOException {
    return path.indexOf('\n') >= 0
        || missing(directory, commits, ":" + path).size() < commits.size();
  }

  /// Those of contents that a commit has at their paths.
  public Set<GitContent> held(
      WorkspacePath directory, String commit, Collection<GitContent> contents) throws IOException {
    List<GitContent> asked = List.copyOf(contents);
    StringBuilder input = new StringBuilder();
    asked.forEach(one -> input.append(commit).append(':').append(one.path()).append('\n'));
    List<String> check = List.of("cat-file", "--batch-check=%(objectname)");
    List<String> answers = git(directory, check, input.toString(), Side.AFTER).lines().toList();
    if (answers.size() != asked.size()) {
      throw new IOException("Git says something else than what objects are");
    }
    Set<GitContent> held = new HashSet<>();
    for (int i = 0; i < asked.size(); i++) {
      if (answers.get(i).equals(asked.get(i).blob())) {
        held.add(asked.get(i));
      }
    }
    return held;
  }

  /// Whether Writ keeps a content, because a record has it, or there is none to keep.
  ///
  /// @param blob the id of its object
  public boolean isKept(WorkspacePath directory, String blob) throws IOException {
    String text = git(directory, List.of("cat-file", "blob", blob), "", Side.AFTER);
    return text.isEmpty() || kept.test(ContentHash.of(text));
  }

  /// Those of objects that nothing holds any more, although something led to them before.
  public Set<String> lost(WorkspacePath directory, Collection<String> gone) throws IOException {
    Set<String> lost = new HashSet<>(missing(directory, gone, ""));
    if (!lost.isEmpty()) {
      List<String> reach =
          List.of("rev-list", "--objects", "--all", "--reflog", "--indexed-objects");
      Set<String> reached = new HashSet<>();
      git(directory, reach, "", Side.BEFORE)
          .lines()
          .forEach(line -> reached.add(line.split(" ", 2)[0]));
      lost.retainAll(reached);
    }
    return lost;
  }

  private List<String> missing(WorkspacePath directory, Collection<String> ids, String suffix)
      throws IOException {
    if (ids.isEmpty()) {
      return List.of();
    }
    List<String> asked = List.copyOf(ids);
    String input = String.join(suffix + "\n", asked) + suffix + "\n";
    List<String> check = List.of("cat-file", "--batch-check=%(objecttype)");
    List<String> answers = git(directory, check, input, Side.AFTER).lines().toList();
    if (answers.size() != asked.size()) {
      throw new IOException("Git says something else than what objects are");
    }
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      if (answers.get(i).contains(" ")) { // else it is a type
        missing.add(asked.get(i));
      }
    }
    return missing;
  }

  /// Reads packs from end to end: whether each object in one is what its index says.
  ///
  /// @param indexes their indexes
  /// @throws IOException where one isn't
  public void verifyPacks(WorkspacePath directory, Collection<WorkspacePath> indexes)
      throws IOException {
    List<String> words = new ArrayList<>(List.of("verify-pack", "--"));
    indexes.forEach(index -> words.add(workspace.resolve(index.toString()).toString()));
    git(directory, words, "", Side.AFTER);
  }

  /// The same for the list of all packs, if there is one (git-multi-pack-index(1)).
  public void verifyPackList(WorkspacePath directory) throws IOException {
    git(directory, List.of("multi-pack-index", "verify"), "", Side.AFTER);
  }

  /// The ids that files' contents have behind Git's filters (gitattributes(5)), in their order.
  ///
  /// @param workTree what the paths are relative to
  public List<String> filtered(WorkspacePath directory, WorkspacePath workTree, List<String> paths)
      throws IOException {
    List<String> words =
        List.of(
            "--work-tree=" + workspace.resolve(workTree.toString()),
            "-c",
            "lfs.storage=/tmp/lfs",
            "hash-object",
            "--stdin-paths");
    Command command =
        command(directory, words)
            .in(new CommandWord.Literal(workspace.resolve(workTree.toString()).toString()));
    return said(List.of(command), String.join("\n", paths) + "\n", Side.AFTER).lines().toList();
  }

  /// The lines of contents.
  ///
  /// @param blobs their ids
  public Set<String> lines(WorkspacePath directory, Collection<String> blobs) throws IOException {
    if (blobs.isEmpty()) {
      return new HashSet<>();
    }
    List<String> batch = List.of("cat-file", "--batch=%(objectname)"); // before each content
    Set<String> lines = new HashSet<>();
    git(directory, batch, String.join("\n", blobs) + "\n", Side.AFTER).lines().forEach(lines::add);
    blobs.forEach(lines::remove);
    return lines;
  }

  /// All commits that anything led to before, the logs of refs included.
  private List<String> before(WorkspacePath directory) throws IOException {
    if (earlier.isPresent()) {
      String ids = String.join("\n", earlier.get().of(directory)) + "\n";
      List<String> words = List.of("rev-list", "--no-walk", "--ignore-missing", "--stdin");
      return git(directory, words, ids, Side.AFTER).lines().toList();
    }
    List<String> words = List.of("rev-list", "--no-walk", "--all", "--reflog");
    return git(directory, words, "", Side.BEFORE).lines().toList();
  }

  /// Lists commits and what is in them at once: each start of Git costs ten milliseconds.
  private ReadCommits read(
      WorkspacePath directory, Set<String> tips, Collection<String> old, int most)
      throws IOException {
    StringBuilder input = new StringBuilder();
    tips.forEach(tip -> input.append(tip).append('\n'));
    old.forEach(commit -> input.append('^').append(commit).append('\n'));
    List<String> list = List.of("rev-list", "--ignore-missing", "--max-count=" + most, "--stdin");
    return parsed(
        pipeline(directory, List.of(list, differences(List.of())), input.toString(), Side.AFTER));
  }

  private static List<String> differences(List<String> paths) {
    List<String> words = new ArrayList<>(List.of("diff-tree", "--stdin", "-r", "-m", "--root"));
    words.addAll(List.of("--no-renames", "--always", "--raw", "--no-abbrev", "-z", "--"));
    words.addAll(paths);
    return words;
  }

  /// The id of each commit, once for each parent, and of each change `:MODE MODE ID ID STATUS` and
  /// its path; a zero ends each of them (git-diff-tree(1), raw output format).
  static ReadCommits parsed(String raw) throws IOException {
    final int all = 5;
    Set<String> commits = new HashSet<>();
    List<GitContent> contents = new ArrayList<>();
    Iterator<String> parts = List.of(raw.split("\0", -1)).iterator();
    String part = parts.next();
    while (parts.hasNext()) {
      String[] facts = part.split(" ", -1);
      if (COMMIT.matcher(part).matches()) {
        commits.add(part);
      } else if (facts.length == all && facts[0].startsWith(":")) {
        String path = parts.next();
        if (!facts[1].equals(ABSENT)) {
          contents.add(new GitContent(path, facts[1], facts[3]));
        }
      } else {
        throw unlikeCommits();
      }
      part = parts.hasNext() ? parts.next() : raw;
    }
    if (!part.isEmpty()) { // behind the last zero
      throw unlikeCommits();
    }
    return new ReadCommits(commits, contents);
  }

  private static IOException unlikeCommits() {
    return new IOException("Git says something else than the changes of commits");
  }

  private String git(WorkspacePath directory, List<String> words, String input, Side side)
      throws IOException {
    return pipeline(directory, List.of(words), input, side);
  }

  /// What the last of a pipeline says, if none of it fails.
  private String pipeline(
      WorkspacePath directory, List<List<String>> stages, String input, Side side)
      throws IOException {
    return said(stages.stream().map(words -> command(directory, words)).toList(), input, side);
  }

  private String said(List<Command> commands, String input, Side side) throws IOException {
    LaunchResult result = launcher.launch(commands, input, side);
    boolean whole = !result.stdout().cut() && !result.timedOut();
    if (!whole || result.exits().stream().anyMatch(exit -> exit.status() != 0)) {
      String errors = result.stderr().text().strip();
      throw new IOException(
          "Git cannot read it" + (errors.isEmpty() ? "" : ": " + lastLine(errors)));
    }
    return result.stdout().text();
  }

  private Command command(WorkspacePath directory, List<String> words) {
    List<String> argv =
        Stream.concat(
                Stream.of(
                    "git",
                    "--no-replace-objects",
                    "--git-dir=" + workspace.resolve(directory.toString()),
                    "-c",
                    "core.commitGraph=false"),
                words.stream())
            .toList();
    return Command.of(argv).within(PLAIN).in(new CommandWord.Literal(workspace.toString()));
  }

  private static String lastLine(String text) {
    return Arrays.stream(text.split("\n", -1)).reduce((_, last) -> last).orElse("");
  }
}
