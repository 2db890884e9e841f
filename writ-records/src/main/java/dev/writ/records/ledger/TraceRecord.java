// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ContentHash;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// A record as it was read back, validated against the format.
///
/// @param raw the line without its end
/// @param json the whole record
public record TraceRecord(String raw, Json.Obj json, Chain chain) {
  /// How a record names those that it takes back ([#related]).
  public static final String UNDOES = "undoes";

  /// How it names those of whose places it says what really came of them.
  public static final String CORRECTS = "corrects";

  /// A record's place in its writer's chain.
  ///
  /// @param prev hash of the writer's previous raw line; empty for the first
  public record Chain(String writer, long seq, String prev) {}

  /// Reads one line.
  ///
  /// @throws JsonException if it is not a record of this format
  public static TraceRecord parse(String line) throws JsonException {
    Json.Obj json = JsonReader.readObject(line);
    for (String key : List.of("version", "id", "timestamp", "intent_id", "mutation_class")) {
      require(json.text(key).isPresent(), "'" + key + "' is missing or not a text");
    }
    require(
        json.text("version").filter(v -> v.startsWith("1.")).isPresent(),
        "the record has an unknown version");
    require(!json.items("files").isEmpty(), "'files' is missing or empty");
    for (Json file : json.items("files")) {
      RecordedChange.read(file);
    }
    Json.Obj chain = json.object("chain");
    require(
        chain.text("writer").isPresent() && chain.number("seq").isPresent(),
        "'chain' is missing or incomplete");
    return new TraceRecord(
        line,
        json,
        new Chain(
            chain.text("writer").orElseThrow(),
            chain.number("seq").orElseThrow(),
            chain.text("prev").orElse("")));
  }

  private static void require(boolean holds, String problem) throws JsonException {
    if (!holds) {
      throw new JsonException(problem, 1, 1);
    }
  }

  /// All lines of a ledger that can be read, of several with the same id the first one: whatever
  /// names a record by its id means that one. What is left out is
  /// [dev.writ.records.verify.VerificationReport]'s business.
  public static List<TraceRecord> readable(String text) {
    return readable(text, Set.of());
  }

  /// The same, but of several with the same id one of those that the audit log has.
  ///
  /// @param known the hashes of their lines
  public static List<TraceRecord> readable(String text, Set<String> known) {
    Map<String, TraceRecord> records = new LinkedHashMap<>();
    for (String line : (Iterable<String>) text.lines()::iterator) {
      try {
        TraceRecord record = parse(line);
        TraceRecord before = records.putIfAbsent(record.id(), record);
        if (before != null && !before.isOneOf(known) && record.isOneOf(known)) {
          records.remove(record.id()); // it stands where its own line does
          records.put(record.id(), record);
        }
      } catch (JsonException _) {
        // Reported by verification.
      }
    }
    return new ArrayList<>(records.values());
  }

  private boolean isOneOf(Set<String> hashes) {
    return !hashes.isEmpty() && hashes.contains(ContentHash.of(raw));
  }

  /// The record as the ledger remembers it.
  public AppendedRecord appended() {
    return new AppendedRecord(id(), chain.writer(), chain.seq(), ContentHash.of(raw));
  }

  /// The record's UUID.
  public String id() {
    return json.text("id").orElse("");
  }

  /// Whether an act of that origin made it.
  ///
  /// @param url what [ActOrigin#url()] says
  public boolean isFrom(String url) {
    return files().stream()
        .flatMap(file -> file.conversations().stream())
        .anyMatch(conversation -> conversation.url().filter(url::equals).isPresent());
  }

  /// The intent it was made under.
  public String intentId() {
    return json.text("intent_id").orElse("");
  }

  /// The session that made it: it may have several chains.
  public String session() {
    return ChainContinuation.session(chain.writer());
  }

  /// The turn in its session; 0 where it is not known.
  public long turn() {
    return json.number("turn").orElse(0);
  }

  /// The ids of records that it has to do with in that way: `undoes`, `corrects`.
  public Set<String> related(String type) {
    return files().stream()
        .flatMap(file -> file.conversations().stream())
        .flatMap(conversation -> conversation.related(type))
        .collect(Collectors.toSet());
  }

  /// The ids of those among records that others of them take back. One that was itself taken back
  /// takes nothing back.
  ///
  /// @param records in the ledger's order
  public static Set<String> undone(List<TraceRecord> records) {
    Set<String> undone = new HashSet<>();
    for (TraceRecord record : records.reversed()) {
      if (!undone.contains(record.id())) {
        undone.addAll(record.related(UNDOES));
      }
    }
    return undone;
  }

  /// The changes of places: of files, links and directories.
  public List<RecordedChange> files() {
    return json.items("files").stream().map(file -> new RecordedChange((Json.Obj) file)).toList();
  }

  /// The same without the directories of others among them, which say by themselves where they are.
  public List<RecordedChange> leaves() {
    List<RecordedChange> all = files();
    return all.stream()
        .filter(file -> !file.isDirectory() || all.stream().noneMatch(below(file)))
        .toList();
  }

  private static Predicate<RecordedChange> below(RecordedChange directory) {
    String start = directory.path() + "/";
    return file -> file.path().startsWith(start);
  }

  /// The record on one line, for people and models: time, id, intent and what changed.
  public String summary() {
    StringBuilder text = new StringBuilder(json.text("timestamp").orElse(""));
    text.append("  ").append(id()).append("  ").append(intentId());
    leaves().forEach(file -> text.append("  ").append(file.summary()));
    return text.toString();
  }
}
