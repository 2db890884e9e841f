// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.hand;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.PersonalHooks;
import dev.writ.kernel.repository.PersonalSettings;
import dev.writ.kernel.repository.RepositoryPrograms;
import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.launch.LaunchResult;
import dev.writ.sandbox.launch.LiveListener;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Commits exactly the given files by Git in the sandbox, without hooks and without network. It
/// uses a separate index, so that a person's staged changes stay staged and uncommitted. The
/// repository's index is updated for these files only, and the branch moves only if it is at the
/// expected commit.
public final class GitCommitHand {
  private static final String NUL = "--pathspec-file-nul";

  /// What Git says of the attribute `filter` where there is none (gitattributes(5)).
  private static final Set<String> WITHOUT_FILTER = Set.of("unspecified", "unset", "set");

  /// How Git tells that a file became a program, or ceased to be (git-diff-index(1)).
  private static final List<String> PERMISSIONS = List.of(":100644 100755 ", ":100755 100644 ");

  private final WorkspaceRoot root;
  private final GitHead head;
  private final ProgramEnvironment programs;
  private final SessionSandbox sandbox;
  private final CommitGit.StepLauncher launcher;

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
      CommitGit.StepLauncher launcher) {
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
    /// @param what is in it and what is left to a repository within, in words, and which hooks of
    ///     the person's own did not run
    record NewCommit(String id, String what) implements CommitResult {}

    /// There was nothing to commit.
    record Unchanged() implements CommitResult {}

    /// Nothing was committed.
    record RefusedCommit(String reason) implements CommitResult {}
  }

  /// Commits files as they are now, where they are not ignored and not changed meanwhile.
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
      return commit(git(program, repository, directory).configured(), parent, below, part);
    } catch (CommitGit.StepException e) {
      return new CommitResult.RefusedCommit(String.valueOf(e.getMessage()));
    }
  }

  private CommitGit git(Path program, GitHead.Repository repository, CommitDirectory directory) {
    CommitGit.GitPlace place = new CommitGit.GitPlace(program, repository);
    return new CommitGit(root, place, programs, sandbox, launcher, directory);
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
    CommitGit git = git(program.get(), repository.get(), none);
    String names = zeroed("", paths.stream().map(WorkspacePath::toString).toList());
    try (RepositoryUse.OpenUse _ = sandbox.repository().begin()) {
      for (String mark : List.of("--no-assume-unchanged", "--no-skip-worktree")) {
        git.run(false, names, "update-index", mark, "-z", "--stdin");
      }
    }
  }

  private CommitResult commit(CommitGit git, String parent, CommitContent below, CommitContent part)
      throws IOException, InterruptedException {
    List<String> paths = new ArrayList<>(part.names());
    List<String> inner = inner(part.paths());
    paths.removeAll(inner);
    paths.removeAll(ignored(git, paths));
    if (paths.isEmpty()) {
      return inner.isEmpty()
          ? new CommitResult.Unchanged()
          : new CommitResult.RefusedCommit(
              inner.getFirst() + " is in a repository of its own: commit it there");
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
    git.run(true, "", "read-tree", parent);
    List<String> all = new ArrayList<>(first);
    all.addAll(paths);
    Optional<String> program = filter(git, all);
    if (program.isPresent()) {
      return new CommitResult.RefusedCommit(program.get());
    }
    String base = parent;
    String before = git.run(false, "", "rev-parse", parent + "^{tree}").strip();
    String tree = first.isEmpty() ? before : tree(git, first);
    if (!tree.equals(before)) {
      base = commit(git, tree, base, below.message());
    }
    before = tree;
    tree = tree(git, paths);
    if (tree.equals(before)) {
      return new CommitResult.Unchanged();
    }
    Optional<String> meanwhile = part.objection(paths);
    if (meanwhile.isEmpty()) {
      meanwhile = otherPermissions(git, before, part);
    }
    if (meanwhile.isPresent()) {
      return new CommitResult.RefusedCommit(meanwhile.get());
    }
    String id = commit(git, tree, base, part.message());
    checkOut(git, parent, id, all, part.message());
    return new CommitResult.NewCommit(id, what(paths, inner));
  }

  /// The file that is a program and was none, or the other way round, and not by the turn. Git says
  /// which: where the repository says so, it keeps no permissions (git-config(1), core.fileMode).
  private Optional<String> otherPermissions(CommitGit git, String tree, CommitContent part)
      throws IOException, InterruptedException {
    Set<String> own = new HashSet<>();
    part.programs().forEach(path -> own.add(below(path.toString())));
    List<String> changes = names(git.run(true, "", "diff-index", "--cached", "-z", tree));
    for (int i = 0; i + 1 < changes.size(); i += 2) { // modes and more, path
      boolean changed = PERMISSIONS.stream().anyMatch(changes.get(i)::startsWith);
      if (changed && !own.contains(changes.get(i + 1))) {
        return Optional.of(changes.get(i + 1) + " has permissions that were not committed before");
      }
    }
    return Optional.empty();
  }

  /// Makes a commit that of HEAD, and the index the same for its files.
  private void checkOut(CommitGit git, String parent, String id, List<String> paths, String message)
      throws IOException, InterruptedException {
    try {
      git.run(false, zeroed("", paths), "update-index", "--add", "--remove", "-z", "--stdin");
      String log = "commit: " + message.lines().findFirst().orElse("");
      git.run(false, "", "update-ref", "-m", log, "HEAD", id, parent);
      Set<String> other = staged(git, id);
      if (paths.stream().map(this::below).anyMatch(other::contains)) { // saved since the last check
        unstage(git, paths);
      }
    } catch (IOException e) {
      if (!isCheckedOut(git, id)) { // it may have ended badly with its work done
        unstage(git, paths);
        throw e;
      }
    }
  }

  private String what(List<String> paths, List<String> inner) throws IOException {
    String count = paths.size() == 1 ? "(1 file)" : "(%d files)".formatted(paths.size());
    String files =
        inner.isEmpty()
            ? count
            : count + "; left to its own repository: " + String.join(", ", inner);
    return PersonalHooks.of(head, personal(), programs.inherited())
        .flatMap(hooks -> hooks.unstarted(PersonalHooks.guards("commit")))
        .map(unstarted -> files + "; " + unstarted)
        .orElse(files);
  }

  private static void unstage(CommitGit git, List<String> paths)
      throws IOException, InterruptedException {
    String literal = zeroed(":(literal)", paths);
    var _ = git.ran(false, literal, "reset", "-q", "--pathspec-from-file=-", NUL);
  }

  /// Those that are in another repository, such as a submodule: Git takes none of them over.
  private List<String> inner(List<WorkspacePath> paths) throws IOException {
    List<String> inner = new ArrayList<>();
    for (WorkspacePath path : paths) {
      boolean found = false;
      for (WorkspacePath at = path.parent(); !at.isRoot() && !found; at = at.parent()) {
        found = isRepository(at);
      }
      if (found) {
        inner.add(path.toString());
      }
    }
    return inner;
  }

  private boolean isRepository(WorkspacePath directory) throws IOException {
    try {
      return root.attributes(directory.child(".git")).isPresent();
    } catch (FileSystemException _) {
      return false; // a link is there now
    }
  }

  /// Why Git would start a program to take a file over: here it could write in the repository
  /// itself, whatever it loads.
  private Optional<String> filter(CommitGit git, List<String> paths)
      throws IOException, InterruptedException {
    Optional<String> named =
        RepositoryPrograms.storing(root.path()).map(RepositoryPrograms.Named::setting);
    Set<String> own = personal().filters();
    if (named.isEmpty() && own.isEmpty()) {
      return Optional.empty();
    }
    List<String> attributes = // path, attribute, value
        names(git.run(true, zeroed("", paths), "check-attr", "-z", "--stdin", "filter"));
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

  private boolean isCheckedOut(CommitGit git, String id) throws IOException, InterruptedException {
    LaunchResult result = git.ran(false, "", "rev-parse", "--verify", "HEAD");
    return result.exit().status() == 0 && result.stdout().text().strip().equals(id);
  }

  private static String zeroed(String prefix, List<String> paths) {
    StringBuilder text = new StringBuilder();
    paths.forEach(path -> text.append(prefix).append(path).append('\0'));
    return text.toString();
  }

  private String tree(CommitGit git, List<String> paths) throws IOException, InterruptedException {
    git.run(true, zeroed("", paths), "update-index", "--add", "--remove", "-z", "--stdin");
    return git.run(true, "", "write-tree").strip();
  }

  private String commit(CommitGit git, String tree, String parent, String message)
      throws IOException, InterruptedException {
    return git.run(false, message, "commit-tree", tree, "-p", parent, "-F", "-").strip();
  }

  private List<String> ignored(CommitGit git, List<String> paths)
      throws IOException, InterruptedException {
    if (paths.isEmpty()) {
      return List.of();
    }
    String input = zeroed("", paths);
    String own = "core.excludesFile=" + git.directory().excludes();
    LaunchResult result = git.ran(false, input, "-c", own, "check-ignore", "-z", "--stdin");
    return result.exit().status() == 1
        ? List.of()
        : names(CommitGit.checked(result, "check-ignore"));
  }

  private Set<String> staged(CommitGit git, String parent)
      throws IOException, InterruptedException {
    return new LinkedHashSet<>(
        names(git.run(false, "", "diff-index", "--cached", "--name-only", "-z", parent)));
  }

  private static List<String> names(String text) {
    return Arrays.stream(text.split("\0")).filter(name -> !name.isEmpty()).toList();
  }

  private String below(String path) {
    String prefix = head.below();
    return prefix.isEmpty() ? path : prefix + "/" + path;
  }
}
