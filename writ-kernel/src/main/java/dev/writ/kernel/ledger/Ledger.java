// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.ledger;

import dev.writ.kernel.call.Hash;
import dev.writ.kernel.journal.Journal;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.json.JsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// The append-only trace. Each writer's records form a chain of their own, so that branches merge
/// and any removal, change or reordering shows.
public final class Ledger {
  /// The version of the record format.
  public static final String VERSION = "1.0";

  /// Where the ledger is, relative to the workspace.
  public static final String PATH = ".orchestration/agent_trace.jsonl";

  /// Opens the ledger's file, creating it if wanted.
  public interface Opener {
    /// The journal, created with its directory where it is missing.
    @SuppressWarnings("exports") // only the kernel opens ledgers
    Journal create() throws IOException;

    /// The bytes so far, empty where there is no ledger.
    Optional<byte[]> read() throws IOException;

    /// How many bytes there are so far; 0 where there is no ledger.
    long size() throws IOException;
  }

  private final Opener opener;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Map<String, Appended> lasts = new HashMap<>();
  private final KnownStates known = new KnownStates();
  private Optional<Journal> journal = Optional.empty();

  /// A ledger that opens its file at the first mutation.
  public Ledger(Opener opener, InstantSource clock, RandomGenerator random) {
    this.opener = opener;
    this.clock = clock;
    this.random = random;
  }

  /// Appends a record; durable when this returns.
  ///
  /// @throws IOException where it can't be written; then nothing of it is left
  public synchronized Appended append(Entry entry) throws IOException {
    Journal open = open();
    String writer = entry.origin().session();
    Optional<Appended> last = last(writer, open);
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    String id = uuid(now).toString();
    long seq = last.map(Appended::seq).orElse(0L) + 1;
    Json chain =
        Json.object()
            .put("writer", writer)
            .put("seq", seq)
            .put("prev", last.<Json>map(l -> Json.of(l.hash())).orElse(new Json.Null()))
            .build();
    String line = entry.json(id, timestamp(now), known).put("chain", chain).build().write();
    validated(line);
    open.append(line);
    Appended appended = new Appended(id, writer, seq, Hash.of(line));
    lasts.put(writer, appended); // it stands in the file, whether or not forcing it succeeds
    open.sync();
    return appended;
  }

  /// What would not be read back as a record is not written.
  private static void validated(String line) throws IOException {
    try {
      TraceRecord.parse(line);
    } catch (JsonException e) {
      throw new IOException("no valid record: " + e.getMessage(), e);
    }
  }

  private Journal open() throws IOException {
    if (journal.isEmpty()) {
      journal = Optional.of(opener.create());
    }
    return journal.get();
  }

  /// The writer's last record; read from the file once, for a session that goes on.
  private Optional<Appended> last(String writer, Journal open) throws IOException {
    Appended known = lasts.get(writer);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<Appended> found = Optional.empty();
    for (TraceRecord record :
        TraceRecord.readable(new String(open.bytes(), StandardCharsets.UTF_8))) {
      if (record.chain().writer().equals(writer)) {
        found = Optional.of(record.appended());
      }
    }
    return found;
  }

  /// The ledger's text so far.
  public String text() throws IOException {
    return opener.read().map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("");
  }

  /// How long the ledger is now, in bytes.
  public long size() throws IOException {
    return opener.size();
  }

  /// What anybody has appended since it was so long.
  public List<TraceRecord> since(long size) throws IOException {
    if (size() <= size) {
      return List.of();
    }
    byte[] all = opener.read().orElse(new byte[0]);
    int from = (int) Math.min(size, all.length);
    return TraceRecord.readable(new String(all, from, all.length - from, StandardCharsets.UTF_8));
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
    long high = (now.toEpochMilli() << 16) | 0x7000L | (random.nextLong() & 0xFFFL);
    long low = (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new UUID(high, low);
  }

  /// Lets go of the file.
  public synchronized void close() throws IOException {
    if (journal.isPresent()) {
      journal.get().close();
    }
  }
}
