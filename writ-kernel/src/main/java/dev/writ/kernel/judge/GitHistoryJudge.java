// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.RecordDirectories;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.JudgedChanges;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.hand.StagedWork;
import dev.writ.kernel.intent.IntentMap;
import dev.writ.kernel.judge.ViewJudge.Refusal;
import dev.writ.kernel.policy.ChangeScope;
import dev.writ.kernel.protection.GitLayout;
import dev.writ.kernel.protection.GitRole;
import dev.writ.kernel.protection.PlaceLookup;
import dev.writ.kernel.protection.RepositoryShape;
import dev.writ.kernel.protection.WaitingPatch;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.sandbox.protection.IndexedLooks;
import dev.writ.sandbox.protection.ObjectId;
import dev.writ.sandbox.snapshot.GitContent;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Judges what commits and an index hold that a command brought: the next checkout writes it, and
/// nobody judges it then. A guarded place, or one that outside the command's scope, gets no content
/// there that it has not had in the work tree, the index or a commit before. Files of records may
/// get what is a choice of lines that they had, as a merge makes it.
public final class GitHistoryJudge {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern WORD = Pattern.compile("\\b[0-9a-fA-F]{7,64}\\b");
  private static final Pattern NOTHING = Pattern.compile("0+");
  private static final String INDEX = "index";

  /// Where `git am` keeps options that change which files a patch is about.
  private static final String OPTIONS = "apply-opt";

  /// What names no commit that Git would take by itself.
  private static final Set<String> UNTOLD =
      Set.of("objects", "packed-refs", "COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG");

  /// What was fetched is used by name.
  private static final String FETCHED = "FETCH_HEAD";

  private static final String SECRET = "it usually holds secrets, and the command does not name it";
  private static final String RECORDS = ".jsonl";
  private static final int MOST_VERSIONS = 64;

  private final JudgedChanges view;
  private final RepositoryShape was;
  private final GitHistory history;
  private final PlaceGuard guard;
  private final Predicate<WorkspacePath> unnamedSecret;
  private final ChangeScope scope;
  private Optional<StagedWork> staged = Optional.empty();

  /// @param history reads it while the changes are there
  /// @param unnamedSecret whether a place usually holds secrets, and the command doesn't name it
  /// @param scope where the command's changes may be
  public GitHistoryJudge(
      JudgedChanges view,
      GitHistory history,
      PlaceGuard guard,
      Predicate<WorkspacePath> unnamedSecret,
      ChangeScope scope) {
    this.unnamedSecret = unnamedSecret;
    this.scope = scope;
    this.view = view;
    this.was = new RepositoryShape(view::kindBefore);
    this.history = history;
    this.guard = guard;
  }

  /// New contents of guarded places, and why they stay out.
  ///
  /// @param secret whether it is only new where nothing was at that path
  private record GuardedContent(
      WorkspacePath place, GitContent content, String why, boolean secret) {
    String path() {
      return content.path();
    }
  }

  /// Why the changes of a Git directory can't be applied, if so.
  Optional<String> refusal(ChangedRepository repository) {
    staged = Optional.of(new StagedWork(history, repository.directory(), repository.workTree()));
    try {
      new GitObjectJudge(view, history).check(repository);
      List<GuardedContent> fresh = new ArrayList<>(ofCommits(repository));
      List<GitIndex> before = ofIndexes(repository, fresh);
      fresh.removeIf(
          one ->
              one.secret()
                  ? before.stream().anyMatch(index -> index.tracks(one.path()))
                  : isInWorkTree(one.place(), one.content())
                      || before.stream().anyMatch(index -> index.has(one.content())));
      if (!fresh.isEmpty() && repository.known().isPresent()) {
        Set<GitContent> known = history.known(repository.known().get(), paths(fresh));
        Set<String> named = known.stream().map(GitContent::path).collect(Collectors.toSet());
        fresh.removeIf(
            one -> one.secret() ? named.contains(one.path()) : known.contains(one.content()));
        for (GuardedContent content : List.copyOf(fresh)) {
          if (isChoiceOfRecords(repository, content, known)) {
            fresh.remove(content);
          }
        }
      }
      return fresh.stream()
          .findFirst()
          .map(one -> "%s would come into its history: %s".formatted(one.place(), one.why()));
    } catch (IOException | IllegalArgumentException e) { // or a name that no file can have
      return Optional.of("what comes into its history is refused: " + e.getMessage());
    }
  }

  /// What the repository's index has lost that nothing else has, in words; once it was judged.
  Optional<String> unstaged(ChangedRepository repository) throws IOException {
    if (staged.isEmpty() || !repository.isOfWorkTree()) {
      return Optional.empty();
    }
    String head = repository.refs().headBefore();
    return staged.get().lost(head, one -> isInWorkTree(place(repository, one.path()), one));
  }

  /// Why what waits for a later step of a stopped operation may not be there, if so.
  Optional<String> waiting(ViewDifference difference) throws IOException {
    String text = view.wholeAfter(difference).orElse("");
    WaitingPatch patch = new WaitingPatch(text);
    WorkspacePath workTree = GitLayout.directory(difference.path()).orElseThrow().parent();
    Set<WorkspacePath> places = patch.places(workTree);
    boolean barred = patch.isUnreadable() || patch.hasPartsOfRepositories(places);
    for (WorkspacePath place : places) {
      barred |=
          guard.refusal(place, patch.hasLinks()).isPresent()
              || unnamedSecret.test(place)
              || ViewJudge.isObeyedInRepository(was, place);
    }
    boolean elsewhere = difference.path().name().equals(OPTIONS) && !text.isBlank();
    return barred || elsewhere
        ? Optional.of("patches wait there for a later step that nobody would judge")
        : Optional.empty();
  }

  /// Whether a file had that content in a commit before.
  boolean had(WorkspacePath place, byte[] content) throws IOException {
    String path = place.toString();
    return history.known(WorkspacePath.of(".git"), List.of(path)).stream()
        .filter(one -> one.path().equals(path))
        .anyMatch(one -> ObjectId.of(content, one.blob().length()).equals(one.blob()));
  }

  private static List<String> paths(List<GuardedContent> contents) {
    return contents.stream().map(GuardedContent::path).distinct().toList();
  }

  private List<GuardedContent> ofCommits(ChangedRepository repository) throws IOException {
    Set<String> tips = new LinkedHashSet<>();
    Set<String> old = new LinkedHashSet<>(repository.refs().before());
    for (Map.Entry<String, List<String>> ref : repository.refs().changed().entrySet()) {
      (repository.isRemotes(ref.getKey()) ? old : tips).add(ref.getValue().getLast());
    }
    Set<String> abbreviated = new LinkedHashSet<>();
    Set<String> demanded = new LinkedHashSet<>(tips);
    for (ViewDifference difference : repository.differences()) {
      named(repository, difference, tips, abbreviated);
      logged(repository, difference, demanded);
    }
    tips.addAll(history.commits(repository.directory(), abbreviated));
    tips.removeIf(tip -> !ID.matcher(tip).matches());
    old.removeIf(tip -> !ID.matcher(tip).matches());
    tips.removeAll(old);
    List<GuardedContent> found = new ArrayList<>();
    if (!tips.isEmpty()) {
      GitHistory.ReadCommits read = history.brought(repository.directory(), tips, old);
      demanded.removeAll(read.commits());
      staged.ifPresent(work -> work.commit(read.contents()));
      List<WorkspacePath> fresh = new ArrayList<>();
      for (GitContent content : read.contents()) {
        fresh.add(WorkspacePath.of(content.path()));
        add(repository, content, found);
      }
      checkShape(fresh, in(repository, old), in(repository, tips));
    }
    demanded.removeAll(old);
    demanded.removeIf(id -> !ID.matcher(id).matches() || NOTHING.matcher(id).matches());
    List<String> none = history.withoutCommit(repository.directory(), demanded);
    if (!none.isEmpty()) {
      throw new IOException(none.getFirst() + " is no commit that is there");
    }
    return found;
  }

  /// Git obeys what is in a directory that looks like a repository.
  private static void checkShape(List<WorkspacePath> fresh, PlaceLookup before, PlaceLookup after)
      throws IOException {
    Optional<WorkspacePath> made = RepositoryShape.made(fresh, before, after);
    if (made.isPresent()) {
      throw new IOException("it would make Git take %s for a repository".formatted(made.get()));
    }
  }

  private PlaceLookup in(ChangedRepository repository, Set<String> commits) {
    return place ->
        kind(!place.isRoot() && history.hold(repository.directory(), commits, place.toString()));
  }

  private static PlaceLookup.PlaceKind kind(boolean isThere) {
    return isThere ? PlaceLookup.PlaceKind.FILE : PlaceLookup.PlaceKind.NOTHING;
  }

  /// What a log newly says that its ref led to: later it is found there.
  private void logged(ChangedRepository repository, ViewDifference difference, Set<String> ids)
      throws IOException {
    String name = String.join("/", repository.below(difference));
    if (!name.startsWith("logs/") || repository.isRemotes(name) || !difference.after().isFile()) {
      return;
    }
    Set<String> before =
        view.wholeBefore(difference.path()).orElse("").lines().collect(Collectors.toSet());
    for (String line : view.wholeAfter(difference).orElse("").split("\n", -1)) {
      if (!before.contains(line)) {
        Arrays.stream(line.split(" ", 3)).limit(2).map(GitHistoryJudge::lower).forEach(ids::add);
      }
    }
  }

  private static String lower(String id) {
    return id.toLowerCase(Locale.ROOT);
  }

  /// The commits that a changed file names, besides refs: a log of what refs led to, from which a
  /// stash is taken, the next steps of a stopped operation, the head of another work tree.
  private void named(
      ChangedRepository repository,
      ViewDifference difference,
      Set<String> tips,
      Set<String> abbreviated)
      throws IOException {
    List<String> names = repository.below(difference);
    boolean tells =
        difference.after().isFile()
            && !UNTOLD.contains(names.getFirst())
            && !(names.getFirst().equals(FETCHED) && repository.git().asks(GitUse.GitRequest.FETCH))
            && !names.getLast().equals(INDEX)
            && !repository.isRemotes(String.join("/", names));
    if (!tells) {
      return;
    }
    String before = view.wholeBefore(difference.path()).orElse("");
    String after = view.wholeAfter(difference).orElse("");
    String fresh = after.startsWith(before) ? after.substring(before.length()) : after;
    boolean operation = GitLayout.role(names) == GitRole.OPERATION;
    Matcher word = WORD.matcher(fresh);
    while (word.find()) {
      String id = lower(word.group());
      if (ID.matcher(id).matches()) {
        tips.add(id);
      } else if (operation) {
        abbreviated.add(id);
      }
    }
  }

  private void add(ChangedRepository repository, GitContent content, List<GuardedContent> found)
      throws IOException {
    WorkspacePath place = place(repository, content.path());
    Optional<Refusal> refusal = guard.refusal(place, content.isLink());
    if (refusal.isPresent()) {
      found.add(new GuardedContent(place, content, refusal.get().words(), false));
    } else if (unnamedSecret.test(place)) {
      found.add(new GuardedContent(place, content, SECRET, true));
    } else if (ViewJudge.isObeyedInRepository(was, place)) {
      found.add(new GuardedContent(place, content, "Git obeys it in a repository", false));
    } else {
      scope
          .refusal(place)
          .ifPresent(why -> found.add(new GuardedContent(place, content, why, false)));
    }
  }

  /// Adds the new contents of guarded places in indexes.
  ///
  /// @return the indexes before
  private List<GitIndex> ofIndexes(ChangedRepository repository, List<GuardedContent> found)
      throws IOException {
    List<GitIndex> before = new ArrayList<>();
    for (ViewDifference difference : repository.differences()) {
      if (difference.path().name().equals(INDEX) && difference.after().isFile()) {
        GitIndex old = view.indexBefore(difference);
        before.add(old);
        GitIndex now = view.indexAfter(difference);
        List<WorkspacePath> fresh = new ArrayList<>();
        for (GitContent content : now.since(old)) {
          fresh.add(WorkspacePath.of(content.path()));
          add(repository, content, found);
        }
        checkShape(
            fresh, at -> kind(old.tracks(at.toString())), at -> kind(now.tracks(at.toString())));
        if (repository.below(difference).equals(List.of(INDEX))) { // else of another work tree
          checkLooks(repository, difference, now, old);
          staged.ifPresent(work -> work.compare(old, now));
        }
      }
    }
    return before;
  }

  /// Git doesn't look into files that an index says to know.
  private void checkLooks(
      ChangedRepository repository, ViewDifference index, GitIndex now, GitIndex old)
      throws IOException {
    Set<String> unseen =
        repository.git().asks(GitUse.GitRequest.MARK) ? Set.of() : now.newlyMarked(old);
    if (!unseen.isEmpty()) {
      throw new IOException("its index hides a file from Git: " + unseen.iterator().next());
    }
    List<GitContent> doubtful =
        IndexedLooks.doubtful(
            view.fileAfter(index.path()),
            now,
            old,
            path -> view.fileAfter(place(repository, path)));
    List<String> paths = doubtful.stream().map(GitContent::path).toList();
    List<String> ids = doubtful.stream().map(GitContent::blob).toList();
    if (!paths.isEmpty()
        && !history.filtered(repository.directory(), repository.workTree(), paths).equals(ids)) {
      throw new IOException("its index hides that files were changed: " + paths.getFirst());
    }
  }

  private static WorkspacePath place(ChangedRepository repository, String path) {
    WorkspacePath place = repository.workTree();
    for (String name : path.split("/", -1)) {
      place = place.child(name);
    }
    return place;
  }

  private boolean isInWorkTree(WorkspacePath place, GitContent has) {
    try {
      Optional<byte[]> bytes = has.isLink() ? Optional.empty() : view.bytesBefore(place);
      return bytes.isPresent()
          && ObjectId.of(bytes.get(), has.blob().length()).equals(has.blob())
          && (!has.isProgram() || view.isProgramBefore(place));
    } catch (IOException _) {
      return false; // it isn't known to be there
    }
  }

  private boolean isChoiceOfRecords(
      ChangedRepository repository, GuardedContent content, Set<GitContent> known)
      throws IOException {
    if (!RecordDirectories.hold(content.place())
        || !(content.path().endsWith(RECORDS) || content.path().endsWith(IntentMap.PATH))
        || content.content().isLink()) {
      return false;
    }
    List<String> versions =
        known.stream()
            .filter(one -> one.path().equals(content.path()))
            .map(GitContent::blob)
            .limit(MOST_VERSIONS)
            .toList();
    Set<String> lines = history.lines(repository.directory(), versions);
    view.wholeBefore(content.place()).stream().flatMap(String::lines).forEach(lines::add);
    return lines.containsAll(
        history.lines(repository.directory(), List.of(content.content().blob())));
  }
}
