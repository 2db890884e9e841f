// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.hand;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.PersonalGit;
import dev.writ.kernel.repository.PersonalHooks;
import dev.writ.kernel.repository.PersonalSettings;
import dev.writ.kernel.repository.RepositoryPrograms;
import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Commits exactly the given files by Git in the sandbox, without hooks and without network. It
/// uses a separate index, so that a person's staged changes stay staged and uncommitted. The
/// repository's index is updated for these files only, and the branch moves only if it is at the
/// expected commit.
public final class GitCommitHand {
  private static final int MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
  private static final String NUL = "--pathspec-file-nul";

  /// No program of the repository is run, and nothing is tidied up meanwhile.
  private static final List<String> QUIET =
      List.of(
          "-c",
          "core.hooksPath=/dev/null",
          "-c",
          "core.fsmonitor=false",
          "-c",
          "gc.auto=0",
          "-c",
          "maintenance.auto=false");

  /// What Git says of the attribute `filter` where there is none (gitattributes(5)).
  private static final Set<String> WITHOUT_FILTER = Set.of("unspecified", "unset", "set");

  private final WorkspaceRoot root;
  private final GitHead head;
  private final ProgramEnvironment programs;
  private final SessionSandbox sandbox;
  private final Launcher launcher;

  /// Runs a process to its end.
  @FunctionalInterface
  interface Launcher {
    /// The outcome.
    LaunchResult run(LaunchRequest request) throws IOException, InterruptedException;
  }

  /// @param sandbox where Git runs
  public GitCommitHand(
      WorkspaceRoot root, GitHead head, ProgramEnvironment programs, SessionSandbox sandbox) {
    this(
        root,
        head,
        programs,
        sandbox,
        request -> sandbox.executor().run(request, LiveListener.NOBODY));
  }

  GitCommitHand(
      WorkspaceRoot root,
      GitHead head,
      ProgramEnvironment programs,
      SessionSandbox sandbox,
      Launcher launcher) {
    this.root = root;
    this.head = head;
    this.programs = programs;
    this.sandbox = sandbox;
    this.launcher = launcher;
  }

  /// The outcome.
  public sealed interface CommitResult {
    /// A new commit.
    ///
    /// @param what is in it, in words, and which hooks of the person's own did not run
    record NewCommit(String id, String what) implements CommitResult {}

    /// There was nothing to commit.
    record Unchanged() implements CommitResult {}

    /// Nothing was committed.
    record RefusedCommit(String reason) implements CommitResult {}
  }

  /// Git as it is run here.
  private record Git(
      Path program,
      GitHead.Repository repository,
      Map<String, String> environment,
      CommitDirectory directory) {}

  /// One of Git's steps did not succeed.
  private static final class StepException extends IOException {
    private static final long serialVersionUID = 1;

    StepException(String message) {
      super(message);
    }
  }

  /// Commits files as they are now, where they are not ignored.
  ///
  /// @param parent the expected commit of HEAD
  /// @param below the content of a separate commit before it, if there is anything to commit
  /// @throws IOException if Git can't be run
  /// @throws InterruptedException when interrupted
  public CommitResult commit(String parent, CommitContent below, CommitContent part)
      throws IOException, InterruptedException {
    Optional<Path> program = programs.find("git");
    Optional<GitHead.Repository> repository = head.repository();
    if (program.isEmpty() || repository.isEmpty()) {
      return new CommitResult.RefusedCommit("Git is not installed");
    }
    try (RepositoryUse.OpenUse _ = sandbox.repository().begin()) {
      return commit(program.get(), repository.get(), parent, below, part);
    }
  }

  private CommitResult commit(
      Path program,
      GitHead.Repository repository,
      String parent,
      CommitContent below,
      CommitContent part)
      throws IOException, InterruptedException {
    try (CommitDirectory directory =
        CommitDirectory.in(repository.directory(), root.path(), programs, personal())) {
      Map<String, String> environment = environment(repository);
      environment.put("GIT_CONFIG_GLOBAL", directory.config().toString());
      return commit(new Git(program, repository, environment, directory), parent, below, part);
    } catch (StepException e) {
      return new CommitResult.RefusedCommit(String.valueOf(e.getMessage()));
    }
  }

  /// The person's own settings: they count below the repository's.
  private PersonalSettings personal() throws IOException {
    return sandbox.personalGit().settings(programs.find("git"), programs.inherited());
  }

  /// Takes marks out of the index by which Git takes files for unchanged, or for absent.
  ///
  /// @throws IOException if Git can't do it
  /// @throws InterruptedException when interrupted
  public void unmark(List<WorkspacePath> paths) throws IOException, InterruptedException {
    Optional<Path> program = programs.find("git");
    Optional<GitHead.Repository> repository = head.repository();
    if (program.isEmpty() || repository.isEmpty()) {
      throw new IOException("Git was not found");
    }
    CommitDirectory none = new CommitDirectory(repository.get().directory());
    Git git = new Git(program.get(), repository.get(), environment(repository.get()), none);
    String names = zeroed("", paths.stream().map(WorkspacePath::toString).toList());
    try (RepositoryUse.OpenUse _ = sandbox.repository().begin()) {
      for (String mark : List.of("--no-assume-unchanged", "--no-skip-worktree")) {
        run(git, false, names, "update-index", mark, "-z", "--stdin");
      }
    }
  }

  private CommitResult commit(Git git, String parent, CommitContent below, CommitContent part)
      throws IOException, InterruptedException {
    List<String> paths = new ArrayList<>(part.names());
    paths.removeAll(ignored(git, paths));
    if (paths.isEmpty()) {
      return new CommitResult.Unchanged();
    }
    Optional<String> objection = part.objection(paths);
    if (objection.isPresent()) {
      return new CommitResult.RefusedCommit(objection.get());
    }
    Set<String> staged = staged(git, parent);
    for (String path : paths) {
      if (staged.contains(below(path))) {
        return new CommitResult.RefusedCommit(path + " has staged changes");
      }
    }
    List<String> first = new ArrayList<>(below.names());
    first.removeAll(ignored(git, first));
    first.removeIf(path -> staged.contains(below(path)));
    run(git, true, "", "read-tree", parent);
    List<String> all = new ArrayList<>(first);
    all.addAll(paths);
    Optional<String> program = filter(git, all);
    if (program.isPresent()) {
      return new CommitResult.RefusedCommit(program.get());
    }
    String base = parent;
    String before = run(git, false, "", "rev-parse", parent + "^{tree}").strip();
    String tree = first.isEmpty() ? before : tree(git, first);
    if (!tree.equals(before)) {
      base = commit(git, tree, base, below.message());
    }
    before = tree;
    tree = tree(git, paths);
    if (tree.equals(before)) {
      return new CommitResult.Unchanged();
    }
    String id = commit(git, tree, base, part.message());
    try {
      run(git, false, zeroed("", all), "update-index", "--add", "--remove", "-z", "--stdin");
      String log = "commit: " + part.message().lines().findFirst().orElse("");
      run(git, false, "", "update-ref", "-m", log, "HEAD", id, parent);
    } catch (IOException e) {
      if (!isCheckedOut(git, id)) { // it may have ended badly with its work done
        String literal = zeroed(":(literal)", all);
        var _ = ran(git, false, literal, "reset", "-q", "--pathspec-from-file=-", NUL);
        throw e;
      }
    }
    String files = paths.size() == 1 ? "(1 file)" : "(%d files)".formatted(paths.size());
    return new CommitResult.NewCommit(
        id,
        PersonalHooks.of(head, personal(), programs.inherited())
            .flatMap(hooks -> hooks.unstarted(PersonalHooks.guards("commit")))
            .map(unstarted -> files + "; " + unstarted)
            .orElse(files));
  }

  /// Why Git would start a program to take a file over: here it could write in the repository
  /// itself, whatever it loads.
  private Optional<String> filter(Git git, List<String> paths)
      throws IOException, InterruptedException {
    Optional<String> named =
        RepositoryPrograms.storing(root.path()).map(RepositoryPrograms.Named::setting);
    Set<String> own = personal().filters();
    if (named.isEmpty() && own.isEmpty()) {
      return Optional.empty();
    }
    List<String> attributes = // path, attribute, value
        names(run(git, true, zeroed("", paths), "check-attr", "-z", "--stdin", "filter"));
    for (int i = 0; i + 2 < attributes.size(); i += 3) {
      String filter = attributes.get(i + 2);
      boolean persons = own.contains(filter);
      if (persons || (named.isPresent() && !WITHOUT_FILTER.contains(filter))) {
        return Optional.of(
            "Git would start a program for %s (%s)"
                .formatted(
                    attributes.get(i),
                    persons ? "filter." + filter + " of your settings" : named.get()));
      }
    }
    return Optional.empty();
  }

  private boolean isCheckedOut(Git git, String id) throws IOException, InterruptedException {
    LaunchResult result = ran(git, false, "", "rev-parse", "--verify", "HEAD");
    return result.exit().status() == 0 && result.stdout().text().strip().equals(id);
  }

  private static String zeroed(String prefix, List<String> paths) {
    StringBuilder text = new StringBuilder();
    paths.forEach(path -> text.append(prefix).append(path).append('\0'));
    return text.toString();
  }

  private String tree(Git git, List<String> paths) throws IOException, InterruptedException {
    run(git, true, zeroed("", paths), "update-index", "--add", "--remove", "-z", "--stdin");
    return run(git, true, "", "write-tree").strip();
  }

  private String commit(Git git, String tree, String parent, String message)
      throws IOException, InterruptedException {
    return run(git, false, message, "commit-tree", tree, "-p", parent, "-F", "-").strip();
  }

  private List<String> ignored(Git git, List<String> paths)
      throws IOException, InterruptedException {
    if (paths.isEmpty()) {
      return List.of();
    }
    String input = zeroed("", paths);
    String own = "core.excludesFile=" + git.directory().excludes();
    LaunchResult result = ran(git, false, input, "-c", own, "check-ignore", "-z", "--stdin");
    return result.exit().status() == 1 ? List.of() : names(checked(result, "check-ignore"));
  }

  private Set<String> staged(Git git, String parent) throws IOException, InterruptedException {
    return new LinkedHashSet<>(
        names(run(git, false, "", "diff-index", "--cached", "--name-only", "-z", parent)));
  }

  private static List<String> names(String text) {
    return Arrays.stream(text.split("\0")).filter(name -> !name.isEmpty()).toList();
  }

  private String below(String path) {
    String prefix = head.below();
    return prefix.isEmpty() ? path : prefix + "/" + path;
  }

  private String run(Git git, boolean own, String input, String... arguments)
      throws IOException, InterruptedException {
    return checked(ran(git, own, input, arguments), arguments[0]);
  }

  private static String checked(LaunchResult result, String command) throws StepException {
    if (result.exit().status() != 0 || result.timedOut()) {
      String said = result.stderr().text().lines().findFirst().orElse("it ended without a message");
      throw new StepException("git " + command + ": " + said);
    }
    return result.stdout().text();
  }

  /// @param own whether it works with the index of its own
  private LaunchResult ran(Git git, boolean own, String input, String... arguments)
      throws IOException, InterruptedException {
    List<String> argv = new ArrayList<>(List.of("git"));
    argv.addAll(QUIET);
    argv.addAll(List.of(arguments));
    Map<String, String> environment = new TreeMap<>(git.environment());
    if (own) {
      environment.put("GIT_INDEX_FILE", git.directory().index().toString());
    }
    LaunchRequest.LaunchStage stage =
        new LaunchRequest.LaunchStage(
            git.program(), argv, environment, root.path(), LaunchRequest.LaunchRedirections.NONE);
    LaunchRequest.LaunchLimits limits =
        new LaunchRequest.LaunchLimits(
            Duration.ofSeconds(60), MAX_OUTPUT_BYTES, 1 << 16, LaunchRequest.LaunchQuotas.DEFAULT);
    ByteBuffer bytes = ByteBuffer.wrap(input.getBytes(StandardCharsets.UTF_8));
    return launcher.run(
        new LaunchRequest(List.of(stage), confinement(git.repository()), limits, bytes));
  }

  private Map<String, String> environment(GitHead.Repository repository) {
    Map<String, String> environment = new TreeMap<>(programs.environment());
    environment.putAll(PersonalGit.identity(programs.inherited()));
    environment.put("GIT_DIR", repository.directory().toString());
    environment.put("GIT_WORK_TREE", repository.top().toString());
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_NO_LAZY_FETCH", "1");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    return environment;
  }

  /// Git writes in the repository's own directories and nowhere else.
  private SandboxConfinement confinement(GitHead.Repository repository) throws IOException {
    SandboxConfinement whole = sandbox.confinement(/* git= */ true, List.of(), NetworkReach.NONE);
    Path directory = repository.directory();
    Path pointer = directory.resolve("commondir");
    Set<Path> own = new LinkedHashSet<>(List.of(directory.toRealPath()));
    if (Files.isRegularFile(pointer)) {
      own.add(directory.resolve(Files.readString(pointer).strip()).toRealPath());
    }
    List<Path> inside = new ArrayList<>();
    List<SandboxConfinement.ConfinedCache> outside = new ArrayList<>(whole.paths().caches());
    for (Path place : own) {
      if (place.startsWith(root.path())) {
        inside.add(place);
      } else {
        outside.add(
            new SandboxConfinement.ConfinedCache(place, SandboxConfinement.ConfinedAccess.WRITE));
      }
    }
    SandboxConfinement.Paths paths = whole.paths();
    SandboxConfinement.Paths more =
        new SandboxConfinement.Paths(
            paths.protectedPaths(),
            paths.blocked(),
            paths.readOnly(),
            outside,
            paths.writable(),
            paths.covered());
    return new SandboxConfinement(
            whole.workspace(), whole.writable(), whole.home(), more, whole.network())
        .writingIn(inside);
  }
}
