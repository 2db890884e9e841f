// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.records.change.ChangedLines;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.LineRange;
import dev.writ.records.change.MutationClass;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.journal.Journal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The ledger's record of a mutation, without id, time and chain, which the ledger adds.
///
/// @param changes one for a tool's write; all that a command did, a part at a time
/// @param act what wrote the lines, and what that did to their meaning
/// @param intentId under which intent
/// @param relations what it takes back, and what its intent comes from
public record LedgerEntry(
    List<FileChange> changes,
    RecordedAct act,
    ActOrigin origin,
    String intentId,
    RepositoryRevision revision,
    RecordRelations relations) {
  /// The most characters that a record says about lines, so that it fits into a line of a journal.
  /// Files that would pass it are recorded without their lines.
  private static final long MOST_LINES_CHARS = Journal.MAX_LINE_BYTES / 2;

  public LedgerEntry {
    changes = List.copyOf(changes);
  }

  /// One that may take records back, has to do with nothing else, and whose class needs no grammar.
  public LedgerEntry(
      List<FileChange> changes,
      By by,
      ActOrigin origin,
      String intentId,
      RepositoryRevision revision,
      List<String> undoes) {
    this(
        changes,
        new RecordedAct(by, SemanticComparison.plain().classOf(changes)),
        origin,
        intentId,
        revision,
        RecordRelations.undoing(undoes));
  }

  /// The change.
  public record RecordedAct(By by, MutationClass mutationClass) {}

  /// The author of a change's lines.
  public enum By {
    /// A tool of Writ's: they are the contributor's own.
    TOOL,
    /// A program that the contributor ran: a new file is theirs, a changed one is mixed, because
    /// who wrote what such as a formatter moved is not known.
    PROGRAM,
    /// Git, which brings lines of others: none is claimed.
    VERSION_CONTROL
  }

  /// The state of the repository.
  ///
  /// @param repository whether there is a Git repository
  /// @param id the commit, empty where there is none
  public record RepositoryRevision(boolean repository, String id) {
    /// No repository.
    public static final RepositoryRevision NONE =
        new RepositoryRevision(/* repository= */ false, "");

    /// Whether there is a commit.
    public boolean known() {
      return !id.isEmpty();
    }
  }

  /// The record, but for its place in the chain.
  ///
  /// @param known the states of files that records of the same writer lead to
  Json.Builder json(String id, String timestamp, KnownFileStates known) {
    Json.Builder json = Json.object();
    json.put("version", Ledger.VERSION)
        .put("id", id)
        .put("timestamp", timestamp)
        .put("vcs", vcs())
        .put("files", files(known))
        .put("intent_id", intentId)
        .put("turn", origin.turn())
        .put("mutation_class", act.mutationClass().name());
    if (!relations.checks().isEmpty()) {
      List<Json> checks = new ArrayList<>();
      relations.checks().forEach(check -> checks.add(check.json()));
      json.put("checks", new Json.Arr(checks));
    }
    return json;
  }

  private Json vcs() {
    // In a repository no commit contains the change yet: it makes the tree dirty.
    return Json.object()
        .put("type", revision.repository() ? "git" : "none")
        .put("revision_id", revision.known() ? Json.of(revision.id()) : new Json.Null())
        .put("dirty", revision.repository())
        .build();
  }

  private Json files(KnownFileStates known) {
    Set<String> gone = new HashSet<>();
    for (FileChange change : changes) {
      if (change.kind() == FileChange.ChangeKind.DELETE) {
        hash(change.before()).ifPresent(gone::add);
      }
    }
    List<Json> files = new ArrayList<>();
    Predicate<WorkspacePath> silent = known.silent();
    long left = MOST_LINES_CHARS;
    for (FileChange change : changes) {
      boolean moved =
          change.kind() == FileChange.ChangeKind.CREATE
              && hash(change.after()).filter(gone::contains).isPresent();
      // Lines that were only moved here, that Git wrote, or that cannot be distinguished from older
      // ones have no author, and those of files that are nobody else's none that a record names.
      boolean claimed =
          !moved
              && !silent.test(change.path())
              && change.from().filter(silent).isEmpty()
              && act.by() != By.VERSION_CONTROL
              && !(change.before() instanceof FileState.Unusable);
      Optional<ChangedLines> lines = claimed ? lines(change, left) : Optional.empty();
      left -= lines.map(ChangedLines::recordedChars).orElse(0L);
      files.add(file(change, lines, known));
    }
    return new Json.Arr(files);
  }

  /// The lines that a change wrote; empty if it left no file, or if they don't fit into the record.
  private Optional<ChangedLines> lines(FileChange change, long most) {
    return change.after() instanceof FileState.Present
        ? change.changedLines(act.by() == By.PROGRAM).filter(lines -> lines.recordedChars() <= most)
        : Optional.empty();
  }

  private Json file(FileChange change, Optional<ChangedLines> lines, KnownFileStates known) {
    Json.Builder file = RecordedChange.write(change);
    List<LineRange> ranges = List.of();
    if (lines.isPresent()) {
      ChangedLines changed = lines.get();
      known.putForms(change, changed.oldForms(), file);
      changed.put(file);
      ranges = change.ranges(changed);
    }
    return RecordedChange.close(file, List.of(conversation(change, ranges)));
  }

  private Json conversation(FileChange change, List<LineRange> ranges) {
    Json.Builder contributor = Json.object();
    switch (origin.contributor()) {
      case ActOrigin.Contributor.Ai(String model) -> {
        boolean mixed = act.by() == By.PROGRAM && change.kind() == FileChange.ChangeKind.MODIFY;
        contributor.put("entity_type", mixed ? "mixed" : "ai").put("model_identifier", model);
      }
      case ActOrigin.Contributor.Human() -> contributor.put("entity_type", "human");
    }
    List<Json> related = new ArrayList<>();
    related.add(related("intent", intentId));
    relations.related().forEach(r -> related.add(related(r.type().word(), r.value())));
    relations.undoes().forEach(id -> related.add(related("undoes", id)));
    relations.corrects().forEach(id -> related.add(related("corrects", id)));
    return Json.object()
        .put("url", origin.url())
        .put("contributor", contributor.build())
        .put("ranges", new Json.Arr(ranges.stream().map(LineRange::json).toList()))
        .put("related", new Json.Arr(related))
        .build();
  }

  private static Json related(String type, String value) {
    return Json.object().put("type", type).put("value", value).build();
  }

  /// The hash of a state's content; empty without a known content.
  public static Optional<String> hash(FileState state) {
    return switch (state) {
      case FileState.Present(FileContent content) -> Optional.of(content.hash());
      case FileState.Link(FileContent target) -> Optional.of(target.hash());
      case FileState.Absent(), FileState.Directory(), FileState.Unusable _ -> Optional.empty();
    };
  }
}
