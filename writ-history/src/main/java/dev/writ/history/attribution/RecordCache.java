// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.base.json.JsonException;
import dev.writ.base.value.ContentHash;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.RecordedConversation;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The records that attribution looked at, each read once. The person's own are believed: the
/// audit log vouches for them, whatever stands beside them. Others are believed as far as their
/// chain bears them out.
final class RecordCache {
  private final LedgerIndex index;
  private final Set<String> vouched;
  private final boolean ownOnly;
  private boolean foreign;
  private final Map<Integer, Optional<TraceRecord>> read = new HashMap<>();
  private final List<LineAuthor> authors = new ArrayList<>();
  private final Map<String, Integer> known = new HashMap<>();
  private final TreeMap<Integer, String> doubts = new TreeMap<>();

  /// @param vouched the hashes of the lines that the person's audit log has
  /// @param ownOnly whether no other record is looked at
  RecordCache(LedgerIndex index, Set<String> vouched, boolean ownOnly) {
    this.index = index;
    this.vouched = vouched;
    this.ownOnly = ownOnly;
  }

  /// Whether a record of somebody else was looked at.
  boolean foreign() {
    return foreign;
  }

  /// How many lines of each path were written with one of these keys.
  ///
  /// @param keys sorted
  /// @throws IOException where the ledger can't be read
  Map<String, Integer> hits(long[] keys) throws IOException {
    return index.hits(keys, line -> !ownOnly || own(index.raw(line)));
  }

  private boolean own(String raw) {
    return vouched.contains(ContentHash.of(raw));
  }

  private Optional<TraceRecord> rejected(int line) {
    read.put(line, Optional.empty());
    return Optional.empty();
  }

  LedgerIndex index() {
    return index;
  }

  /// An author by its index.
  LineAuthor author(int at) {
    return authors.get(at);
  }

  /// The rejected records, by the ledger's line (from 1).
  Map<Integer, String> doubts() {
    return doubts;
  }

  /// A record that holds; nothing where it is none, where its successor says it was another, or
  /// where one before it has its id.
  ///
  /// @throws IOException where the ledger can't be read
  Optional<TraceRecord> record(int line) throws IOException {
    Optional<TraceRecord> known = read.get(line);
    if (known != null) {
      return known;
    }
    String raw = index.raw(line);
    boolean own = own(raw);
    if (ownOnly && !own) {
      return rejected(line);
    }
    foreign |= !own;
    Optional<TraceRecord> record = parsed(raw, line);
    if (record.isPresent() && !own && !fits(record.get())) {
      doubts.put(
          line + 1, "record " + record.get().id() + " was changed: its own hash does not match");
      record = Optional.empty();
    } else if (record.isPresent() && !own && !borneOut(record.get())) {
      doubts.put(
          line + 1,
          "record " + record.get().id() + " is not the record that its successor follows");
      record = Optional.empty();
    }
    int first = index.first(line);
    if (record.isPresent() && first >= 0) {
      doubts.put(
          line + 1,
          "record %s has the id of the record on line %d".formatted(record.get().id(), first + 1));
      record = Optional.empty();
    }
    read.put(line, record);
    return record;
  }

  private Optional<TraceRecord> parsed(String raw, int line) {
    try {
      return Optional.of(TraceRecord.parse(raw));
    } catch (JsonException e) {
      doubts.put(line + 1, "is not a record: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static boolean fits(TraceRecord record) {
    Optional<String> own = record.json().object("chain").text("hash");
    int at = record.raw().lastIndexOf(",\"hash\":\"");
    return own.isEmpty()
        || (at >= 0 && own.get().equals(ContentHash.of(record.raw().substring(0, at))));
  }

  private boolean borneOut(TraceRecord record) throws IOException {
    int next = index.of(record.chain().writer(), record.chain().seq() + 1);
    if (next < 0) {
      return true; // the last one
    }
    try {
      String prev = TraceRecord.parse(index.raw(next)).chain().prev();
      return prev.equals(ContentHash.of(record.raw()));
    } catch (JsonException _) {
      return true; // nothing speaks against it
    }
  }

  /// The records' statements at a line about a path.
  ///
  /// @throws IOException where the ledger can't be read
  List<FileRevision> steps(int line, String path) throws IOException {
    List<FileRevision> steps = new ArrayList<>();
    Optional<TraceRecord> record = record(line);
    if (record.isPresent()) {
      for (RecordedChange file : record.get().files()) {
        if (file.paths().contains(path)) {
          steps.add(step(record.get(), file, line));
        }
      }
    }
    return steps;
  }

  private FileRevision step(TraceRecord record, RecordedChange file, int line) {
    List<RecordedConversation> conversations = file.conversations();
    boolean undoing = conversations.stream().anyMatch(one -> one.related("undoes").count() > 0);
    Optional<RecordedConversation> last =
        conversations.isEmpty() ? Optional.empty() : Optional.of(conversations.getLast());
    LineAuthor.Who who =
        switch (last.flatMap(RecordedConversation::contributor).orElse("")) {
          case "ai" -> LineAuthor.Who.AI;
          case "mixed" -> LineAuthor.Who.MIXED;
          default -> LineAuthor.Who.HUMAN;
        };
    LineAuthor author =
        new LineAuthor(
            record.id(),
            who,
            last.flatMap(RecordedConversation::model).orElse(""),
            record.intentId(),
            last.flatMap(RecordedConversation::url).orElse(""),
            new LineAuthor.RecordPlace(
                record.json().text("timestamp").orElse(""),
                record.json().object("vcs").text("revision_id").orElse(""),
                line + 1,
                own(record.raw())));
    int at =
        known.computeIfAbsent(
            line + " " + who,
            _ -> {
              authors.add(author);
              return authors.size() - 1;
            });
    return new FileRevision(file, at, undoing);
  }

  /// Whether a model stands behind it.
  boolean machine(int author) {
    return author >= 0 && authors.get(author).who() != LineAuthor.Who.HUMAN;
  }
}
