// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.RecordDirectories;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.comparison.JudgedChanges;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.ViewDifference.Kind;
import dev.writ.kernel.comparison.ViewDifference.Role;
import dev.writ.kernel.policy.ChangeScope;
import dev.writ.kernel.protection.ChangedPlaces;
import dev.writ.kernel.protection.GitLayout;
import dev.writ.kernel.protection.GitRole;
import dev.writ.kernel.protection.PlaceLookup;
import dev.writ.kernel.protection.RepositoryShape;
import dev.writ.kernel.workspace.TreeWalk;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.snapshot.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Judges a command's changes, in its view or in the workspace itself, entry by entry, like edits:
/// by the scope of intent and mode, by protected paths, by the files that Git and other programs
/// obey, and by their type. A program's own statements are ignored.
public final class ViewJudge {
  /// The longest path that is recorded: behind that of a workspace a longer one cannot be named
  /// (`PATH_MAX`), so that undo would refuse it and all that is recorded with it.
  private static final int MOST_PATH_BYTES = 3072;

  private static final int MOST_BYTES_OF_CHAR = 3;

  /// The replacement of bytes in a name that are not UTF-8.
  private static final char NOT_DECODED = '\uFFFD';

  private static final String STASH = "refs/stash";

  /// For what goes with a refused part; that one is told.
  private static final Refusal PARTED =
      new Refusal(Reason.PROTECTED, "a part of it is not applied", /* told= */ false);

  private final JudgedChanges view;
  private final ChangeScope scope;
  private final PlaceGuard guard;
  private final GitViewJudge git;
  private final RepositoryShape was;
  private final Supplier<List<String>> secrets;
  private final Map<WorkspacePath, Refusal> refused = new LinkedHashMap<>();
  private final Set<WorkspacePath> refusedDirectories = new HashSet<>();
  private final List<ViewDifference> accepted = new ArrayList<>();

  /// Writ's own places that Git would have changed with the branch.
  private final List<String> untouched = new ArrayList<>();

  /// Why an entry stays out of the workspace.
  ///
  /// @param told whether model and person receive a report
  public record Refusal(Reason reason, String words, boolean told) {
    /// The words where there is no more to say.
    public static final String PROTECTED = "protected";

    public Refusal(Reason reason, String words) {
      this(reason, words, true);
    }

    Refusal untold() {
      return new Refusal(reason, words, /* told= */ false);
    }
  }

  /// The violated rule.
  public enum Reason {
    /// The intent doesn't own it, or the mode may not write it.
    SCOPE,
    /// It is protected.
    PROTECTED,
    /// Another program changed it meanwhile.
    STALE,
    /// Nothing of that kind can be kept or recorded.
    KIND
  }

  /// The outcome.
  ///
  /// @param accepted the differences that may be applied, in the order of the findings
  /// @param notes notes for model and person about accepted changes of Git's data
  public record Verdicts(
      List<ViewDifference> accepted, Map<WorkspacePath, Refusal> refused, List<String> notes) {
    /// Nothing counts; it is told once.
    ///
    /// @param told the place for which it is told
    static Verdicts nothing(List<ViewDifference> differences, WorkspacePath told, String words) {
      Map<WorkspacePath, Refusal> refused = new LinkedHashMap<>();
      for (ViewDifference one : differences) {
        WorkspacePath path = one.path();
        refused.put(path, new Refusal(Reason.PROTECTED, words, path.equals(told)));
      }
      return new Verdicts(List.of(), refused, List.of());
    }
  }

  /// @param scope where the command's changes may be
  /// @param guard knows the places that no command changes
  /// @param git judges changes in Git directories
  /// @param secrets what secret files say that the command doesn't name
  public ViewJudge(
      JudgedChanges view,
      ChangeScope scope,
      PlaceGuard guard,
      GitViewJudge git,
      Supplier<List<String>> secrets) {
    this.guard = guard;
    this.secrets = secrets;
    this.view = view;
    this.scope = scope;
    this.git = git;
    this.was = new RepositoryShape(view::kindBefore);
  }

  /// Judges all differences together.
  ///
  /// @throws IOException if the workspace can't be read
  public Verdicts judge(List<ViewDifference> differences) throws IOException {
    Optional<StoppedOperation> stopped = git.stopped(differences);
    if (stopped.isPresent()) {
      return stopped.get().refusal(differences);
    }
    if (git.isAlone()) {
      Optional<SecretCopy> copy = SecretCopy.among(differences, view, git, secrets.get());
      if (copy.isPresent()) {
        return copy.get().refusal(differences);
      }
    }
    Map<WorkspacePath, Refusal> ofGit =
        git.judge(differences.stream().filter(d -> d.role() == Role.GIT).toList());
    Set<WorkspacePath> repositories = becomingRepositories(differences);
    for (ViewDifference difference : differences) {
      Optional<Refusal> refusal =
          difference.role() == Role.GIT
              ? Optional.ofNullable(ofGit.get(difference.path()))
              : refusalToTell(difference, repositories);
      if (refusal.isEmpty()) {
        accepted.add(difference);
        continue;
      }
      refused.put(difference.path(), refusal.get());
      if (difference.after().isDirectory() && !difference.before().isDirectory()) {
        refusedDirectories.add(difference.path());
      }
    }
    directories(differences);
    boolean parted = keepsPart(differences, Set.of(Reason.STALE)) && git.isAlone();
    if (parted || (dropsStash(differences) && keepsPart(differences, Set.of(Reason.values())))) {
      differences.forEach(d -> refused.putIfAbsent(d.path(), PARTED));
      return new Verdicts(List.of(), refused, List.of());
    }
    List<String> notes = new ArrayList<>(git.report());
    if (!untouched.isEmpty()) {
      notes.add("left as they are: " + String.join(", ", untouched));
    }
    return new Verdicts(accepted, refused, notes);
  }

  /// Whether an entry of the stash goes: what it held is in the work tree only.
  private static boolean dropsStash(List<ViewDifference> differences) {
    return differences.stream()
        .filter(d -> d.role() == Role.GIT && d.path().toString().endsWith(STASH))
        .anyMatch(
            d -> d.after().isAbsent() || d.after().stamp().size() < d.before().stamp().size());
  }

  private boolean keepsPart(List<ViewDifference> differences, Set<Reason> why) {
    return differences.stream()
        .filter(d -> d.role() != Role.GIT)
        .flatMap(d -> Stream.ofNullable(refused.get(d.path())))
        .anyMatch(refusal -> refusal.told() && why.contains(refusal.reason()));
  }

  /// A refusal, unreported where Git changes Writ's own places, which are on one branch and not on
  /// another, or the file's content did not change: `sed -i` writes every file that it
  /// reads, and Git removes and restores files.
  private Optional<Refusal> refusalToTell(
      ViewDifference difference, Set<WorkspacePath> repositories) throws IOException {
    Optional<Refusal> refusal = refusal(difference, repositories);
    if (refusal.isEmpty()) {
      return refusal;
    }
    if (git.isAlone() && RecordDirectories.hold(difference.path())) {
      untouched.add(difference.path().toString());
      return Optional.of(refusal.get().untold());
    }
    return view.isRewritten(difference) ? Optional.of(refusal.get().untold()) : refusal;
  }

  private Optional<Refusal> refusal(ViewDifference difference, Set<WorkspacePath> repositories)
      throws IOException {
    WorkspacePath path = difference.path();
    Refusal above = refusedAbove(path);
    if (above != null) {
      return Optional.of(above.untold());
    }
    Optional<Refusal> guarded = guard.refusal(path, difference.after().kind() == Kind.LINK);
    if (guarded.isPresent()) {
      return guarded;
    }
    if (repositories.contains(path.parent()) && RepositoryShape.isPart(path.name())) {
      return Optional.of(
          new Refusal(
              Reason.PROTECTED,
              "it would make Git take " + shown(path.parent()) + " for a repository"));
    }
    if (!difference.after().isAbsent() && isObeyedInRepository(was, path)) {
      return Optional.of(new Refusal(Reason.PROTECTED, "Git obeys it in a repository"));
    }
    Optional<String> unfit = unfit(difference);
    if (unfit.isPresent()) {
      return Optional.of(new Refusal(Reason.KIND, unfit.get(), difference.isRecorded()));
    }
    if (difference.isRecorded() && !view.canBeKept(difference)) {
      return Optional.of(
          new Refusal(Reason.KIND, "Writ may not read it: its old content cannot be kept"));
    }
    if (difference.isStale()) {
      return Optional.of(new Refusal(Reason.STALE, "changed meanwhile by another program"));
    }
    if (difference.isInUse()) {
      return Optional.of(
          new Refusal(Reason.STALE, "in use: another program has it open for writing"));
    }
    boolean comesOrGoes =
        difference.isOnlyDirectory()
            && difference.before().isDirectory() != difference.after().isDirectory();
    if (difference.role() != Role.FILE || comesOrGoes) {
      return Optional.empty(); // a directory is judged by what is in it
    }
    return foreign(path);
  }

  /// Why nothing of that kind can be kept or recorded, if that is so.
  private static Optional<String> unfit(ViewDifference difference) {
    if (difference.after().kind() == Kind.OTHER) {
      boolean deep = difference.path().segments().size() > TreeWalk.MAX_DEPTH;
      return Optional.of(
          deep
              ? "nested deeper than %d directories".formatted(TreeWalk.MAX_DEPTH)
              : "not a file, directory or link");
    }
    if (difference.path().name().indexOf(NOT_DECODED) >= 0) {
      return Optional.of("its name is not UTF-8");
    }
    boolean comes = difference.before().isAbsent() && difference.after().isDirectory();
    if (comes && difference.path().segments().size() >= Snapshot.MOST_DEPTH) {
      return Optional.of("nested deeper than %d directories".formatted(Snapshot.MOST_DEPTH));
    }
    if (difference.isRecorded() && bytes(difference.path()) > MOST_PATH_BYTES) {
      return Optional.of("its path is longer than " + MOST_PATH_BYTES + " bytes");
    }
    boolean large =
        difference.isRecorded()
            && difference.before().isFile()
            && difference.before().stamp().size() > WorkspaceRoot.MAX_FILE_BYTES;
    return large
        ? Optional.of(
            "larger than %d MiB: its old content cannot be kept"
                .formatted(WorkspaceRoot.MAX_FILE_BYTES >> 20))
        : Optional.empty();
  }

  private static int bytes(WorkspacePath path) {
    String text = path.toString();
    return text.length() * MOST_BYTES_OF_CHAR <= MOST_PATH_BYTES
        ? text.length()
        : text.getBytes(StandardCharsets.UTF_8).length;
  }

  /// Whether a place has to be judged by itself, also in an output.
  ///
  /// @param link whether a link stands there
  public boolean asks(WorkspacePath path, boolean link) {
    try {
      return guard.refusal(path, link).isPresent() || isObeyedInRepository(was, path);
    } catch (IOException _) {
      return true; // what can't be looked at is judged
    }
  }

  /// Whether Git obeys something of that name in a repository that isn't called `.git`.
  static boolean isObeyedInRepository(RepositoryShape was, WorkspacePath path) throws IOException {
    Optional<WorkspacePath> repository = was.around(path.parent());
    return repository.isPresent()
        && GitLayout.role(
                path.segments().subList(repository.get().segments().size(), path.segments().size()))
            == GitRole.OBEYED;
  }

  /// Why a directory that a place needs stays out, if one does; it was judged before.
  private @Nullable Refusal refusedAbove(WorkspacePath path) {
    for (WorkspacePath at = path; !refusedDirectories.isEmpty() && !at.isRoot(); at = at.parent()) {
      if (refusedDirectories.contains(at.parent())) {
        return refused.get(at.parent());
      }
    }
    return null;
  }

  private Optional<Refusal> foreign(WorkspacePath path) {
    return scope.refusal(path).map(words -> new Refusal(Reason.SCOPE, words));
  }

  /// A directory comes for what comes into it, and goes only if everything in it does; nothing else
  /// takes the place of one that stays.
  private void directories(List<ViewDifference> differences) {
    Set<WorkspacePath> needed = new HashSet<>();
    Set<WorkspacePath> holding = new HashSet<>();
    for (ViewDifference difference : accepted) {
      if (!difference.isOnlyDirectory() && !difference.after().isAbsent()) {
        addParents(difference.path(), needed);
      }
    }
    refused.keySet().forEach(path -> addParents(path, holding));
    Set<WorkspacePath> emptied = new HashSet<>();
    for (ViewDifference difference : differences) {
      if (difference.after().isAbsent() && !difference.before().isDirectory()) {
        addParents(difference.path(), emptied);
      }
    }
    accepted.removeIf(
        difference -> {
          WorkspacePath path = difference.path();
          if (difference.role() != Role.FILE || !difference.isOnlyDirectory() || scope.owns(path)) {
            return !difference.after().isDirectory() && holding.contains(path);
          }
          boolean comes = !difference.after().isAbsent();
          boolean justified =
              comes ? needed.contains(path) : !holding.contains(path) && emptied.contains(path);
          if (!justified && !holding.contains(path)) {
            foreign(path).ifPresent(refusal -> refused.put(path, refusal));
          }
          return !justified;
        });
  }

  private static void addParents(WorkspacePath path, Set<WorkspacePath> parents) {
    WorkspacePath parent = path;
    while (!parent.isRoot()) {
      parent = parent.parent();
      if (!parents.add(parent)) {
        return;
      }
    }
  }

  /// Directories that Git would take for a repository and didn't before.
  private Set<WorkspacePath> becomingRepositories(List<ViewDifference> differences)
      throws IOException {
    List<ViewDifference> parts =
        differences.stream()
            .filter(d -> d.role() != Role.GIT && RepositoryShape.isPart(d.path().name()))
            .filter(d -> !d.after().isAbsent())
            .toList();
    if (parts.isEmpty()) {
      return Set.of();
    }
    PlaceLookup before = view::kindBefore;
    ChangedPlaces after = new ChangedPlaces(before);
    differences.forEach(d -> after.put(d.path(), d.after().lookup()));
    RepositoryShape becomes = new RepositoryShape(after);
    Set<WorkspacePath> found = new HashSet<>();
    for (ViewDifference part : parts) {
      WorkspacePath directory = part.path().parent();
      if (becomes.isRepository(directory) && !was.isRepository(directory)) {
        found.add(directory);
      }
    }
    return found;
  }

  private static String shown(WorkspacePath path) {
    return path.isRoot() ? "the workspace" : DisplayText.named(path);
  }
}
