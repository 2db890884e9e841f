// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.commit;

import dev.writ.base.json.Json;
import dev.writ.base.scope.RepositoryState;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.file.LeftFiles;
import dev.writ.kernel.hand.CommitContent;
import dev.writ.kernel.hand.CommitContent.ContentCheck;
import dev.writ.kernel.hand.GitCommitHand;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.IntentMap;
import dev.writ.kernel.policy.LineSecrets;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.GitInputs;
import dev.writ.kernel.repository.GitState;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.spending.IntentSource;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.audit.Receipt;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.Evidence;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Commits a turn's changes if a person's configuration says so: exactly the files of its records,
/// and only if each file was committed before the turn and did not change after it. The ledger
/// decides this afterwards, so that a turn never waits for Git before it begins. Each commit has a
/// receipt and an outcome, like every act.
public final class AutoCommit {
  private static final int MAX_SUBJECT_CHARS = 100;
  private static final int MAX_BODY_CHARS = 4000;
  private static final int MAX_RECORDS = 50;

  private final Site site;
  private final Evidence evidence;
  private final IntentSource intents;
  private final SecretMasker masker;
  private final LeftJournals left;

  /// The inputs of commits in a workspace.
  ///
  /// @param head of the repository that holds it
  /// @param commands for the sandbox that Git runs in
  public record Site(
      Hands hands,
      GitHead head,
      CommandServices commands,
      Evidence evidence,
      Ledger ledger,
      ActRecorder acts) {}

  /// The committer of a workspace.
  public AutoCommit(Site site, IntentSource intents, SecretMasker masker) {
    this.site = site;
    this.evidence = site.evidence();
    this.intents = intents;
    this.masker = masker;
    this.left = new LeftJournals(evidence);
  }

  /// The kind of the workspace's repository.
  public RepositoryState repository() {
    return new GitState(site.hands().root().path(), site.head()).now();
  }

  /// A turn that is over.
  ///
  /// @param since where things ended before it
  /// @param request the person's words
  /// @param prefix of the subject
  /// @param records how Writ's records are committed
  public record Turn(
      JournalPositions since, SessionState state, String request, String prefix, Records records) {}

  /// The ends of the journals before a turn.
  ///
  /// @param ledger the length of the ledger, in bytes
  /// @param head the length of Git's log of HEAD, in bytes
  public record JournalPositions(long ledger, long head) {}

  /// How Writ's records are committed.
  public enum Records {
    /// In a commit of their own, below that of the work.
    OWN_COMMIT,
    /// In the commit of the work.
    WITH_CHANGES,
    /// Not by Writ.
    NONE;

    /// The one that configurations call so.
    public static Records of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /// The outcome for a turn's changes.
  public sealed interface CommitOutcome {
    /// They are a commit.
    record Committed(String id, String subject, String what) implements CommitOutcome {}

    /// There was nothing to commit.
    record NoChanges() implements CommitOutcome {}

    /// They are left to the person.
    record UncommittedChanges(String reason) implements CommitOutcome {}
  }

  private static final String ATTRIBUTES = ".gitattributes";

  /// Writ's files in a project that Git can see.
  private static final List<String> RECORDS =
      List.of(
          Ledger.PATH,
          Ledger.CHECKPOINTS,
          ".orchestration/trace_anchors.jsonl",
          IntentMap.PATH,
          IntentFile.PATH,
          AuthorityFile.PATH,
          ATTRIBUTES);

  private static final Set<String> OF_INIT =
      Set.of(IntentFile.PATH, AuthorityFile.PATH, ATTRIBUTES);

  /// The present ends of the journals.
  ///
  /// @throws IOException if the ledger can't be read
  public JournalPositions mark() throws IOException {
    return new JournalPositions(site.ledger().size(), site.head().logLength());
  }

  /// Whether something was committed in this working tree since then.
  ///
  /// @throws IOException if Git's record can't be read
  public boolean hasCommitted(JournalPositions since) throws IOException {
    return logged(since, "\tcommit");
  }

  private boolean logged(JournalPositions since, String what) throws IOException {
    return site.head().logSince(since.head()).lines().anyMatch(line -> line.contains(what));
  }

  /// Commits Writ's records, and nothing else.
  ///
  /// @throws IOException if the records can't be read or written, or Git not be run
  /// @throws InterruptedException when interrupted
  public CommitOutcome commitRecords(Turn turn) throws IOException, InterruptedException {
    Optional<String> parent = evidence.checkedOut();
    List<WorkspacePath> all = RECORDS.stream().map(WorkspacePath::of).toList();
    if (parent.isEmpty() || obstacle(repository(), parent, all).isPresent()) {
      return new CommitOutcome.NoChanges();
    }
    return perform(turn, parent.get(), CommitContent.NONE, recordsPart(turn, parent.get()));
  }

  private CommitContent recordsPart(Turn turn, String parent) throws IOException {
    String subject = DisplayText.line((turn.prefix() + " Records").strip());
    String message = subject + "\n\nSession: " + turn.state().session() + "\n";
    return new CommitContent(records(turn, parent), message);
  }

  /// The existing records. Files that a person's `writ init` wrote and that are not committed yet
  /// go to the branch that the person was on, never to one that the turn switched to: they would be
  /// missing from the other.
  private List<WorkspacePath> records(Turn turn, String commit) throws IOException {
    boolean switched = logged(turn.since(), "\tcheckout: moving");
    List<WorkspacePath> present = new ArrayList<>();
    left.clear();
    for (String name : RECORDS) {
      WorkspacePath place = WorkspacePath.of(name);
      Optional<FileContent> content = evidence.file(place);
      if (content.isPresent()
          && (!OF_INIT.contains(name) || isOurs(content.get(), place, commit, switched))
          && !left.leaves(place, content.get(), commit)) {
        present.add(place);
      }
    }
    return present;
  }

  /// Whether what `writ init` writes there is to be committed with the records.
  private boolean isOurs(FileContent content, WorkspacePath place, String commit, boolean switched)
      throws IOException {
    evidence.expect(commit, List.of(place));
    boolean fresh = evidence.past(commit, place) instanceof Evidence.Past.Lacked;
    boolean attributes = place.toString().equals(ATTRIBUTES);
    return fresh ? !switched && (!attributes || isOfInit(content)) : !attributes;
  }

  private static boolean isOfInit(FileContent attributes) {
    return attributes.lines().stream().allMatch(line -> line.startsWith(".orchestration/"));
  }

  /// Commits a turn's changes.
  ///
  /// @throws IOException if the records can't be read or written, or Git not be run
  /// @throws InterruptedException when interrupted
  public CommitOutcome commit(Turn turn) throws IOException, InterruptedException {
    String session = turn.state().session();
    List<TraceRecord> records =
        site.ledger().since(turn.since().ledger()).stream()
            .filter(record -> record.session().equals(session))
            .toList();
    RepositoryState repository = records.isEmpty() ? RepositoryState.NONE : repository();
    Optional<String> parent = evidence.checkedOut();
    if (repository.kind() == RepositoryState.RepositoryKind.NONE
        || repository.kind() == RepositoryState.RepositoryKind.BARE) {
      return new CommitOutcome.NoChanges();
    }
    Map<WorkspacePath, FileCourse> changes = changes(records);
    Optional<String> obstacle = obstacle(repository, parent, changes.keySet());
    if (obstacle.isPresent()) {
      return new CommitOutcome.UncommittedChanges(obstacle.get());
    }
    String commit = parent.orElseThrow();
    List<WorkspacePath> paths = new ArrayList<>(changes.keySet());
    String message = message(turn, subject(turn, records.getLast()), records);
    CommitContent below = CommitContent.NONE;
    switch (turn.records()) {
      case OWN_COMMIT -> below = recordsPart(turn, commit);
      case WITH_CHANGES -> paths.addAll(records(turn, commit));
      case NONE -> {}
    }
    ContentCheck check = check(commit, changes);
    CommitContent part = new CommitContent(paths, message, check, ProgramBits.changed(records));
    return perform(turn, commit, below, part);
  }

  /// The obstacle to a commit of files here.
  private Optional<String> obstacle(
      RepositoryState repository, Optional<String> parent, Collection<WorkspacePath> files) {
    if (repository.operation().isPresent()) {
      return Optional.of(repository.operation().get() + " is in progress");
    }
    if (repository.branch().isEmpty()) {
      return Optional.of("no branch is checked out");
    }
    return parent.isEmpty()
        ? Optional.of("the branch has no commit yet")
        : new GitInputs(site.head(), site.hands().root().path()).pipe(files);
  }

  /// The first state before and the last state after, file by file.
  private static Map<WorkspacePath, FileCourse> changes(List<TraceRecord> records) {
    Map<WorkspacePath, FileCourse> changes = new LinkedHashMap<>();
    for (TraceRecord record : records) {
      for (RecordedChange file : record.leaves()) {
        if (file.isDirectory()) {
          continue;
        }
        Optional<String> before = file.before().hash();
        Optional<WorkspacePath> from = file.formerPlace();
        WorkspacePath path = file.place();
        from.ifPresent(old -> change(changes, old, before, Optional.empty()));
        change(changes, path, from.isPresent() ? Optional.empty() : before, file.after().hash());
      }
    }
    return changes;
  }

  private static void change(
      Map<WorkspacePath, FileCourse> changes,
      WorkspacePath path,
      Optional<String> before,
      Optional<String> after) {
    changes.merge(path, FileCourse.of(before, after), FileCourse::then);
  }

  private ContentCheck check(String commit, Map<WorkspacePath, FileCourse> changes)
      throws IOException {
    Map<WorkspacePath, Optional<String>> last = new LinkedHashMap<>();
    changes.forEach((path, course) -> last.put(path, course.after()));
    return new LeftFiles(site.hands(), last, objections(commit, changes))::objections;
  }

  /// Why changes are not the turn's alone, or may be secrets that nobody published, by their paths.
  private Map<WorkspacePath, String> objections(
      String commit, Map<WorkspacePath, FileCourse> changes) throws IOException {
    evidence.expect(commit, List.copyOf(changes.keySet()));
    Map<WorkspacePath, String> objections = new LinkedHashMap<>();
    for (Map.Entry<WorkspacePath, FileCourse> change : changes.entrySet()) {
      WorkspacePath path = change.getKey();
      Optional<String> committed =
          switch (evidence.past(commit, path)) {
            case Evidence.Past.Had(FileContent content) -> Optional.of(content.hash());
            case Evidence.Past.Lacked _ -> Optional.empty();
            case Evidence.Past.Silent _ -> Optional.of("unknown");
          };
      if (!change.getValue().startsAt(committed)) {
        objections.put(path, path + " had changes that were not committed before");
      } else if (committed.isEmpty() && ProtectedNames.isSecret(path)) {
        objections.put(path, path + " is new and usually holds secrets: ignore or commit it");
      }
    }
    return objections;
  }

  private CommitOutcome perform(Turn turn, String parent, CommitContent below, CommitContent part)
      throws IOException, InterruptedException {
    if (part.paths().isEmpty()) {
      return new CommitOutcome.NoChanges();
    }
    String subject = part.message().lines().findFirst().orElse("");
    GitCommitHand hand =
        new GitCommitHand(
            site.hands().root(),
            site.head(),
            site.commands().programs(),
            site.commands().parts().running().sandbox());
    return site.acts()
        .perform(
            receipt(turn, below, part),
            open ->
                switch (hand.commit(parent, below, part)) {
                  case GitCommitHand.CommitResult.NewCommit(String id, String what) -> {
                    open.commit(id);
                    yield new CommitOutcome.Committed(id, subject, what + left.words());
                  }
                  case GitCommitHand.CommitResult.Unchanged _ -> new CommitOutcome.NoChanges();
                  case GitCommitHand.CommitResult.RefusedCommit(String reason) -> {
                    open.code("refused");
                    yield new CommitOutcome.UncommittedChanges(reason);
                  }
                });
  }

  private String subject(Turn turn, TraceRecord record) throws IOException {
    String name = name(turn, record.intentId());
    String line = DisplayText.line(masked((turn.prefix() + " " + name).strip()));
    return line.length() > MAX_SUBJECT_CHARS ? line.substring(0, MAX_SUBJECT_CHARS) + "…" : line;
  }

  private String name(Turn turn, String intentId) throws IOException {
    if (intents.now() instanceof DeclaredIntents.Declared declared) {
      return declared.all().stream()
          .filter(intent -> intent.id().equals(intentId))
          .map(intent -> intent.name())
          .findFirst()
          .orElse(turn.state().request().name());
    }
    return turn.state().request().name();
  }

  private String masked(String words) {
    return masker.with(LineSecrets.in(List.of(words.split("\\s+", -1)))).mask(words);
  }

  private String message(Turn turn, String subject, List<TraceRecord> records) {
    String body = DisplayText.text(masked(turn.request().strip()));
    if (body.length() > MAX_BODY_CHARS) {
      body = body.substring(0, MAX_BODY_CHARS) + "…";
    }
    var message = new StringBuilder(subject + "\n\n" + (body.isEmpty() ? "" : body + "\n\n"));
    message.append("Intent: ").append(records.getLast().intentId()).append('\n');
    for (TraceRecord record : records.subList(0, Math.min(MAX_RECORDS, records.size()))) {
      message.append("Trace: ").append(record.id()).append('\n');
    }
    return message.append("Session: ").append(turn.state().session()).append('\n').toString();
  }

  private static Receipt receipt(Turn turn, CommitContent below, CommitContent part) {
    SessionState state = turn.state();
    List<Json> files = new ArrayList<>();
    below.paths().forEach(path -> files.add(Json.of(path.toString())));
    part.paths().forEach(path -> files.add(Json.of(path.toString())));
    Json effect = Json.object().put("effect", "commit").put("files", new Json.Arr(files)).build();
    return new Receipt(
        new ActOrigin(state.session(), 0, state.turn(), new ActOrigin.Contributor.Human()),
        ContentHash.of(effect.write() + below.message() + part.message()),
        new Receipt.Subject("", "auto_commit", List.of(effect), "commit the turn's files", true),
        List.of(GateAnswer.pass("configuration")),
        Json.object()
            .put("session", state.session())
            .put("mode", state.mode().name())
            .put("execution", state.execution().word())
            .put("approver", "git.auto_commit")
            .put("contributor", "human")
            .build());
  }
}
