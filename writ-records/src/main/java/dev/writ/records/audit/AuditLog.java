// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.base.json.Json;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.SegmentedJournal;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// The audit log of a user: `audit.jsonl` with receipts and outcomes, `audit.log` with a line for
/// people per command and denial. An act that cannot be recorded here does not happen: an
/// [ActRecorder] writes both.
public final class AuditLog implements AutoCloseable {
  /// The default size at which the log starts a new file.
  public static final long MAX_BYTES = 64L * 1024 * 1024;

  /// The most protected places that an outcome names.
  private static final int MOST_TAMPERED = 100;

  static final String RECORDS = "audit.jsonl";
  private static final String DIRECTORY = "directory";
  private static final String LINES = "audit.log";
  static final String MARKS = "receipts";
  private static final long HALF_MILLI = 500_000;

  private final Path directory;
  private final long maxBytes;
  private final InstantSource clock;
  private final Workspace workspace;
  private final String prefix;
  private final DiskPort disk;
  private final ActRecorder acts = new ActRecorder(this);
  private Optional<SegmentedJournal> records = Optional.empty();
  private Optional<SegmentedJournal> lines = Optional.empty();
  private Optional<SessionMark> mark = Optional.empty();
  private long issued;
  private long open;

  /// @param directory where the files are; created privately when first needed
  /// @param maxBytes how large a file becomes before the next one is begun
  /// @param workspace the real path of the workspace
  /// @param prefix makes receipt ids unique across sessions
  public AuditLog(
      Path directory, long maxBytes, InstantSource clock, String workspace, String prefix) {
    this(directory, maxBytes, clock, new Workspace(workspace, ""), prefix, DiskPort.system());
  }

  /// The workspace that a log is kept for.
  ///
  /// @param path its real path
  /// @param identity of its directory, which it keeps when it is renamed; empty where unknown
  public record Workspace(String path, String identity) {
    /// The one that a record is of.
    static Optional<Workspace> of(Json.Obj json) {
      return json.text("workspace").map(at -> new Workspace(at, json.text(DIRECTORY).orElse("")));
    }

    /// Whether a record is of this workspace.
    boolean has(Json.Obj json) {
      return json.text("workspace").filter(path::equals).isPresent()
          || json.text(DIRECTORY).filter(d -> !d.isEmpty() && d.equals(identity)).isPresent();
    }

    Json.Builder put(Json.Builder json) {
      json.put("workspace", path);
      return identity.isEmpty() ? json : json.put(DIRECTORY, identity);
    }
  }

  /// The same on a disk.
  @SuppressWarnings("exports") // only the kernel opens the log
  public AuditLog(
      Path directory,
      long maxBytes,
      InstantSource clock,
      Workspace workspace,
      String prefix,
      DiskPort disk) {
    this.disk = disk;
    this.directory = directory;
    this.maxBytes = maxBytes;
    this.clock = clock;
    this.workspace = workspace;
    // A resumed session counts from 1 again: the time distinguishes its receipts from older ones.
    this.prefix = prefix + "-" + Long.toString(clock.millis(), Character.MAX_RADIX);
  }

  /// A receipt that is on disk.
  record Written(String id, Receipt receipt) {}

  /// How a permitted call ended.
  ///
  /// @param code `ok`, or the code of the failure
  /// @param exitCode of a command; empty where none ran
  /// @param ledger the records of the call
  /// @param commit the id of the resulting Git commit; empty if there is none
  /// @param tampered the protected places that a command changed, in words
  record Outcome(
      String code,
      Optional<Integer> exitCode,
      Duration took,
      List<AppendedRecord> ledger,
      Optional<String> commit,
      List<String> tampered) {
    Outcome {
      ledger = List.copyOf(ledger);
      tampered = List.copyOf(tampered);
    }

    /// That of a call that commits nothing.
    Outcome(String code, Optional<Integer> exitCode, Duration took, List<AppendedRecord> ledger) {
      this(code, exitCode, took, ledger, Optional.empty(), List.of());
    }
  }

  /// The only writer of decisions and outcomes.
  public ActRecorder acts() {
    return acts;
  }

  /// Records a decision durably. A denial is complete with it.
  ///
  /// @throws IOException where it can't be recorded: then nothing may be performed
  Written receipt(Receipt receipt) throws IOException {
    SegmentedJournal journal;
    String id;
    synchronized (this) {
      journal = records();
      id = prefix + "-" + (issued + 1);
      if (receipt.denial().isEmpty() && mark.isEmpty()) {
        mark = Optional.of(SessionMark.make(marks(), prefix, workspace, disk));
      }
      journal.append(receipt.json(id, now(), workspace).write());
      issued++; // only now: a missing number means a removed line
      if (receipt.denial().isEmpty()) {
        open++;
      } else {
        line(receipt.subject().commandLine(), "denied:" + receipt.denial(), Duration.ZERO);
      }
    }
    journal.sync(); // together with those of other calls
    return new Written(id, receipt);
  }

  /// Records how it ended.
  synchronized void outcome(Written written, Outcome outcome) throws IOException {
    Json.Builder json = about("outcome", written, outcome.code(), outcome.took());
    outcome.exitCode().ifPresent(exit -> json.put("exit_code", exit));
    json.put("ledger", ledger(outcome.ledger()));
    outcome.commit().ifPresent(id -> json.put("commit", id));
    if (!outcome.tampered().isEmpty()) {
      json.put("tampered", Json.texts(outcome.tampered().stream().limit(MOST_TAMPERED).toList()));
    }
    records().append(json.build().write());
    open--;
    if (written.receipt().subject().command()) {
      String how =
          outcome.exitCode().map(exit -> "exit:" + exit).orElse("failed:" + outcome.code());
      line(written.receipt().subject().commandLine(), how, outcome.took());
    }
  }

  /// Records how an act ended whose process was killed, as a later one found it.
  synchronized void settled(String receipt, KilledActOutcome how, List<AppendedRecord> ledger)
      throws IOException {
    Json.Builder json =
        Json.object().put("type", "outcome").put("receipt", receipt).put("timestamp", now());
    workspace.put(json).put("code", how.code()).put("took_us", 0);
    records().append(json.put("ledger", ledger(ledger)).build().write());
    records().sync();
  }

  private static Json ledger(List<AppendedRecord> appended) {
    List<Json> ledger = new ArrayList<>();
    for (AppendedRecord record : appended) {
      ledger.add(
          Json.object()
              .put("id", record.id())
              .put("writer", record.writer())
              .put("seq", record.seq())
              .put("hash", record.hash())
              .build());
    }
    return new Json.Arr(ledger);
  }

  /// Records that a command continues in the background. [#ended] records its end.
  ///
  /// @param id what it is called in its session
  synchronized void started(Written written, String id, Duration took) throws IOException {
    Json.Builder json = about("outcome", written, AuditCheck.STARTED, took).put("background", id);
    records().append(json.put("ledger", new Json.Arr(List.of())).build().write());
    line(written.receipt().subject().commandLine(), "started:" + id, took);
  }

  /// How a command in the background ended.
  ///
  /// @param code `ok`, `stopped` for a person's or model's stop, or the code of the failure
  /// @param exitCode empty where it could not be started
  public record Ending(String code, Optional<Integer> exitCode, Duration took) {}

  /// Records how a command in the background ended.
  synchronized void ended(Written written, String id, Ending ending) throws IOException {
    Json.Builder json = about("ended", written, ending.code(), ending.took()).put("background", id);
    ending.exitCode().ifPresent(exit -> json.put("exit_code", exit));
    records().append(json.build().write());
    open--;
    String how = ending.exitCode().map(exit -> "exit:" + exit).orElse("failed:" + ending.code());
    line(written.receipt().subject().commandLine(), how, ending.took());
  }

  /// Remembers a checkpoint durably.
  public synchronized void checkpoint(AppendedRecord checkpoint) throws IOException {
    Json.Builder json =
        workspace
            .put(Json.object().put("type", AuditCheck.CHECKPOINT).put("timestamp", now()))
            .put("session", checkpoint.writer())
            .put("number", checkpoint.seq())
            .put("key", checkpoint.id())
            .put("hash", checkpoint.hash());
    records().append(json.build().write());
    records().sync();
  }

  private Json.Builder about(String type, Written written, String code, Duration took) {
    Json.Builder json =
        Json.object().put("type", type).put("receipt", written.id()).put("timestamp", now());
    return workspace.put(json).put("code", code).put("took_us", took.toNanos() / 1000);
  }

  private void line(String what, String how, Duration took) throws IOException {
    if (lines.isEmpty()) {
      lines = Optional.of(new SegmentedJournal(directory.resolve(LINES), maxBytes, clock, disk));
    }
    long millis = took.plusNanos(HALF_MILLI).toMillis();
    String seconds = millis / 1000 + "." + String.valueOf(1000 + millis % 1000).substring(1) + "s";
    String time = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    lines
        .get()
        .append(String.join(" | ", time, escaped(workspace.path()), escaped(what), how, seconds));
  }

  /// A field that can't end its line or its column, and shows every control character.
  static String escaped(String field) {
    StringBuilder out = new StringBuilder(field.length() + 8);
    field
        .codePoints()
        .forEach(
            c -> {
              int type = Character.getType(c);
              if (c == '\\' || c == '|') {
                out.append('\\').appendCodePoint(c);
              } else if (c == '\n') {
                out.append("\\n");
              } else if (Character.isISOControl(c)
                  || type == Character.FORMAT
                  || type == Character.LINE_SEPARATOR
                  || type == Character.PARAGRAPH_SEPARATOR
                  || type == Character.SURROGATE) {
                out.append("\\u{").append(Integer.toHexString(c)).append('}');
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }

  private SegmentedJournal records() {
    if (records.isEmpty()) {
      records =
          Optional.of(new SegmentedJournal(directory.resolve(RECORDS), maxBytes, clock, disk));
    }
    return records.get();
  }

  private String now() {
    return Ledger.timestamp(clock.instant());
  }

  /// The audit log's facts about this workspace.
  ///
  /// @param lasts each ledger writer's last record
  /// @param checkpoints each session's last checkpoint, its number as `seq`
  /// @param open ids of permitted receipts without an outcome, and of commands in the background
  ///     whose end is missing: a process ended in between
  /// @param unreadable lines that are not JSON, as `file:line`
  public record Review(
      Map<String, AppendedRecord> lasts,
      Map<String, AppendedRecord> checkpoints,
      Set<String> open,
      List<String> unreadable) {}

  /// The sessions of this workspace whose acts are to be settled.
  synchronized List<AbandonedSession> abandoned() throws IOException {
    return AbandonedSession.all(
        SessionMark.abandoned(marks(), workspace, disk), new AuditTrail(directory));
  }

  /// The ledger records that this user's sessions made in this workspace, the oldest first: the
  /// session of each, by the hash of its line.
  SequencedMap<String, String> recorded() throws IOException {
    return new AuditTrail(directory).recorded(workspace);
  }

  /// The records that sessions of this user have made, in any workspace.
  ///
  /// @throws IOException where the log can't be read
  public OwnRecords made() throws IOException {
    return new AuditTrail(directory).made(workspace);
  }

  /// The last record of each of a session's chains in this workspace's ledger.
  ///
  /// @throws IOException where the log can't be read
  public Map<String, AppendedRecord> own(String session) throws IOException {
    return new AuditTrail(directory).chains(workspace, session).records();
  }

  /// The last checkpoint of each of a session's chains in this workspace, its number as `seq`.
  ///
  /// @throws IOException where the log can't be read
  public Map<String, AppendedRecord> checkpoints(String session) throws IOException {
    return new AuditTrail(directory).chains(workspace, session).checkpoints();
  }

  /// The path of the workspace that it is kept for.
  public String place() {
    return workspace.path();
  }

  private Path marks() {
    return directory.resolve(MARKS);
  }

  /// Reads the log back for this workspace.
  public Review review() throws IOException {
    return new AuditTrail(directory).review(workspace);
  }

  /// Forces what is left and lets go of the files. The session stays marked where an act of it has
  /// no outcome.
  @Override
  public synchronized void close() throws IOException {
    try (Closeable _ = this::unmark;
        Closeable _ = () -> close(lines)) {
      close(records);
    }
  }

  private static void close(Optional<SegmentedJournal> journal) throws IOException {
    if (journal.isPresent()) {
      journal.get().close();
    }
  }

  private void unmark() throws IOException {
    if (mark.isPresent()) {
      try (SessionMark session = mark.get()) {
        mark = Optional.empty();
        if (open == 0) {
          session.remove();
        }
      }
    }
  }
}
