// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.kernel.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.file.FileHand.WriteOutcome;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.IntentMap;
import dev.writ.kernel.spending.IntentSource;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.MutationClass;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Maintains the intent map: the ledger's facts about each intent, with the declarations that its
/// changes touched. The ledger is the only source, so a missed update is made up for by the next
/// one, and the map can be rebuilt at any time. It is written like a record, not like a tool's
/// change.
public final class IntentMapUpdater implements AutoCloseable {
  private static final WorkspacePath MAP = WorkspacePath.of(IntentMap.PATH);
  private static final String OWN = ".orchestration/";
  private static final Pattern INTENT = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final int MAX_ANCHORS = 200;

  /// Beyond so many files of one record only the files are listed: a formatter or a build did it,
  /// and to parse each file twice would take longer than the change did.
  private static final int MAX_OUTLINED_FILES = 50;

  /// The number of attempts against other writers before the update is left to the next time.
  private static final int ATTEMPTS = 5;

  private final FileHand files;
  private final ObjectStore store;
  private final ChangeTransaction transaction;
  private final Ledger ledger;
  private final IntentSource intents;
  private final SemanticComparison comparison;

  public IntentMapUpdater(
      Hands hands,
      ChangeTransaction transaction,
      IntentSource intents,
      SemanticComparison comparison) {
    this.files = hands.files();
    this.store = hands.store();
    this.transaction = transaction;
    this.ledger = transaction.ledger();
    this.intents = intents;
    this.comparison = comparison;
  }

  /// Updates the map if this session recorded something since the last update. The next update
  /// makes up for a missed one.
  ///
  /// @throws IOException where the operating system refuses
  public void keep() throws IOException {
    if (transaction.takeRecorded()) {
      update(/* anew= */ false);
    }
  }

  /// Updates the map from the ledger and from the present declarations.
  ///
  /// @param anew whether to rebuild the whole map from the ledger
  /// @return the obstacle; empty if the map is up to date
  /// @throws IOException where the operating system refuses
  public synchronized Optional<String> update(boolean anew) throws IOException {
    try {
      return updated(anew);
    } finally {
      comparison.rest();
    }
  }

  /// Updates it for the last time in this session. The next session repeats a failed update: the
  /// map names its last record.
  @Override
  public void close() {
    try {
      keep();
    } catch (IOException _) {
      // The next session catches up.
    } finally {
      comparison.close();
    }
  }

  private Optional<String> updated(boolean anew) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      FileState found = files.state(MAP);
      if (found instanceof FileState.Unusable(ToolError error)) {
        return Optional.of(error.message());
      }
      String text = found instanceof FileState.Present(FileContent content) ? content.latin1() : "";
      IntentMap map = text.isEmpty() ? IntentMap.fresh() : IntentMap.parse(text);
      catchUp(map, anew);
      String now = written(map);
      if (map.intents().isEmpty() || now.equals(text)) {
        return Optional.empty();
      }
      FileContent after = FileContent.of(now.getBytes(StandardCharsets.ISO_8859_1));
      FileChange change = new FileChange(MAP, found, new FileState.Present(after));
      if (files.change(List.of(change), () -> {}) instanceof WriteOutcome.Done) {
        return Optional.empty();
      }
    }
    return Optional.of(IntentMap.PATH + " is being changed by another program");
  }

  /// Adds to the map what is in the ledger and not in it yet: only the ledger's end is read where
  /// the map goes with what stands before.
  private void catchUp(IntentMap map, boolean anew) throws IOException {
    OptionalLong place = anew ? OptionalLong.empty() : map.readTo();
    Ledger.Tail tail = ledger.tail(place.orElse(0));
    boolean goesOn =
        place.isPresent()
            && !tail.records().isEmpty()
            && tail.records().getFirst().id().equals(map.lastRead());
    if (place.isPresent() && !goesOn) {
      tail = ledger.tail(0); // another ledger, as after a merge
    }
    List<TraceRecord> records = tail.records();
    byIntent(goesOn ? records.subList(1, records.size()) : records)
        .forEach(
            (id, its) -> {
              IntentMap.IntentSection none = IntentMap.IntentSection.empty();
              IntentMap.IntentSection block = anew ? none : map.block(id).orElse(none);
              int known = goesOn ? 0 : place(its, block);
              map.put(
                  id, more(known < 0 ? none : block, its.subList(Math.max(0, known), its.size())));
            });
    if (!records.isEmpty()) {
      map.read(tail.last(), records.getLast().id());
    }
  }

  private static Map<String, List<TraceRecord>> byIntent(List<TraceRecord> records) {
    Map<String, List<TraceRecord>> byIntent = new LinkedHashMap<>();
    for (TraceRecord record : records) {
      if (INTENT.matcher(record.intentId()).matches()) {
        byIntent.computeIfAbsent(record.intentId(), _ -> new ArrayList<>()).add(record);
      }
    }
    return byIntent;
  }

  /// A block with more records in it.
  private IntentMap.IntentSection more(IntentMap.IntentSection block, List<TraceRecord> records) {
    if (records.isEmpty()) {
      return block;
    }
    Map<String, Set<String>> touched = block.files();
    Predicate<WorkspacePath> silent = ledger.silent();
    for (TraceRecord record : records) {
      if (record
          .json()
          .text("mutation_class")
          .orElse("")
          .equals(MutationClass.INTENT_EVOLUTION.name())) {
        List<RecordedChange> files =
            record.leaves().stream().filter(file -> !isLeftOut(file.path(), silent)).toList();
        boolean outlined = files.size() <= MAX_OUTLINED_FILES;
        files.forEach(file -> add(file, outlined, touched));
      }
    }
    long count = block.records() + records.size();
    return new IntentMap.IntentSection(records.getLast().id(), count, touched);
  }

  /// How many records a block contains; -1 where it doesn't go with the ledger.
  private static int place(List<TraceRecord> records, IntentMap.IntentSection block) {
    if (block.records() == 0 && block.last().isEmpty()) {
      return 0;
    }
    int count = (int) Math.min(block.records(), Integer.MAX_VALUE);
    boolean fits =
        count > 0 && count <= records.size() && records.get(count - 1).id().equals(block.last());
    return fits ? count : -1;
  }

  /// The declaration of intents belongs to no intent, and the map is committed.
  private static boolean isLeftOut(String path, Predicate<WorkspacePath> silent) {
    try {
      return path.startsWith(OWN) || silent.test(WorkspacePath.of(path));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private void add(RecordedChange file, boolean outlined, Map<String, Set<String>> touched) {
    String path = file.path();
    Set<String> anchors = touched.computeIfAbsent(bytes(path), _ -> new TreeSet<>());
    for (String anchor : outlined ? anchors(file, path) : List.<String>of()) {
      if (anchors.size() < MAX_ANCHORS) {
        anchors.add(bytes(anchor));
      }
    }
  }

  private List<String> anchors(RecordedChange file, String path) {
    try {
      WorkspacePath place = WorkspacePath.of(path);
      FileState before = content(file.before().hash(), place);
      FileState after = content(file.after().hash(), place);
      return comparison.anchors(new FileChange(place, before, after));
    } catch (IOException | IllegalArgumentException _) {
      return List.of(); // a path or a content that can't be had any more
    }
  }

  /// A content with the record's hash: stored at its replacement, or still in the file.
  private FileState content(Optional<String> hash, WorkspacePath place) throws IOException {
    if (hash.isEmpty()) {
      return new FileState.Absent();
    }
    Optional<FileContent> kept = store.get(hash.get());
    if (kept.isPresent()) {
      return new FileState.Present(kept.get());
    }
    return files.state(place) instanceof FileState.Present(FileContent now)
            && now.hash().equals(hash.get())
        ? new FileState.Present(now)
        : new FileState.Unusable(new ToolError(ErrorCode.FILE_NOT_FOUND, "not kept"));
  }

  private String written(IntentMap map) throws IOException {
    Map<String, String> titles = new HashMap<>();
    Map<String, String> scopes = new HashMap<>();
    if (intents.now() instanceof DeclaredIntents.Declared declared) {
      declared
          .all()
          .forEach(
              intent -> {
                titles.put(intent.id(), bytes(intent.name() + " (" + intent.status().word() + ")"));
                scopes.put(intent.id(), bytes(String.join(", ", intent.scope().patterns())));
              });
    }
    return map.write(titles, scopes);
  }

  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
