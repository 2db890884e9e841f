// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.records.journal.SegmentedJournal;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.ChainContinuation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;

/// Reads the audit log back, through all of its files in order.
public final class AuditTrail {
  /// In an outcome that names records of the ledger.
  private static final String NAMES_RECORDS = "\"ledger\":[{";

  private static final AuditLog.Workspace NOWHERE = new AuditLog.Workspace("", "");

  private final Path file;

  /// Reads nothing yet.
  ///
  /// @param directory where the files are
  public AuditTrail(Path directory) {
    this.file = directory.resolve(AuditLog.RECORDS);
  }

  /// Gets the records, in order.
  @FunctionalInterface
  interface Visitor {
    /// A record.
    ///
    /// @param place as `file:line`
    /// @param record empty where the line is none
    void record(String place, Optional<Json.Obj> record);
  }

  private void read(Visitor visitor) throws IOException {
    SegmentedJournal.read(
        file, (name, number, text) -> visitor.record(name + ":" + number, parsed(text)));
  }

  private static Optional<Json.Obj> parsed(String line) {
    try {
      return Optional.of(JsonReader.readObject(line));
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  /// Every decision of every workspace with how it ended, the oldest first.
  ///
  /// @throws IOException where the log can't be read
  public List<AuditEntry> entries() throws IOException {
    Map<String, AuditEntry> entries = new LinkedHashMap<>();
    read(
        (_, record) ->
            record.ifPresent(
                json -> {
                  if (isReceipt(json)) {
                    AuditEntry entry = AuditEntry.of(json);
                    entries.put(entry.id(), entry);
                  } else {
                    entries.computeIfPresent(
                        json.text("receipt").orElse(""), (_, entry) -> entry.ended(json));
                  }
                }));
    return List.copyOf(entries.values());
  }

  /// The records that sessions of this user have made, in all directories.
  ///
  /// @param here the workspace that asks
  /// @throws IOException where the log can't be read
  OwnRecords made(AuditLog.Workspace here) throws IOException {
    OwnRecords own = new OwnRecords(new LinkedHashMap<>(), new HashSet<>(), new LinkedHashMap<>());
    SegmentedJournal.read(
        file,
        (_, _, text) -> {
          // A large log is read, but not parsed as a whole.
          if (text.contains(NAMES_RECORDS)) {
            parsed(text).ifPresent(json -> own.add(json, records(json), here));
          }
        });
    return own;
  }

  /// In which directories sessions of this user have made records of a ledger, by the hashes of
  /// their lines.
  ///
  /// @throws IOException where the log can't be read
  public Map<String, String> places() throws IOException {
    return made(NOWHERE).places();
  }

  /// The ledger records that sessions of this user have made in one workspace, the oldest first:
  /// the session of each, by the hash of its line.
  SequencedMap<String, String> recorded(AuditLog.Workspace workspace) throws IOException {
    SequencedMap<String, String> sessions = new LinkedHashMap<>();
    SegmentedJournal.read(
        file,
        (_, _, text) -> {
          // A large log is read, but not parsed as a whole.
          if (text.contains(NAMES_RECORDS)) {
            parsed(text).filter(workspace::has).map(AuditTrail::records).stream()
                .flatMap(List::stream)
                .forEach(r -> sessions.put(r.hash(), ChainContinuation.session(r.writer())));
          }
        });
    return sessions;
  }

  /// How far it goes now: further means that a session wrote to it.
  ///
  /// @throws IOException where that can't be seen
  public SegmentedJournal.JournalExtent extent() throws IOException {
    return SegmentedJournal.extent(file);
  }

  /// Watches the sessions in workspaces below one or around it.
  ///
  /// @param workspace its real path
  /// @param since how far the log went when the watch began
  /// @throws IOException where they can't be looked up
  public OverlappingSessions overlapping(Path workspace, SegmentedJournal.JournalExtent since)
      throws IOException {
    return new OverlappingSessions(file, workspace, since);
  }

  /// Whether another session has begun acts in a workspace and may not have ended them.
  ///
  /// @param session the one that asks
  /// @throws IOException where that can't be looked up
  public boolean isAnotherAtWork(AuditLog.Workspace workspace, String session) throws IOException {
    return SessionMark.isAnother(file.resolveSibling(AuditLog.MARKS), workspace, session);
  }

  /// The log's facts about a ledger record.
  ///
  /// @param receipt tool and, where a person was asked, `approver`, with what was decided
  /// @param commands that the same turn ran, each with how it ended
  public record Behind(Optional<Json.Obj> receipt, List<Json.Obj> commands) {
    public Behind {
      commands = List.copyOf(commands);
    }
  }

  /// The decision behind a record of the ledger, and the commands of its turn.
  ///
  /// @throws IOException where the log can't be read
  public Behind behind(String ledgerRecord, String session) throws IOException {
    Map<String, Json.Obj> receipts = new LinkedHashMap<>();
    Map<String, AuditEntry> entries = new LinkedHashMap<>();
    List<String> found = new ArrayList<>();
    read(
        (_, record) ->
            record.ifPresent(
                json -> {
                  String id = json.text("receipt").orElse(json.text("id").orElse(""));
                  if (isReceipt(json)) {
                    String origin = json.text("origin").orElse("");
                    if (origin.startsWith("session:" + session + "#")) {
                      receipts.put(id, json);
                      entries.put(id, AuditEntry.of(json));
                    }
                    return;
                  }
                  entries.computeIfPresent(id, (_, entry) -> entry.ended(json));
                  for (Json item : json.items("ledger")) {
                    if (item instanceof Json.Obj named
                        && named.text("id").filter(ledgerRecord::equals).isPresent()) {
                      found.add(id);
                    }
                  }
                }));
    Json.Obj receipt = found.isEmpty() ? null : receipts.get(found.getFirst());
    if (receipt == null) {
      return new Behind(Optional.empty(), List.of());
    }
    List<Json.Obj> commands = new ArrayList<>();
    receipts.forEach(
        (id, other) -> {
          boolean ran =
              other.number("turn").equals(receipt.number("turn"))
                  && other.items("effects").stream()
                      .anyMatch(
                          e ->
                              e instanceof Json.Obj effect
                                  && effect.text("effect").filter("run"::equals).isPresent());
          AuditEntry entry = entries.get(id);
          if (ran && entry != null) {
            commands.add(entry.json());
          }
        });
    return new Behind(Optional.of(receipt), commands);
  }

  /// What a session did, as far as that matters once it was killed.
  ///
  /// @param open its acts without an outcome, the oldest first
  /// @param reported the ids of all records in the ledger that outcomes name, of any session
  record SessionActs(List<AbandonedAct> open, Set<String> reported) {}

  /// The acts of a session whose process is dead.
  ///
  /// @param prefix of its receipts
  /// @throws IOException where the log can't be read
  SessionActs acts(String prefix) throws IOException {
    Map<String, AbandonedAct> open = new LinkedHashMap<>();
    Set<String> reported = new HashSet<>();
    SegmentedJournal.read(
        file,
        (_, _, text) -> {
          // A large log is read, but not parsed as a whole.
          if (text.contains(prefix) || text.contains(NAMES_RECORDS)) {
            parsed(text).ifPresent(json -> collect(json, prefix + "-", open, reported));
          }
        });
    return new SessionActs(List.copyOf(open.values()), Set.copyOf(reported));
  }

  private static void collect(
      Json.Obj json, String prefix, Map<String, AbandonedAct> open, Set<String> reported) {
    String id = json.text("id").orElse("");
    if (isReceipt(json)) {
      if (id.startsWith(prefix) && isPermitted(json)) {
        open.put(id, AbandonedAct.of(json));
      }
    } else if (json.text("code").filter(AuditCheck.STARTED::equals).isEmpty()) {
      open.remove(json.text("receipt").orElse(""));
    }
    for (Json item : json.items("ledger")) {
      if (item instanceof Json.Obj record) {
        record.text("id").ifPresent(reported::add);
      }
    }
  }

  /// Whether every permitted receipt has its outcome, and whether anything is missing, doubled or
  /// out of order.
  ///
  /// @throws IOException where the log can't be read
  public AuditCheck.Found verify() throws IOException {
    AuditCheck check = new AuditCheck();
    read(check::check);
    return check.found();
  }

  /// What the log has of a session's chains in a workspace, each one's last line.
  ///
  /// @param checkpoints of checkpoints, their numbers as `seq`
  record SessionChains(
      Map<String, AppendedRecord> records, Map<String, AppendedRecord> checkpoints) {}

  /// A session's chains.
  ///
  /// @throws IOException where the log can't be read
  SessionChains chains(AuditLog.Workspace workspace, String session) throws IOException {
    Map<String, AppendedRecord> records = new LinkedHashMap<>();
    Map<String, AppendedRecord> checkpoints = new LinkedHashMap<>();
    SegmentedJournal.read(
        file,
        (_, _, text) -> {
          // A large log is read, but not parsed as a whole.
          if (text.contains(session)) {
            parsed(text)
                .filter(workspace::has)
                .ifPresent(
                    json -> {
                      if (isCheckpoint(json)) {
                        remember(checkpoint(json), checkpoints);
                      }
                      records(json).forEach(record -> remember(record, records));
                    });
          }
        });
    Predicate<String> others = chain -> !ChainContinuation.session(chain).equals(session);
    records.keySet().removeIf(others);
    checkpoints.keySet().removeIf(others);
    return new SessionChains(records, checkpoints);
  }

  AuditLog.Review review(AuditLog.Workspace workspace) throws IOException {
    Map<String, AppendedRecord> lasts = new LinkedHashMap<>();
    Map<String, AppendedRecord> checkpoints = new LinkedHashMap<>();
    Set<String> open = new LinkedHashSet<>();
    List<String> unreadable = new ArrayList<>();
    read(
        (place, record) -> {
          if (record.isEmpty()) {
            unreadable.add(place);
          } else if (workspace.has(record.get())) {
            if (isCheckpoint(record.get())) {
              remember(checkpoint(record.get()), checkpoints);
            } else {
              review(record.get(), lasts, open);
            }
          }
        });
    return new AuditLog.Review(lasts, checkpoints, open, unreadable);
  }

  private static void review(Json.Obj json, Map<String, AppendedRecord> lasts, Set<String> open) {
    if (isReceipt(json)) {
      if (isPermitted(json)) {
        open.add(json.text("id").orElse(""));
      }
      return;
    }
    if (json.text("code").filter(AuditCheck.STARTED::equals).isEmpty()) {
      open.remove(json.text("receipt").orElse(""));
    }
    records(json).forEach(record -> remember(record, lasts));
  }

  /// The records that an outcome names.
  private static List<AppendedRecord> records(Json.Obj json) {
    List<AppendedRecord> records = new ArrayList<>();
    for (Json item : json.items("ledger")) {
      if (item instanceof Json.Obj record) {
        records.add(
            new AppendedRecord(
                record.text("id").orElse(""),
                record.text("writer").orElse(""),
                record.number("seq").orElse(0),
                record.text("hash").orElse("")));
      }
    }
    return records;
  }

  private static boolean isPermitted(Json.Obj receipt) {
    return receipt.text("verdict").filter("allow"::equals).isPresent();
  }

  private static boolean isCheckpoint(Json.Obj json) {
    return json.text("type").filter(AuditCheck.CHECKPOINT::equals).isPresent();
  }

  private static AppendedRecord checkpoint(Json.Obj json) {
    return new AppendedRecord(
        json.text("key").orElse(""),
        json.text("session").orElse(""),
        json.number("number").orElse(0),
        json.text("hash").orElse(""));
  }

  /// The one that is furthest in its chain: outcomes of calls that ran side by side may stand in
  /// any order.
  private static void remember(AppendedRecord appended, Map<String, AppendedRecord> lasts) {
    AppendedRecord known = lasts.get(appended.writer());
    if (known == null || known.seq() <= appended.seq()) {
      lasts.put(appended.writer(), appended);
    }
  }

  static boolean isReceipt(Json.Obj json) {
    return json.text("type").filter("receipt"::equals).isPresent();
  }
}
