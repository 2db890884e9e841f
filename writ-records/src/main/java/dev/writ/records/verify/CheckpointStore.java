// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import dev.writ.base.json.JsonException;
import dev.writ.base.value.ContentHash;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.form.MerkleTree;
import dev.writ.records.form.SignedEnvelope;
import dev.writ.records.ledger.AppendedRecord;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/// The checkpoints of a workspace: each one's signature, the chain of each session's, and what they
/// say about which record.
final class CheckpointStore {
  /// A checkpoint's requirement for a record.
  ///
  /// @param line of the checkpoint, 1-based
  record Demand(int line, Checkpoint.Head head) {}

  private final Map<String, NavigableMap<Long, List<Demand>>> demands = new HashMap<>();
  private final Map<String, Integer> keys = new LinkedHashMap<>();
  private final Map<String, Last> lasts = new HashMap<>();
  private int count;

  /// A session's last checkpoint.
  private record Last(long number, String hash, int line) {}

  /// A checkpoint does not hold.
  static final class BrokenException extends Exception {
    private static final long serialVersionUID = 1;
    private final int line;

    BrokenException(int line, String problem) {
      super(problem);
      this.line = line;
    }

    /// The number of the record, from 1.
    int line() {
      return line;
    }

    String problem() {
      return String.valueOf(getMessage());
    }
  }

  /// Reads a checkpoints' file.
  ///
  /// @param trust whose signatures count
  /// @param remembered each session's last checkpoint as the audit log knows it
  /// @throws BrokenException where one does not hold in itself
  CheckpointStore(byte[] file, SignatureTrust trust, Map<String, AppendedRecord> remembered)
      throws BrokenException {
    int from = 0;
    for (int i = 0; i < file.length; i++) {
      if (file[i] == '\n') {
        count++;
        add(text(file, from, i), trust);
        from = i + 1;
      }
    }
    // Data after the last line end is left by a crash; the next checkpoint moves it aside.
    for (AppendedRecord last : remembered.values()) {
      Last found = lasts.get(last.writer());
      if (found == null || found.number() < last.seq()) {
        throw new BrokenException(
            count + 1,
            "checkpoint %d of %s is missing, but the audit log has it"
                .formatted(last.seq(), last.writer()));
      }
      if (found.number() == last.seq() && !found.hash().equals(last.hash())) {
        throw new BrokenException(found.line(), "it differs from the audit log's copy");
      }
    }
  }

  private String text(byte[] file, int from, int to) throws BrokenException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(file, from, to - from))
          .toString();
    } catch (CharacterCodingException _) {
      throw new BrokenException(count, "it is not valid UTF-8");
    }
  }

  private void add(String line, SignatureTrust trust) throws BrokenException {
    Checkpoint checkpoint;
    try {
      SignedEnvelope envelope = SignedEnvelope.parse(line);
      checkpoint = Checkpoint.parse(envelope.payload());
      if (!envelope.keyId().equals(checkpoint.keyId())
          || !envelope.isSignedBy(checkpoint.publicKey())) {
        throw new BrokenException(count, "its signature does not match: it was changed or forged");
      }
    } catch (JsonException e) {
      String hint = line.endsWith("\r") ? "it ends with CR LF; " : "";
      throw new BrokenException(count, hint + "it is not a checkpoint: " + e.getMessage());
    }
    String key = checkpoint.keyId();
    if (trust.onlyThese() && !trust.keys().contains(key)) {
      throw new BrokenException(count, "it is signed with another key: " + key);
    }
    chain(checkpoint.at(), line);
    keys.merge(key, 1, Integer::sum);
    for (Checkpoint.Head head : checkpoint.heads()) {
      demands
          .computeIfAbsent(head.writer(), _ -> new TreeMap<>())
          .computeIfAbsent(head.records(), _ -> new ArrayList<>())
          .add(new Demand(count, head));
    }
  }

  private void chain(Checkpoint.CheckpointPosition at, String line) throws BrokenException {
    Last last = lasts.get(at.session());
    long expected = last == null ? 1 : last.number() + 1;
    if (at.number() != expected) {
      throw new BrokenException(
          count,
          "it has number %d of %s where %d was expected"
              .formatted(at.number(), at.session(), expected));
    }
    if (!at.previous().orElse("").equals(last == null ? "" : last.hash())) {
      throw new BrokenException(count, "it does not follow from the one before it");
    }
    lasts.put(at.session(), new Last(at.number(), ContentHash.of(line), count));
  }

  /// How many there are.
  int count() {
    return count;
  }

  /// How many were signed with which key.
  Map<String, Integer> keys() {
    return keys;
  }

  /// Checks a writer's records while they go by.
  Walk walk(String writer) {
    return new Walk(demands.getOrDefault(writer, new TreeMap<>()));
  }

  /// Writers that something is demanded of.
  Set<String> signedWriters() {
    return demands.keySet();
  }

  /// One writer's records, in order.
  static final class Walk {
    private final NavigableMap<Long, List<Demand>> demands;
    private final MerkleTree tree = new MerkleTree();

    private Walk(NavigableMap<Long, List<Demand>> demands) {
      this.demands = demands;
    }

    /// The writer's next record.
    ///
    /// @throws BrokenException where a checkpoint says otherwise
    void next(byte[] hash) throws BrokenException {
      if (demands.isEmpty() || tree.size() >= demands.lastKey()) {
        return;
      }
      tree.add(hash);
      List<Demand> here = demands.get(tree.size());
      if (here == null) {
        return;
      }
      for (Demand demand : here) {
        Checkpoint.Head head = demand.head();
        if (!head.last().equals(ContentHash.written(hash))
            || !head.root().equals(ContentHash.written(tree.root()))) {
          throw new BrokenException(
              demand.line(),
              "record %d of %s is not the one that was signed"
                  .formatted(head.records(), head.writer()));
        }
      }
    }

    /// The first demand that no record met.
    ///
    /// @throws BrokenException where there is one
    void end() throws BrokenException {
      Map.Entry<Long, List<Demand>> missed = demands.higherEntry(tree.size());
      if (missed != null) {
        Demand demand = missed.getValue().getFirst();
        throw new BrokenException(
            demand.line(),
            "record %d of %s was signed and is missing from the ledger"
                .formatted(demand.head().records(), demand.head().writer()));
      }
    }
  }
}
