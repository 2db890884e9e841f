// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import dev.writ.base.value.ContentHash;
import dev.writ.records.form.ChainLink;
import dev.writ.records.form.LineCheck;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.LedgerChunks;
import dev.writ.records.ledger.LedgerReading;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Verifies a ledger from its first byte to its last, holding a few blocks of it at a time: all
/// processors check lines, and one links them.
final class LedgerVerifier {
  private final CheckpointStore checkpoints;
  private final Map<String, AppendedRecord> remembered;
  private final Consumer<ChainLink> seen;
  private final Map<String, Chain> chains = new HashMap<>();

  /// The line of each record: no two have the same id.
  private final Map<UUID, Integer> ids = new HashMap<>();

  private int lines;

  /// A writer's chain so far.
  private static final class Chain {
    private final CheckpointStore.Walk walk;
    private final @Nullable AppendedRecord remembered;
    private long seq;
    private byte[] hash = new byte[0];

    private Chain(CheckpointStore.Walk walk, @Nullable AppendedRecord remembered) {
      this.walk = walk;
      this.remembered = remembered;
    }

    /// Whether the audit log has another record in that place. By their hashes the records before
    /// it are then those that the session wrote, too, however many follow.
    boolean differs(ChainLink link) {
      return remembered != null
          && remembered.seq() == link.seq()
          && !remembered.hash().equals(ContentHash.written(link.hash()));
    }
  }

  /// The result of checking a block: its lines up to the first invalid one.
  private record Checked(
      LedgerChunks.LedgerChunk block, List<ChainLink> links, Optional<String> problem) {}

  /// @param remembered each writer's last record as the audit log knows it
  /// @param seen receives each record that holds, in order
  LedgerVerifier(
      CheckpointStore checkpoints,
      Map<String, AppendedRecord> remembered,
      Consumer<ChainLink> seen) {
    this.checkpoints = checkpoints;
    this.remembered = remembered;
    this.seen = seen;
  }

  /// Verifies what the ledger holds now.
  ///
  /// @throws IOException where it can't be read
  VerificationReport verify(LedgerReading reading) throws IOException {
    LedgerChunks chunks = new LedgerChunks(reading);
    VerificationReport.@Nullable BrokenLedger broken =
        chunks.small() ? alone(chunks) : together(chunks);
    if (broken == null) {
      broken = missing();
    }
    if (broken == null) {
      for (String writer : checkpoints.signedWriters()) {
        Chain chain = chains.get(writer);
        (chain == null ? checkpoints.walk(writer) : chain.walk).end();
      }
    }
    Optional<VerificationReport.BrokenCheckpoint> unsigned = checkpoints.broken();
    if (broken != null) {
      VerificationReport.BrokenLedger ledger = broken;
      return unsigned
          .<VerificationReport>map(one -> new VerificationReport.BrokenBoth(ledger, one))
          .orElse(ledger);
    }
    return unsigned
        .<VerificationReport>map(one -> one)
        .orElseGet(
            () ->
                new VerificationReport.Sound(
                    lines,
                    chains.size(),
                    chunks.torn(),
                    new VerificationReport.Signed(checkpoints.count(), checkpoints.keys())));
  }

  private VerificationReport.@Nullable BrokenLedger alone(LedgerChunks chunks) throws IOException {
    LineCheck check = new LineCheck();
    for (LedgerChunks.LedgerChunk block = chunks.next(); block != null; block = chunks.next()) {
      VerificationReport.@Nullable BrokenLedger broken = link(checked(block, check));
      if (broken != null) {
        return broken;
      }
    }
    return null;
  }

  private VerificationReport.@Nullable BrokenLedger together(LedgerChunks chunks)
      throws IOException {
    int processors = Math.max(1, Runtime.getRuntime().availableProcessors());
    ExecutorService workers = Executors.newFixedThreadPool(processors);
    try {
      Deque<Future<Checked>> running = new ArrayDeque<>();
      LedgerChunks.@Nullable LedgerChunk block = chunks.next();
      while (block != null || !running.isEmpty()) {
        if (block != null && running.size() < 2 * processors) {
          LedgerChunks.LedgerChunk mine = block;
          running.add(workers.submit(() -> checked(mine, new LineCheck())));
          block = chunks.next();
          continue;
        }
        Checked checked = ended(running.remove());
        VerificationReport.@Nullable BrokenLedger broken = link(checked);
        if (broken != null) {
          return broken;
        }
        chunks.recycle(checked.block());
      }
      return null;
    } finally {
      workers.shutdownNow();
    }
  }

  private static Checked ended(Future<Checked> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("verifying was interrupted").initCause(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a line could not be checked", e);
    }
  }

  private static Checked checked(LedgerChunks.LedgerChunk block, LineCheck check) {
    List<ChainLink> links = new ArrayList<>(block.length() / 1024 + 1);
    byte[] bytes = block.bytes();
    int from = 0;
    while (from < block.length()) {
      ChainLink link = check.check(bytes, from, block.length());
      if (link == null) {
        return new Checked(block, links, Optional.of(check.problem()));
      }
      links.add(link);
      from = link.to() + 1;
    }
    return new Checked(block, links, Optional.empty());
  }

  private VerificationReport.@Nullable BrokenLedger link(Checked checked) {
    for (ChainLink link : checked.links()) {
      lines++;
      Chain chain = chains.computeIfAbsent(link.writer(), this::chain);
      String problem = problem(chain, link);
      Integer before = ids.putIfAbsent(link.id(), lines);
      if (problem.isEmpty() && before != null) {
        problem =
            "number %d of %s has the id of another record, on line %d"
                .formatted(link.seq(), link.writer(), before);
      }
      if (problem.isEmpty() && chain.differs(link)) {
        problem =
            "number %d of %s differs from the audit log's copy"
                .formatted(link.seq(), link.writer());
      }
      if (!problem.isEmpty()) {
        return new VerificationReport.BrokenLedger(lines, "record " + link.id() + ": " + problem);
      }
      chain.seq = link.seq();
      chain.hash = link.hash();
      chain.walk.next(link.hash());
      seen.accept(link);
    }
    if (checked.problem().isPresent()) {
      return new VerificationReport.BrokenLedger(lines + 1, checked.problem().get());
    }
    return null;
  }

  private Chain chain(String writer) {
    return new Chain(checkpoints.walk(writer), remembered.get(writer));
  }

  private static String problem(Chain chain, ChainLink link) {
    if (link.seq() != chain.seq + 1) {
      boolean twice = link.seq() == chain.seq && Arrays.equals(link.hash(), chain.hash);
      return twice
          ? "occurs twice: a merge may have duplicated it"
          : "has number %d of %s where %d was expected"
              .formatted(link.seq(), link.writer(), chain.seq + 1);
    }
    boolean follows = link.prev() == null ? chain.seq == 0 : Arrays.equals(link.prev(), chain.hash);
    return follows ? "" : "does not follow from the record before it of " + link.writer();
  }

  private VerificationReport.@Nullable BrokenLedger missing() {
    for (AppendedRecord last : remembered.values()) {
      Chain found = chains.get(last.writer());
      if (found == null || found.seq < last.seq()) {
        return new VerificationReport.BrokenLedger(
            lines + 1,
            "record %s (number %d of %s) is missing, but the audit log has it"
                .formatted(last.id(), last.seq(), last.writer()),
            Optional.of(last.id()));
      }
    }
    return null;
  }
}
