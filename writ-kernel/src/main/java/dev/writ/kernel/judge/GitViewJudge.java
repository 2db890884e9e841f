// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.comparison.JudgedChanges;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.judge.ViewJudge.Reason;
import dev.writ.kernel.judge.ViewJudge.Refusal;
import dev.writ.kernel.policy.ChangeScope;
import dev.writ.kernel.protection.GitLayout;
import dev.writ.kernel.protection.GitRole;
import dev.writ.kernel.protection.InertGitConfig;
import dev.writ.kernel.protection.PlaceLookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Judges a command's changes in Git directories: only Git may change its own data as regular
/// files, and only data that Git does not obey. A repository is judged as a whole: if a part of its
/// state cannot be applied, none of it is.
public final class GitViewJudge {
  private static final String CONFIG = "config";
  private static final String HEAD = "HEAD";
  private static final String OBJECTS = "objects";
  private static final Pattern PROGRAM = Pattern.compile("^\\s*(exec|x)\\s");
  private static final List<String> INDEX = List.of("index");
  private static final String LOCK = ".lock";

  /// Git makes it again, and believes it unseen.
  private static final Refusal CACHE = new Refusal(Reason.PROTECTED, Refusal.PROTECTED, false);

  /// Where `git am` and `git rebase --apply` keep patches until they resume.
  private static final String PATCHES = "rebase-apply";

  /// Of the files of stopped operations those that say which one it is.
  private static final Set<String> STOPPED =
      Set.of(
          "rebase-merge",
          "sequencer",
          "MERGE_HEAD",
          "CHERRY_PICK_HEAD",
          "REVERT_HEAD",
          "BISECT_LOG");

  private final JudgedChanges view;
  private final CommandChange change;
  private final GitUse git;
  private final GitRefJudge refs;
  private final GitHistoryJudge history;
  private final ChangeScope scope;
  private final Set<WorkspacePath> operations;
  private final List<String> report = new ArrayList<>();
  private final List<String> configured = new ArrayList<>();
  private final Map<WorkspacePath, Refusal> refused = new LinkedHashMap<>();

  /// @param change the command: its stated use of Git, and where the mode may write: a repository's
  ///     refs and settings change only there
  /// @param operations files of unfinished operations that commands of this session began
  /// @param history judges what commits bring
  public GitViewJudge(
      JudgedChanges view,
      CommandChange change,
      Set<WorkspacePath> operations,
      GitHistoryJudge history) {
    this.change = change;
    this.scope = change.scope();
    this.git = change.git();
    this.refs = new GitRefJudge(view, git, history);
    this.history = history;
    this.view = view;
    this.operations = operations;
  }

  /// The refused differences.
  ///
  /// @param differences all that are in Git directories
  Map<WorkspacePath, Refusal> judge(List<ViewDifference> differences) {
    Map<WorkspacePath, List<ViewDifference>> repositories = new LinkedHashMap<>();
    for (ViewDifference difference : differences) {
      repositories
          .computeIfAbsent(
              GitLayout.directory(difference.path()).orElseThrow(), _ -> new ArrayList<>())
          .add(difference);
    }
    for (Map.Entry<WorkspacePath, List<ViewDifference>> entry : repositories.entrySet()) {
      try {
        judge(entry.getKey(), entry.getValue());
      } catch (IOException e) {
        refuseAll(
            entry.getValue(),
            "it cannot be judged: " + DisplayText.line(String.valueOf(e.getMessage())));
      }
    }
    return refused;
  }

  /// Whether a file had that content in a commit before.
  boolean had(WorkspacePath place, byte[] content) throws IOException {
    return history.had(place, content);
  }

  /// The stopped operation of a person's that the changes touch, if they do.
  Optional<StoppedOperation> stopped(List<ViewDifference> differences) {
    return StoppedOperation.touched(differences, operations);
  }

  private void judge(WorkspacePath repository, List<ViewDifference> differences)
      throws IOException {
    ViewDifference first = differences.getFirst();
    boolean whole = first.path().equals(repository);
    Optional<String> barred = scope.ofMode(repository);
    if (whole && first.before().isAbsent() && first.after().isDirectory()) {
      if (barred.isPresent()) {
        refuseAll(differences, barred.get());
      } else if (makesProject(repository)) {
        refuseAll(
            differences, "it makes the directory a project of its own; git init DIRECTORY asks");
      } else if (!isInert(differences)) {
        refuseAll(differences, "a new repository with hooks or settings of its own");
      } else {
        differences.stream()
            .filter(one -> GitLayout.isCache(GitLayout.below(one.path())))
            .forEach(one -> refused.put(one.path(), CACHE));
        refs.ofNew(repository, differences).refusal().ifPresent(w -> refuseAll(differences, w));
      }
    } else if (differences.stream()
        .filter(d -> d.path().equals(repository))
        .anyMatch(d -> !d.before().isDirectory() || !d.after().isDirectory())) {
      refuseAll(differences, "a repository cannot be removed or replaced");
    } else if (!git.runs()) {
      differences.forEach(
          d ->
              refused.put(
                  d.path(),
                  new Refusal(
                      Reason.PROTECTED,
                      Refusal.PROTECTED,
                      !GitLayout.below(d.path()).equals(INDEX) && !d.after().isDirectory())));
    } else {
      judgeData(repository, differences);
    }
  }

  /// Whether a directory of the workspace becomes a root: who starts Writ in it then works without
  /// the settings and rules of this one.
  private boolean makesProject(WorkspacePath repository) throws IOException {
    WorkspacePath directory = repository.parent();
    return !directory.isRoot()
        && view.kindBefore(directory) == PlaceLookup.PlaceKind.DIRECTORY
        && !change.names(repository);
  }

  /// It is told once for all of them, of one that isn't just an object's file.
  private void refuseAll(List<ViewDifference> differences, String words) {
    ViewDifference told =
        differences.stream()
            .filter(d -> !d.path().segments().contains(OBJECTS))
            .findFirst()
            .orElse(differences.getFirst());
    for (ViewDifference one : differences) {
      refused.put(one.path(), new Refusal(Reason.PROTECTED, words, one.equals(told)));
    }
  }

  /// Git ran in a repository that was there.
  private void judgeData(WorkspacePath repository, List<ViewDifference> differences)
      throws IOException {
    configured.clear();
    Map<WorkspacePath, Refusal> obeyed = new LinkedHashMap<>();
    List<ViewDifference> data = new ArrayList<>();
    for (ViewDifference difference : differences) {
      if (difference.isOnlyDirectory()) {
        continue;
      }
      List<String> names = GitLayout.below(difference.path());
      if (isLock(names) && difference.before().isAbsent()) {
        obeyed.put(difference.path(), new Refusal(Reason.PROTECTED, "no process holds that lock"));
        continue;
      }
      Optional<String> spoilt = spoilt(difference, names);
      if (spoilt.isPresent()) {
        refuseAll(differences, spoilt.get());
        return;
      }
      if (GitLayout.isCache(names) && !difference.after().isAbsent()) {
        refused.put(difference.path(), CACHE);
        continue;
      }
      if (GitLayout.role(names) == GitRole.OBEYED && !isInertChange(difference, names)) {
        obeyed.put(difference.path(), new Refusal(Reason.PROTECTED, "Git obeys it"));
      } else {
        data.add(difference);
      }
    }
    GitRefJudge.RefVerdict moved = refs.judge(repository, differences);
    boolean stays = moved.moves().isEmpty() && configured.isEmpty();
    Optional<String> why =
        moved.refusal().or(() -> stays ? Optional.empty() : scope.ofMode(repository));
    if (why.isPresent()) {
      refuseAll(differences, why.get());
      return;
    }
    report.addAll(moved.report());
    if (!configured.isEmpty()) {
      report.add("Git's settings changed: " + String.join(", ", configured));
    }
    refused.putAll(obeyed);
    Set<WorkspacePath> needed = needed(repository, data, obeyed.keySet());
    for (ViewDifference difference : differences) {
      if (difference.isOnlyDirectory()
          && !difference.after().isAbsent()
          && !needed.contains(difference.path())) {
        refused.put(difference.path(), new Refusal(Reason.PROTECTED, Refusal.PROTECTED, false));
      }
    }
    remember(repository, differences);
  }

  /// Unfinished operations of Git's that the command began or ended.
  private void remember(WorkspacePath repository, List<ViewDifference> differences) {
    Set<String> stopped = new TreeSet<>();
    for (ViewDifference difference : differences) {
      if (GitLayout.role(GitLayout.below(difference.path())) == GitRole.OPERATION) {
        if (difference.after().isAbsent()) {
          operations.remove(difference.path()); // the next one there may be a person's
        } else {
          operations.add(difference.path());
          stopped.add(GitLayout.below(difference.path()).getFirst());
        }
      }
    }
    stopped.retainAll(STOPPED);
    if (!stopped.isEmpty()) {
      report.add(
          "an operation has stopped in %s: %s".formatted(repository, String.join(", ", stopped)));
    }
  }

  /// The directories that applied data need. Data of a worktree of which Git obeys a refused part
  /// are refused, too.
  private Set<WorkspacePath> needed(
      WorkspacePath repository, List<ViewDifference> data, Set<WorkspacePath> obeyed) {
    Set<String> spoilt = new HashSet<>();
    obeyed.forEach(path -> spoilt.add(worktree(path)));
    spoilt.remove("");
    Set<WorkspacePath> needed = new HashSet<>();
    for (ViewDifference difference : data) {
      if (spoilt.contains(worktree(difference.path()))) {
        refused.put(
            difference.path(),
            new Refusal(Reason.PROTECTED, "its worktree is refused", /* told= */ false));
      } else {
        for (WorkspacePath at = difference.path(); !at.equals(repository); at = at.parent()) {
          needed.add(at.parent());
        }
      }
    }
    return needed;
  }

  /// The name of the worktree that a place belongs to (gitrepository-layout(5)); empty for none.
  private static String worktree(WorkspacePath path) {
    List<String> names = GitLayout.below(path);
    return names.size() > 2 && names.getFirst().equals("worktrees") ? names.get(1) : "";
  }

  /// Whether Git alone can have made the changes.
  boolean isAlone() {
    return git.alone();
  }

  /// The report on the accepted changes for model and person, in sentences.
  List<String> report() {
    return report;
  }

  private static boolean isLock(List<String> names) {
    return names.getLast().endsWith(LOCK);
  }

  /// Whether another Git process is about to replace a file: it creates the lock first.
  private boolean isHeld(ViewDifference difference) throws IOException {
    WorkspacePath path = difference.path();
    WorkspacePath lock = path.parent().child(path.name() + LOCK);
    return view.kindBefore(lock) != PlaceLookup.PlaceKind.NOTHING;
  }

  /// Why a change of data spoils the whole repository's state.
  private Optional<String> spoilt(ViewDifference difference, List<String> names)
      throws IOException {
    GitRole role = GitLayout.role(names);
    if (role == GitRole.OBEYED) {
      return Optional.empty();
    }
    boolean files =
        difference.isOfFiles() || (GitLayout.isRef(names) && difference.isOfFilesAndDirectories());
    if (!files) {
      return Optional.of(DisplayText.named(difference.path()) + " is not a regular file");
    }
    if (isLock(names) || isHeld(difference)) {
      String lock = isLock(names) ? "" : LOCK;
      return Optional.of("another Git process holds " + difference.path() + lock);
    }
    if (difference.isStale()) {
      return Optional.of(
          "another Git process changed " + DisplayText.named(difference.path()) + " meanwhile");
    }
    if (difference.isInUse()) {
      return Optional.of(
          "another program has " + DisplayText.named(difference.path()) + " open for writing");
    }
    if (isForgedIndex(difference, names)) {
      return Optional.of("its index is none that Git makes of a work tree");
    }
    if (names.contains("reftable")) {
      return Optional.of("what its tables of refs lead to cannot be judged");
    }
    if (role == GitRole.OPERATION && startsPrograms(difference)) {
      return Optional.of("a stopped operation there would run programs when it resumes");
    }
    if (names.getFirst().equals(PATCHES) && difference.after().isFile()) {
      return history.waiting(difference);
    }
    return Optional.empty();
  }

  private boolean isForgedIndex(ViewDifference difference, List<String> names) throws IOException {
    return names.getLast().equals(INDEX.getLast())
        && difference.after().isFile()
        && !view.isSoundIndex(difference);
  }

  /// Whether the list of an unfinished operation's next steps names a program (git-rebase(1),
  /// `exec`).
  private boolean startsPrograms(ViewDifference difference) throws IOException {
    return view.textAfter(difference).stream()
        .flatMap(String::lines)
        .anyMatch(line -> PROGRAM.matcher(line).find());
  }

  private boolean isInertChange(ViewDifference difference, List<String> names) throws IOException {
    if (!names.equals(List.of(CONFIG)) || !difference.before().isFile() || difference.isStale()) {
      return false;
    }
    Optional<String> after = view.textAfter(difference);
    Optional<List<String>> settings =
        after.isEmpty()
            ? Optional.empty()
            : InertGitConfig.inertChange(view.textBefore(difference), after.get(), git.config());
    settings.ifPresent(configured::addAll);
    return settings.isPresent();
  }

  /// Whether it is a whole new repository in which nothing makes a program run.
  private boolean isInert(List<ViewDifference> differences) throws IOException {
    Set<List<String>> files = new HashSet<>();
    differences.forEach(difference -> files.add(GitLayout.below(difference.path())));
    if (!files.contains(List.of(HEAD)) || !files.contains(List.of(CONFIG))) {
      return false;
    }
    for (ViewDifference difference : differences) {
      List<String> names = GitLayout.below(difference.path());
      if (difference.after().isDirectory()) {
        continue;
      }
      if (!difference.after().isFile()) {
        return false;
      }
      boolean inert =
          (GitLayout.role(names) == GitRole.DATA && !isForgedIndex(difference, names))
              || GitLayout.isSample(names)
              || (names.getLast().equals(CONFIG)
                  && InertGitConfig.isInert(view.textAfter(difference).orElseThrow()));
      if (!inert) {
        return false;
      }
    }
    return true;
  }
}
