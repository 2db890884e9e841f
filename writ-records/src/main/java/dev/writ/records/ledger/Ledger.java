// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.form.RecordForm;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.UnforcedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// The append-only trace. Each writer's records form a chain of their own, so that branches merge
/// and any removal, change or reordering shows.
public final class Ledger implements AutoCloseable {
  /// The version of the record format.
  public static final String VERSION = RecordForm.VERSION;

  /// The ledger's path, relative to the workspace.
  public static final String PATH = ".orchestration/agent_trace.jsonl";

  /// The path of its signed checkpoints, relative to the workspace.
  public static final String CHECKPOINTS = ".orchestration/checkpoints.jsonl";

  /// How much of the ledger is looked at for recent records, in bytes.
  private static final int RECENT_BYTES = 1024 * 1024;

  /// How much is read at once.
  private static final int PIECE_BYTES = 1024 * 1024;

  /// Stands between a session and the rest of a writer's name where the session has several chains.
  static final char ANOTHER_CHAIN = '/';

  /// Opens the ledger's file, creating it if wanted.
  public interface LedgerOpener {
    /// The journal, created with its directory where it is missing.
    @SuppressWarnings("exports") // only the kernel opens ledgers
    Journal create() throws IOException;

    /// Whether what was created last is still the ledger: Git replaces files.
    default boolean current() {
      return true;
    }

    /// The bytes so far, empty if there is no ledger.
    Optional<byte[]> read() throws IOException;

    /// The ledger, to be read in parts; empty where there is none.
    default Optional<LedgerReading> reading() throws IOException {
      return read().map(LedgerReading::of);
    }

    /// The number of bytes so far; 0 if there is no ledger.
    long size() throws IOException;
  }

  private final LedgerOpener opener;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final List<Journal> journals = new ArrayList<>();
  private final RecordChains chains;
  private final KnownFileStates known;
  private final AppendCombiner combiner = new AppendCombiner(this::write);

  /// A ledger that opens its file at the first mutation.
  ///
  /// @param memory what the audit log has of a session's chains in this file: a record follows no
  ///     other one
  /// @param silent gives what finds, at that time, the files whose lines nothing is said about: the
  ///     ledger is committed, and a short line can be found by its form
  public Ledger(
      LedgerOpener opener,
      ChainMemory memory,
      InstantSource clock,
      RandomGenerator random,
      Supplier<Predicate<WorkspacePath>> silent) {
    this.known = new KnownFileStates(silent);
    this.opener = opener;
    this.clock = clock;
    this.random = random;
    this.chains = new RecordChains(new ChainContinuation(memory, random));
  }

  /// Finds the files whose lines nothing is said about, as of now.
  public Predicate<WorkspacePath> silent() {
    return known.silent();
  }

  /// A session begins now: nothing of it can be in the ledger yet, so nothing is looked for.
  public void beginSession(String session) {
    chains.beginSession(session);
  }

  /// Whether the session began here, so that nothing of it is older than this process.
  public boolean hasBegun(String session) {
    return chains.hasBegun(session);
  }

  /// A record stands in the ledger, but may not be on disk.
  public static final class StandingException extends IOException {
    private static final long serialVersionUID = 1;
    private final transient AppendedRecord appended;

    StandingException(AppendedRecord appended, IOException cause) {
      super(cause.getMessage(), cause);
      this.appended = appended;
    }

    /// The record.
    public AppendedRecord appended() {
      return appended;
    }
  }

  /// Appends a record; durable when this returns. Those who append at the same time share one write
  /// to disk.
  ///
  /// @throws StandingException where it stands in the file and may not be on disk
  /// @throws IOException where it can't be written; then nothing of it is left
  public AppendedRecord append(LedgerEntry entry) throws IOException {
    PendingAppend append = prepare(entry);
    combiner.add(List.of(append));
    return append.result();
  }

  /// Appends records that were prepared, in order; durable when this returns.
  ///
  /// @param appended receives each that stands, with its number among them, also where others don't
  /// @throws IOException where one can't be written
  public void append(List<PendingAppend> prepared, ObjIntConsumer<AppendedRecord> appended)
      throws IOException {
    if (prepared.isEmpty()) {
      return;
    }
    combiner.add(prepared);
    Optional<IOException> failure = Optional.empty();
    for (int i = 0; i < prepared.size(); i++) {
      try {
        appended.accept(prepared.get(i).result(), i);
      } catch (StandingException e) {
        appended.accept(e.appended(), i);
        failure = failure.or(() -> Optional.of(e));
      } catch (IOException e) {
        failure = failure.or(() -> Optional.of(e));
      }
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  /// A record that is to be appended, without its contents: many can be held until then.
  public PendingAppend prepare(LedgerEntry entry) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    String id = uuid(now).toString();
    String text = entry.json(id, timestamp(now), known).build().write();
    return new PendingAppend(entry.origin().session(), id, text);
  }

  /// Writes records, forces them to disk, and reports the result to each.
  private void write(List<PendingAppend> all) throws IOException {
    Journal journal = open();
    Journal.Placed placed;
    try {
      placed = journal.place(at -> chains.lines(journal, all, at));
    } catch (IOException | RuntimeException | Error e) {
      chains.withdrawn(all);
      throw e;
    }
    try {
      journal.sync(placed);
      all.forEach(PendingAppend::forced);
    } catch (UnforcedException e) {
      if (!e.stands(placed)) {
        chains.withdrawn(all);
      }
      all.forEach(append -> append.unforced(e, e.stands(placed)));
    }
  }

  private synchronized Journal open() throws IOException {
    if (journals.isEmpty() || !opener.current()) {
      journals.add(
          opener.create()); // older ones are closed at the end: another thread may be using them
    }
    return journals.getLast();
  }

  /// The heads of the chains that this ledger wrote to and that are not signed yet.
  public List<Checkpoint.Head> heads() throws IOException {
    return chains.heads(this::reading);
  }

  /// Those need not be signed again.
  public void signed(List<Checkpoint.Head> heads) {
    chains.addHeads(heads);
  }

  /// From now on keeps what [#heads()] needs, so that it need not be read.
  public void prepareHeads() {
    chains.prepareHeads();
  }

  /// The ledger, to be read in parts; empty where there is none.
  ///
  /// @throws IOException where it can't be opened
  public Optional<LedgerReading> reading() throws IOException {
    return opener.reading();
  }

  /// The ledger's text so far.
  ///
  /// @throws IOException where it can't be read, or a line is longer than any may be
  public String text() throws IOException {
    return new String(bytes(0), StandardCharsets.UTF_8);
  }

  /// The last records of an intent, oldest first, as far as they stand in the ledger's last part.
  ///
  /// @param most how many
  /// @throws IOException where it can't be read
  public List<TraceRecord> recent(String intentId, int most) throws IOException {
    List<TraceRecord> records = new ArrayList<>();
    // A line of which that part has only the end is not a record.
    for (TraceRecord record : since(Math.max(0, size() - RECENT_BYTES))) {
      if (record.intentId().equals(intentId)) {
        records.add(record);
      }
    }
    return records.subList(Math.max(0, records.size() - most), records.size());
  }

  /// How long the ledger is now, in bytes.
  public long size() throws IOException {
    return opener.size();
  }

  /// The appends of any process since that length.
  ///
  /// @throws IOException where it can't be read, or that is more than 2 GiB
  public List<TraceRecord> since(long size) throws IOException {
    return tail(size).records();
  }

  /// The readable records behind a place.
  ///
  /// @param last the offset at which the last of them begins; the place itself where there is none
  public record Tail(List<TraceRecord> records, long last) {}

  /// The content of the ledger from an offset on.
  ///
  /// @throws IOException where it can't be read, or that is more than 2 GiB
  public Tail tail(long from) throws IOException {
    List<TraceRecord> records = new ArrayList<>();
    long last = from;
    byte[] bytes = bytes(from);
    int begin = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        String line = new String(bytes, begin, i - begin, StandardCharsets.UTF_8);
        if (records.addAll(TraceRecord.readable(line))) {
          last = from + begin;
        }
        begin = i + 1;
      }
    }
    return new Tail(records, last);
  }

  private byte[] bytes(long from) throws IOException {
    Optional<LedgerReading> reading = size() <= from ? Optional.empty() : reading();
    if (reading.isEmpty()) {
      return new byte[0];
    }
    try (LedgerReading open = reading.get()) {
      byte[] bytes = new byte[Math.toIntExact(Math.max(0, open.size() - from))];
      int length = 0;
      int count = 1;
      int lineAt = 0;
      while (length < bytes.length && count > 0) {
        int most = Math.min(PIECE_BYTES, bytes.length - length);
        count = open.read(from + length, bytes, length, most);
        int before = length;
        length += Math.max(0, count);
        lineAt = lastLine(bytes, lineAt, before, length);
      }
      return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
  }

  /// The start of the last line that was read.
  ///
  /// @throws IOException where one is longer than any may be: no record is, and one that is parsed
  ///     costs a multiple of it
  private static int lastLine(byte[] bytes, int known, int from, int to) throws IOException {
    int begin = known;
    for (int i = from; i <= to; i++) {
      boolean ends = i == to || bytes[i] == '\n';
      if (ends && i - begin > Journal.MAX_LINE_BYTES) {
        throw new IOException(
            "a line of the ledger is longer than "
                + Journal.MAX_LINE_BYTES
                + " bytes, which no record is");
      }
      begin = ends && i < to ? i + 1 : begin;
    }
    return begin;
  }

  /// RFC 3339 in UTC with milliseconds.
  public static String timestamp(Instant instant) {
    // By hand: the JDK's formatter is generic, and every record passes here.
    ZonedDateTime time = instant.atZone(ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(24);
    digits(text, time.getYear(), 4).append('-');
    digits(text, time.getMonthValue(), 2).append('-');
    digits(text, time.getDayOfMonth(), 2).append('T');
    digits(text, time.getHour(), 2).append(':');
    digits(text, time.getMinute(), 2).append(':');
    digits(text, time.getSecond(), 2).append('.');
    return digits(text, time.getNano() / 1_000_000, 3).append('Z').toString();
  }

  private static StringBuilder digits(StringBuilder text, int number, int width) {
    for (int unit = (int) Math.pow(10, width - 1); unit > 0; unit /= 10) {
      text.append((char) ('0' + number / unit % 10));
    }
    return text;
  }

  /// A UUID of version 7 (RFC 9562): ids sort by time.
  private UUID uuid(Instant now) {
    long first;
    long second;
    synchronized (random) {
      first = random.nextLong();
      second = random.nextLong();
    }
    long high = (now.toEpochMilli() << 16) | 0x7000L | (first & 0xFFFL);
    long low = (second & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new UUID(high, low);
  }

  /// Lets go of the file.
  @Override
  public synchronized void close() throws IOException {
    for (Journal journal : journals) {
      journal.close();
    }
  }
}
