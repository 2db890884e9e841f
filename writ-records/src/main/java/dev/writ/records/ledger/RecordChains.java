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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The chains that this process writes to, with their last records, so that the next record follows
/// even if other processes append meanwhile.
public final class RecordChains {
  private static final String NONE = "null";

  private static final byte[] WRITER = "\"writer\":\"".getBytes(StandardCharsets.US_ASCII);

  /// How far before a line's end that stands, unless the writer's name is uncommonly long.
  private static final int NEAR = 500;

  /// How long the line of a small record is, about.
  private static final int LINE_BYTES = 2048;

  private final RandomGenerator random;
  private final LineCheck check = new LineCheck();
  private final Set<String> fresh = new HashSet<>();
  private final Set<String> begun = new HashSet<>();

  /// By session.
  private final Map<String, Known> lasts = new HashMap<>();

  /// By writer; only while heads are kept.
  private final Map<String, MerkleTree> trees = new HashMap<>();

  private final Map<String, AppendedRecord> grown = new HashMap<>();

  /// The last hash of each chain that was reported, by writer.
  private final Map<String, String> reported = new HashMap<>();

  private boolean keepsHeads;
  private @Nullable Journal journal;
  private long withdrawals;

  /// The known length of the file: appends of other processes come after it.
  private long seen;

  /// A session's last record.
  ///
  /// @param lost whether it may not stand in the file any more
  /// @param elsewhere whether it is in a file that is no longer the ledger
  private record Known(AppendedRecord appended, boolean lost, boolean elsewhere) {
    Known(AppendedRecord appended) {
      this(appended, false, false);
    }
  }

  RecordChains(RandomGenerator random) {
    this.random = random;
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

  /// The journal is another one, or has taken lines out again.
  private void renewed(Journal to) {
    boolean replaced = to != journal;
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
    for (PendingAppend append : appends) {
      trees.keySet().removeIf(writer -> session(writer).equals(append.session()));
    }
  }

  /// The session of a writer.
  static String session(String writer) {
    int more = writer.indexOf(Ledger.ANOTHER_CHAIN);
    return more < 0 ? writer : writer.substring(0, more);
  }

  /// Appends of other processes, perhaps to our chains.
  private void others(Journal in, long at) throws IOException {
    Set<String> found = new HashSet<>();
    in.backwards(
        seen,
        at,
        (bytes, first, behind) -> {
          String writer = writer(bytes, first, behind);
          Known known = lasts.get(session(writer));
          if (known != null && known.appended().writer().equals(writer) && found.add(writer)) {
            Optional<TraceRecord> record = record(bytes, first, behind);
            record.ifPresent(r -> lasts.put(r.session(), new Known(r.appended())));
          }
          return true;
        });
  }

  /// The session's last record, if it has one; with number 0 where it begins another chain.
  private Optional<Known> last(Journal from, String session, long end) throws IOException {
    Known known = lasts.get(session);
    if (known == null) {
      return fresh.remove(session)
          ? Optional.empty()
          : search(from, end, writer -> session(writer).equals(session));
    }
    if (!known.lost()) {
      return Optional.of(known);
    }
    AppendedRecord mine = known.appended();
    Optional<Known> found = search(from, end, writer -> writer.equals(mine.writer()));
    if (known.elsewhere()) {
      // Unless our records are present, this chain must continue in that file, not here: a new
      // chain begins, so that the two can be merged.
      boolean cameAlong = found.isPresent() && follows(found.get().appended(), mine);
      String name = session + Ledger.ANOTHER_CHAIN + Integer.toHexString(random.nextInt() >>> 4);
      return cameAlong ? found : Optional.of(beginning(name));
    }
    return found.isPresent() ? found : Optional.of(beginning(mine.writer()));
  }

  /// The start of a chain.
  private static Known beginning(String writer) {
    return new Known(new AppendedRecord("", writer, 0, ""));
  }

  /// Whether a record that was found is the known one, or is behind it in its chain.
  private static boolean follows(AppendedRecord found, AppendedRecord mine) {
    return found.equals(mine) || (found.writer().equals(mine.writer()) && found.seq() > mine.seq());
  }

  private static Optional<Known> search(Journal in, long to, Predicate<String> writers)
      throws IOException {
    List<Known> found = new ArrayList<>(1);
    in.backwards(
        0,
        to,
        (bytes, first, behind) -> {
          if (writers.test(writer(bytes, first, behind))) {
            record(bytes, first, behind).ifPresent(r -> found.add(new Known(r.appended())));
          }
          return found.isEmpty();
        });
    return found.isEmpty() ? Optional.empty() : Optional.of(found.getFirst());
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

  /// The heads of the chains that grew since the last call.
  List<Checkpoint.Head> heads(Source source) throws IOException {
    Set<String> unknown = new LinkedHashSet<>();
    List<Checkpoint.Head> heads = new ArrayList<>();
    synchronized (this) {
      for (AppendedRecord last : grown.values()) {
        MerkleTree tree = trees.get(last.writer());
        if (tree == null) {
          unknown.add(last.writer());
        } else {
          heads.add(head(last.writer(), tree, last.hash()));
        }
      }
    }
    if (!unknown.isEmpty()) {
      Optional<LedgerReading> reading = source.open();
      if (reading.isPresent()) {
        try (LedgerReading open = reading.get()) {
          heads.addAll(heads(open, unknown));
        }
      }
    }
    synchronized (this) { // one whose last record was taken out again has not grown
      heads.removeIf(head -> head.last().equals(reported.get(head.writer())));
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

  /// The heads of writers' chains in a verified ledger; all of them if no writer is named.
  public static List<Checkpoint.Head> heads(LedgerReading reading, Set<String> writers)
      throws IOException {
    Map<String, MerkleTree> trees = new HashMap<>();
    Map<String, String> lasts = new HashMap<>();
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
        if (writers.isEmpty() || writers.contains(link.writer())) {
          trees.computeIfAbsent(link.writer(), _ -> new MerkleTree()).add(link.hash());
          lasts.put(link.writer(), ContentHash.written(link.hash()));
        }
      }
      chunks.recycle(block);
    }
    List<Checkpoint.Head> heads = new ArrayList<>();
    for (Map.Entry<String, MerkleTree> tree : trees.entrySet()) {
      heads.add(head(tree.getKey(), tree.getValue(), lasts.getOrDefault(tree.getKey(), "")));
    }
    heads.sort(Comparator.comparing(Checkpoint.Head::writer));
    return heads;
  }

  private static Checkpoint.Head head(String writer, MerkleTree tree, String last) {
    return new Checkpoint.Head(writer, tree.size(), last, ContentHash.written(tree.root()));
  }
}
