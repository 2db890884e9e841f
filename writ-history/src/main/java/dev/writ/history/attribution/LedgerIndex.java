// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.ledger.Evidence;
import dev.writ.records.ledger.RecordedChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The ledger's positions by file: one pass over its bytes without parsing. It holds only offsets,
/// so a ledger larger than memory can be queried.
final class LedgerIndex {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int SIEVE = 1 << 16;

  /// Longer lines are not Writ's records.
  private static final int MAX_LINE_BYTES = 33 << 20;

  private static final byte[] PATH = member(RecordedChange.PATH);
  private static final byte[] FROM = member(RecordedChange.FROM);
  private static final byte[] FORMS = member("line_forms");
  private static final byte[] CHAIN = bytes("\"chain\":{\"writer\":\"");
  private static final byte[] ID = member("id");
  private static final byte[] NONE = {};
  private static final byte[] SEQ = bytes("\",\"seq\":");

  private final Evidence evidence;
  private final Map<String, List<Integer>> lines = new HashMap<>();
  private final Map<String, Integer> chains = new HashMap<>();
  private final Map<Integer, Integer> repeats = new HashMap<>();
  private long[] begins = new long[64];
  private int count;
  private long end;

  /// Reads through the ledger.
  ///
  /// @throws IOException where it can't be read
  LedgerIndex(Evidence evidence) throws IOException {
    this.evidence = evidence;
    Map<String, Integer> ids = new HashMap<>();
    each(
        (number, bytes, from, to) -> {
          note(number, bytes, from, to);
          int id = find(bytes, from, to, ID);
          Integer first = id < 0 ? null : ids.putIfAbsent(text(bytes, id + ID.length, to), number);
          if (first != null) {
            repeats.put(number, first);
          }
        });
  }

  private static byte[] member(String name) {
    return bytes('"' + name + "\":\"");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// Gets each whole line.
  private interface Sink {
    void line(int number, byte[] bytes, int from, int to) throws IOException;
  }

  private void each(Sink sink) throws IOException {
    long size = evidence.ledgerBytes();
    long at = 0;
    int number = 0;
    int wanted = CHUNK_BYTES;
    while (at < size) {
      byte[] chunk = evidence.ledger(at, (int) Math.min(wanted, size - at));
      int from = 0;
      for (int i = 0; i < chunk.length; i++) {
        if (chunk[i] == '\n') {
          begin(number, at + from);
          sink.line(number++, chunk, from, i);
          from = i + 1;
        }
      }
      if (chunk.length == 0
          || (from == 0 && (at + chunk.length >= size || wanted > MAX_LINE_BYTES))) {
        break; // a torn end
      }
      wanted = from == 0 ? wanted * 2 : CHUNK_BYTES;
      at += from;
    }
    count = number;
    end = at;
  }

  private void begin(int number, long offset) {
    if (number == begins.length) {
      begins = Arrays.copyOf(begins, 2 * number);
    }
    begins[number] = offset;
  }

  private void note(int number, byte[] bytes, int from, int to) {
    for (int i = from; i < to - 1; i++) {
      if (bytes[i] == '"') {
        byte next = bytes[i + 1]; // one look at each byte: this is most of the work
        byte[] name = next == 'r' ? PATH : next == 'f' ? FROM : NONE;
        if (name.length > 0 && begins(bytes, i, to, name)) {
          i += name.length;
          add(text(bytes, i, to), number);
        }
      }
    }
    int tail = find(bytes, Math.max(from, to - 400), to, CHAIN);
    if (tail >= 0) {
      String writer = text(bytes, tail + CHAIN.length, to);
      int seq = find(bytes, tail + CHAIN.length, to, SEQ);
      if (seq >= 0) {
        long value = 0;
        for (int i = seq + SEQ.length; i < to && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
          value = value * 10 + bytes[i] - '0';
        }
        chains.putIfAbsent(writer + "#" + value, number);
      }
    }
  }

  private void add(String path, int number) {
    List<Integer> all = lines.computeIfAbsent(path, _ -> new ArrayList<>());
    if (all.isEmpty() || all.getLast() != number) {
      all.add(number);
    }
  }

  /// The text up to the next quotation mark, as JSON means it.
  private static String text(byte[] bytes, int from, int to) {
    int end = from;
    boolean escaped = false;
    while (end < to && bytes[end] != '"') {
      escaped |= bytes[end] == '\\';
      end += bytes[end] == '\\' ? 2 : 1;
    }
    String raw = new String(bytes, from, Math.min(end, to) - from, StandardCharsets.UTF_8);
    if (!escaped) {
      return raw;
    }
    try {
      return JsonReader.readObject("{\"t\":\"" + raw + "\"}").text("t").orElse(raw);
    } catch (JsonException _) {
      return raw; // no record that holds
    }
  }

  private static boolean begins(byte[] bytes, int at, int to, byte[] wanted) {
    return at + wanted.length <= to
        && Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length);
  }

  private static int find(byte[] bytes, int from, int to, byte[] wanted) {
    int last = to - wanted.length;
    for (int i = from; i <= last; i++) {
      if (bytes[i] == wanted[0] && bytes[i + 1] == wanted[1] && begins(bytes, i, to, wanted)) {
        return i;
      }
    }
    return -1;
  }

  /// How many whole lines there are.
  int count() {
    return count;
  }

  /// Whether something stands behind the last whole line.
  boolean torn() throws IOException {
    return end < evidence.ledgerBytes();
  }

  /// Every path that a record names.
  Set<String> paths() {
    return lines.keySet();
  }

  /// The lines that speak of a path, in order, from 0.
  List<Integer> of(String path) {
    return lines.getOrDefault(path, List.of());
  }

  /// The line of a writer's record; -1 where there is none.
  int of(String writer, long seq) {
    return chains.getOrDefault(writer + "#" + seq, -1);
  }

  /// The first line with the id of this later one; -1 where no line before has it.
  int first(int number) {
    return repeats.getOrDefault(number, -1);
  }

  /// A line's text.
  ///
  /// @throws IOException where it can't be read
  String raw(int number) throws IOException {
    long next = number + 1 < count ? begins[number + 1] : end;
    byte[] bytes = evidence.ledger(begins[number], (int) (next - begins[number]));
    int length =
        bytes.length > 0 && bytes[bytes.length - 1] == '\n' ? bytes.length - 1 : bytes.length;
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /// Which records count.
  interface Choice {
    /// Whether the record on this line does, from 0.
    boolean counts(int line) throws IOException;
  }

  /// How many lines of each path were written with one of these keys.
  ///
  /// @param keys sorted
  /// @throws IOException where the ledger can't be read
  Map<String, Integer> hits(long[] keys, Choice choice) throws IOException {
    Map<String, Integer> hits = new HashMap<>();
    if (keys.length > 0) {
      boolean[] possible = new boolean[SIEVE];
      for (long key : keys) {
        possible[sieve(key)] = true;
      }
      each(
          (number, bytes, from, to) -> {
            Map<String, Integer> here = new HashMap<>();
            hits(keys, possible, bytes, from, to, here);
            if (!here.isEmpty() && choice.counts(number)) {
              here.forEach((path, found) -> hits.merge(path, found, Integer::sum));
            }
          });
    }
    return hits;
  }

  private static int sieve(long key) {
    return (int) (key >>> 12) & (SIEVE - 1);
  }

  private static void hits(
      long[] keys, boolean[] possible, byte[] bytes, int from, int to, Map<String, Integer> hits) {
    String path = "";
    for (int at = from; at < to - 1; at++) {
      if (bytes[at] != '"') {
        continue;
      }
      byte next = bytes[at + 1];
      if (next == 'r' && begins(bytes, at, to, PATH)) {
        at += PATH.length;
        path = text(bytes, at, to);
      } else if (next == 'l' && begins(bytes, at, to, FORMS)) {
        at += FORMS.length;
        int found = 0;
        while (at + LineForm.CODE_CHARS <= to && bytes[at] != '"') {
          long key = LineForm.key(bytes, at);
          boolean hit = key >= 0 && possible[sieve(key)] && Arrays.binarySearch(keys, key) >= 0;
          found += hit ? 1 : 0;
          at += LineForm.CODE_CHARS;
        }
        if (found > 0) {
          hits.merge(path, found, Integer::sum);
        }
      }
    }
  }
}
