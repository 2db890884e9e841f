// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.value.ContentHash;
import dev.writ.records.form.ChainLink;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.form.LineCheck;
import dev.writ.records.form.MerkleTree;
import dev.writ.records.journal.Journal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The chains that this process writes to, with their last records. The next record follows only
/// one that this process or the audit log has, even if others append meanwhile.
public final class RecordChains {
  private static final String NONE = "null";

  private static final byte[] WRITER = "\"writer\":\"".getBytes(StandardCharsets.US_ASCII);

  /// How far before a line's end that stands, unless the writer's name is uncommonly long.
  private static final int NEAR = 500;

  /// How long the line of a small record is, about.
  private static final int LINE_BYTES = 2048;

  private final ChainContinuation continuation;
  private final LineCheck check = new LineCheck();
  private final Set<String> fresh = new HashSet<>();
  private final Set<String> begun = new HashSet<>();

  /// The hashes of the lines that this process wrote, and of those that they follow.
  private final Set<String> own = new HashSet<>();

  /// The last one that this process wrote, by writer.
  private final Map<String, AppendedRecord> made = new HashMap<>();

  /// By session.
  private final Map<String, Known> lasts = new HashMap<>();

  /// By writer; only while heads are kept.
  private final Map<String, MerkleTree> trees = new HashMap<>();

  private final Map<String, AppendedRecord> grown = new HashMap<>();

  /// The last hash of each chain that was reported, by writer.
  private final Map<String, String> reported = new HashMap<>();

  private boolean keepsHeads;

  /// Whether lines were made since that were not written.
  private boolean failed;

  private @Nullable Journal journal;
  private long withdrawals;

  /// The known length of the file: appends of other processes come after it.
  private long seen;

  /// A session's last record.
  ///
  /// @param lost whether it may not stand in the file any more
  /// @param elsewhere whether it is in a file that is no longer the ledger, or others have written
  ///     to its chain
  private record Known(AppendedRecord appended, boolean lost, boolean elsewhere) {
    Known(AppendedRecord appended) {
      this(appended, false, false);
    }
  }

  RecordChains(ChainContinuation continuation) {
    this.continuation = continuation;
  }

  synchronized void beginSession(String session) {
    fresh.add(session);
    begun.add(session);
  }

  synchronized boolean hasBegun(String session) {
    return begun.contains(session);
  }

  synchronized void prepareHeads() {
    keepsHeads = true;
  }

  /// The lines of records that are written together, after their position is known. An invalid
  /// record is reported to its caller, and the others are written.
  ///
  /// @param at where the first will stand
  synchronized byte[] lines(Journal to, List<PendingAppend> appends, long at) throws IOException {
    if (to != journal || to.withdrawals() != withdrawals || at < seen) {
      renewed(to);
    } else if (at > seen) {
      others(to, at);
    }
    failed = false;
    seen = at;
    ByteArrayOutputStream lines = new ByteArrayOutputStream(LINE_BYTES * appends.size());
    for (PendingAppend append : appends) {
      try {
        lines.writeBytes(line(to, append, at));
      } catch (IOException e) {
        append.fail(e);
      }
    }
    return lines.toByteArray();
  }

  /// @param written where the file ends; lines behind that are in [#lasts] only
  private byte[] line(Journal in, PendingAppend append, long written) throws IOException {
    Optional<Known> last = last(in, append.session(), written);
    String writer = last.map(l -> l.appended().writer()).orElse(append.session());
    long seq = 1;
    String prev = NONE;
    if (last.isPresent() && last.get().appended().seq() > 0) {
      seq = last.get().appended().seq() + 1;
      prev = '"' + last.get().appended().hash() + '"';
    }
    String chain = Json.of(writer).write() + ",\"seq\":" + seq + ",\"prev\":" + prev;
    LineCheck.HashedLine line =
        check.ended(append.begin(), append.digest(), chain.getBytes(StandardCharsets.UTF_8));
    AppendedRecord mine =
        new AppendedRecord(append.id(), writer, seq, ContentHash.written(line.hash()));
    append.placed(mine);
    note(mine, line);
    return line.bytes();
  }

  /// The journal is another one, or lines are not there any more: it has taken them out again, or
  /// somebody else has.
  private void renewed(Journal to) {
    boolean replaced = to != journal || (to.withdrawals() == withdrawals && !failed);
    journal = to;
    withdrawals = to.withdrawals();
    lasts.replaceAll(
        (_, known) -> new Known(known.appended(), true, known.elsewhere() || replaced));
    trees.clear();
  }

  /// The data about to be written. If writing fails, the search repeats, because the file is
  /// shorter.
  private void note(AppendedRecord appended, LineCheck.HashedLine line) {
    String session = session(appended.writer());
    lasts.put(session, new Known(appended));
    own.add(appended.hash());
    made.put(appended.writer(), appended);
    seen += line.bytes().length;
    grown.put(appended.writer(), appended);
    if (keepsHeads) {
      MerkleTree tree = appended.seq() == 1 ? new MerkleTree() : trees.remove(appended.writer());
      if (tree != null && tree.size() == appended.seq() - 1) {
        tree.add(line.hash());
        trees.put(appended.writer(), tree);
      }
    }
  }

  /// What was to be written is not there, or not any more: the heads of its chains are as in the
  /// file.
  synchronized void withdrawn(List<PendingAppend> appends) {
    failed = true;
    for (PendingAppend append : appends) {
      trees.keySet().removeIf(writer -> session(writer).equals(append.session()));
    }
  }

  private static String session(String writer) {
    return ChainContinuation.session(writer);
  }

  /// Appends of others, perhaps to our chains.
  private void others(Journal in, long at) throws IOException {
    in.backwards(
        seen,
        at,
        (bytes, first, behind) -> {
          String writer = writer(bytes, first, behind);
          lasts.computeIfPresent(
              session(writer),
              (_, known) ->
                  known.appended().writer().equals(writer)
                      ? new Known(known.appended(), true, true)
                      : known);
          return true;
        });
  }

  /// The session's last record, if it has one; with number 0 where it begins another chain.
  private Optional<Known> last(Journal from, String session, long end) throws IOException {
    Known known = lasts.get(session);
    if (known == null) {
      return fresh.remove(session) ? Optional.empty() : Optional.of(continued(from, session, end));
    }
    if (!known.lost()) {
      return Optional.of(known);
    }
    AppendedRecord mine = known.appended();
    if (!known.elsewhere()) {
      Optional<AppendedRecord> found =
          search(from, end, writer -> writer.equals(mine.writer()))
              .or(() -> Optional.of(ChainContinuation.beginning(mine.writer())));
      if (found.filter(last -> last.seq() == 0 || own.contains(last.hash())).isPresent()) {
        return found.map(Known::new);
      }
    }
    return Optional.of(continued(from, session, end));
  }

  private Known continued(Journal from, String session, long end) throws IOException {
    List<AppendedRecord> mine = new ArrayList<>(made.values());
    mine.removeIf(last -> !session(last.writer()).equals(session));
    Optional<AppendedRecord> found = search(from, end, writer -> session(writer).equals(session));
    AppendedRecord last = continuation.after(session, found, mine);
    own.add(last.hash());
    return new Known(last);
  }

  private static Optional<AppendedRecord> search(Journal in, long to, Predicate<String> writers)
      throws IOException {
    List<AppendedRecord> found = new ArrayList<>(1);
    in.backwards(
        0,
        to,
        (bytes, first, behind) -> {
          if (writers.test(writer(bytes, first, behind))) {
            record(bytes, first, behind).ifPresent(r -> found.add(r.appended()));
          }
          return found.isEmpty();
        });
    return found.stream().findFirst();
  }

  private static Optional<TraceRecord> record(byte[] bytes, int first, int behind) {
    try {
      return Optional.of(
          TraceRecord.parse(new String(bytes, first, behind - first, StandardCharsets.UTF_8)));
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  /// Whose record a line is, found near its end without reading all of it.
  private static String writer(byte[] bytes, int first, int behind) {
    for (int i = behind - WRITER.length; i >= Math.max(first, behind - NEAR); i--) {
      if (Arrays.equals(bytes, i, i + WRITER.length, WRITER, 0, WRITER.length)) {
        int from = i + WRITER.length;
        int to = from;
        while (to < behind && bytes[to] != '"' && bytes[to] != '\\') {
          to++;
        }
        if (to < behind && bytes[to] == '"') {
          return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
        break;
      }
    }
    return record(bytes, first, behind).map(record -> record.chain().writer()).orElse("");
  }

  /// Opens the ledger.
  @FunctionalInterface
  interface Source {
    Optional<LedgerReading> open() throws IOException;
  }

  /// The heads of the chains that grew since the last call, up to the last record of this process.
  List<Checkpoint.Head> heads(Source source) throws IOException {
    Map<String, Long> unknown = new HashMap<>();
    List<Checkpoint.Head> heads = new ArrayList<>();
    synchronized (this) {
      for (AppendedRecord last : grown.values()) {
        MerkleTree tree = trees.get(last.writer());
        if (tree == null) {
          unknown.put(last.writer(), last.seq());
        } else {
          heads.add(ChainHeads.head(last.writer(), tree, last.hash()));
        }
      }
    }
    if (!unknown.isEmpty()) {
      Optional<LedgerReading> reading = source.open();
      if (reading.isPresent()) {
        try (LedgerReading open = reading.get()) {
          heads.addAll(heads(open, writer -> unknown.getOrDefault(writer, 0L)));
        }
      }
    }
    synchronized (this) {
      // One whose last record was taken out again has not grown, or somebody took its place.
      heads.removeIf(
          head -> !own.contains(head.last()) || head.last().equals(reported.get(head.writer())));
    }
    return heads;
  }

  /// Those heads are already reported.
  synchronized void addHeads(List<Checkpoint.Head> heads) {
    for (Checkpoint.Head head : heads) {
      reported.put(head.writer(), head.last());
      grown.computeIfPresent(
          head.writer(), (_, last) -> last.hash().equals(head.last()) ? null : last);
    }
  }

  /// The heads of writers' chains in a ledger.
  ///
  /// @param most how many of a writer's records count
  /// @throws IOException where it can't be read, or a line or one of those chains does not hold
  static List<Checkpoint.Head> heads(LedgerReading reading, ToLongFunction<String> most)
      throws IOException {
    ChainHeads heads = new ChainHeads();
    LineCheck check = new LineCheck();
    LedgerChunks chunks = new LedgerChunks(reading);
    for (LedgerChunks.LedgerChunk block = chunks.next(); block != null; block = chunks.next()) {
      int from = 0;
      while (from < block.length()) {
        ChainLink link = check.check(block.bytes(), from, block.length());
        if (link == null) {
          throw new IOException("the ledger is not valid: " + check.problem());
        }
        from = link.to() + 1;
        if (link.seq() <= most.applyAsLong(link.writer())) {
          if (!heads.isNext(link)) {
            throw new IOException(
                "the ledger is not valid: record %s does not follow from the one before it of %s"
                    .formatted(link.id(), link.writer()));
          }
          heads.accept(link);
        }
      }
      chunks.recycle(block);
    }
    return heads.heads();
  }
}
