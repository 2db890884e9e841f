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
import java.util.Optional;
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
  private Optional<VerificationReport.BrokenCheckpoint> broken = Optional.empty();

  /// A session's last checkpoint.
  private record Last(long number, String hash, int line) {}

  /// Reads a checkpoints' file.
  ///
  /// @param trust whose signatures count
  /// @param remembered each session's last checkpoint as the audit log knows it
  CheckpointStore(byte[] file, SignatureTrust trust, Map<String, AppendedRecord> remembered) {
    int from = 0;
    for (int i = 0; i < file.length; i++) {
      if (file[i] == '\n') {
        count++;
        add(file, from, i, trust);
        from = i + 1;
      }
    }
    // Data after the last line end is left by a crash; the next checkpoint moves it aside.
    for (AppendedRecord last : remembered.values()) {
      Last found = lasts.get(last.writer());
      if (found == null || found.number() < last.seq()) {
        report(
            count + 1,
            "checkpoint %d of %s is missing, but the audit log has it"
                .formatted(last.seq(), last.writer()));
      } else if (found.number() == last.seq() && !found.hash().equals(last.hash())) {
        report(found.line(), "it differs from the audit log's copy");
      }
    }
  }

  private void add(byte[] file, int from, int to, SignatureTrust trust) {
    String line;
    Checkpoint checkpoint;
    try {
      ByteBuffer bytes = ByteBuffer.wrap(file, from, to - from);
      line = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException _) {
      report(count, "it is not valid UTF-8");
      return;
    }
    try {
      SignedEnvelope envelope = SignedEnvelope.parse(line);
      checkpoint = Checkpoint.parse(envelope.payload());
      if (!envelope.keyId().equals(checkpoint.keyId())
          || !envelope.isSignedBy(checkpoint.publicKey())) {
        report(count, "its signature does not match: it was changed or forged");
        return;
      }
    } catch (JsonException e) {
      String hint = line.endsWith("\r") ? "it ends with CR LF; " : "";
      report(count, hint + "it is not a checkpoint: " + e.getMessage());
      return;
    }
    String key = checkpoint.keyId();
    if (trust.onlyThese() && !trust.keys().contains(key)) {
      report(count, "it is signed with another key: " + key);
      return;
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

  private void chain(Checkpoint.CheckpointPosition at, String line) {
    Last last = lasts.get(at.session());
    long expected = last == null ? 1 : last.number() + 1;
    if (at.number() != expected) {
      report(
          count,
          "it has number %d of %s where %d was expected"
              .formatted(at.number(), at.session(), expected));
    } else if (!at.previous().orElse("").equals(last == null ? "" : last.hash())) {
      report(count, "it does not follow from the one before it");
    }
    lasts.put(at.session(), new Last(at.number(), ContentHash.of(line), count));
  }

  /// Something does not hold. The first problem is told; the rest is still read and demanded.
  private void report(int line, String problem) {
    broken = broken.or(() -> Optional.of(new VerificationReport.BrokenCheckpoint(line, problem)));
  }

  /// The first problem so far.
  Optional<VerificationReport.BrokenCheckpoint> broken() {
    return broken;
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
  final class Walk {
    private final NavigableMap<Long, List<Demand>> demands;
    private final MerkleTree tree = new MerkleTree();

    private Walk(NavigableMap<Long, List<Demand>> demands) {
      this.demands = demands;
    }

    /// The writer's next record: a problem where a checkpoint says otherwise.
    void next(byte[] hash) {
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
          report(
              demand.line(),
              "record %d of %s is not the one that was signed"
                  .formatted(head.records(), head.writer()));
        }
      }
    }

    /// There are no more: a problem where a checkpoint demands one.
    void end() {
      Map.Entry<Long, List<Demand>> missed = demands.higherEntry(tree.size());
      if (missed != null) {
        Demand demand = missed.getValue().getFirst();
        report(
            demand.line(),
            "record %d of %s was signed and is missing from the ledger"
                .formatted(demand.head().records(), demand.head().writer()));
      }
    }
  }
}
