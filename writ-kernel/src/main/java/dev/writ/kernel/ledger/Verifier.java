// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.ledger;

import dev.writ.kernel.call.Hash;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Verifies a ledger from its first byte to its last, holding a few blocks of it at a time: all
/// processors check lines, and one links them.
final class Verifier {
  private final Checkpoints checkpoints;
  private final Map<String, Chain> chains = new HashMap<>();
  private int lines;

  /// A writer's chain so far.
  private static final class Chain {
    private final Checkpoints.Walk walk;
    private long seq;
    private byte[] hash = new byte[0];

    private Chain(Checkpoints.Walk walk) {
      this.walk = walk;
    }
  }

  /// What checking a block found: its lines up to the first that does not hold.
  private record Checked(Blocks.Block block, List<Link> links, Optional<String> problem) {}

  Verifier(Checkpoints checkpoints) {
    this.checkpoints = checkpoints;
  }

  /// Verifies what the ledger holds now.
  ///
  /// @param remembered each writer's last record as the audit log knows it
  /// @throws IOException where it can't be read
  Verification verify(Reading reading, Map<String, Appended> remembered) throws IOException {
    Blocks blocks = new Blocks(reading);
    try {
      Verification.@Nullable Broken broken = blocks.small() ? alone(blocks) : together(blocks);
      if (broken != null) {
        return broken;
      }
      broken = missing(remembered);
      if (broken != null) {
        return broken;
      }
      for (String writer : checkpoints.signedWriters()) {
        Chain chain = chains.get(writer);
        (chain == null ? checkpoints.walk(writer) : chain.walk).end();
      }
      Verification.Signed signed = new Verification.Signed(checkpoints.count(), checkpoints.keys());
      return new Verification.Sound(lines, chains.size(), blocks.torn(), signed);
    } catch (Checkpoints.BrokenException e) {
      return new Verification.BrokenCheckpoint(e.line(), e.problem());
    }
  }

  private Verification.@Nullable Broken alone(Blocks blocks)
      throws IOException, Checkpoints.BrokenException {
    LineCheck check = new LineCheck();
    for (Blocks.Block block = blocks.next(); block != null; block = blocks.next()) {
      Verification.@Nullable Broken broken = link(checked(block, check));
      if (broken != null) {
        return broken;
      }
    }
    return null;
  }

  private Verification.@Nullable Broken together(Blocks blocks)
      throws IOException, Checkpoints.BrokenException {
    int processors = Math.max(1, Runtime.getRuntime().availableProcessors());
    ExecutorService workers = Executors.newFixedThreadPool(processors);
    try {
      Deque<Future<Checked>> running = new ArrayDeque<>();
      Blocks.@Nullable Block block = blocks.next();
      while (block != null || !running.isEmpty()) {
        if (block != null && running.size() < 2 * processors) {
          Blocks.Block mine = block;
          running.add(workers.submit(() -> checked(mine, new LineCheck())));
          block = blocks.next();
          continue;
        }
        Checked checked = ended(running.remove());
        Verification.@Nullable Broken broken = link(checked);
        if (broken != null) {
          return broken;
        }
        blocks.recycle(checked.block());
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

  private static Checked checked(Blocks.Block block, LineCheck check) {
    List<Link> links = new ArrayList<>(block.length() / 1024 + 1);
    byte[] bytes = block.bytes();
    int from = 0;
    while (from < block.length()) {
      Link link = check.check(bytes, from, block.length());
      if (link == null) {
        return new Checked(block, links, Optional.of(check.problem()));
      }
      links.add(link);
      from = link.to() + 1;
    }
    return new Checked(block, links, Optional.empty());
  }

  private Verification.@Nullable Broken link(Checked checked) throws Checkpoints.BrokenException {
    for (Link link : checked.links()) {
      lines++;
      Chain chain =
          chains.computeIfAbsent(link.writer(), name -> new Chain(checkpoints.walk(name)));
      String problem = problem(chain, link);
      if (!problem.isEmpty()) {
        String id = LineCheck.id(checked.block().bytes(), link);
        return new Verification.Broken(lines, "record " + id + ": " + problem);
      }
      chain.seq = link.seq();
      chain.hash = link.hash();
      chain.walk.next(link.hash());
    }
    if (checked.problem().isPresent()) {
      return new Verification.Broken(lines + 1, checked.problem().get());
    }
    return null;
  }

  private static String problem(Chain chain, Link link) {
    if (link.seq() != chain.seq + 1) {
      boolean twice = link.seq() == chain.seq && Arrays.equals(link.hash(), chain.hash);
      return twice
          ? "stands twice: a merge may have doubled it"
          : "has number %d of %s where %d was expected"
              .formatted(link.seq(), link.writer(), chain.seq + 1);
    }
    boolean follows = link.prev() == null ? chain.seq == 0 : Arrays.equals(link.prev(), chain.hash);
    return follows ? "" : "does not follow from the record before it of " + link.writer();
  }

  private Verification.@Nullable Broken missing(Map<String, Appended> remembered) {
    for (Appended last : remembered.values()) {
      Chain found = chains.get(last.writer());
      if (found == null || found.seq < last.seq()) {
        return new Verification.Broken(
            lines + 1,
            "record %s (number %d of %s) is missing: the audit log remembers it;"
                    .formatted(last.id(), last.seq(), last.writer())
                + " is another branch checked out?");
      }
      if (found.seq == last.seq() && !Hash.written(found.hash).equals(last.hash())) {
        return new Verification.Broken(
            lines, "record " + last.id() + " is not what the audit log remembers");
      }
    }
    return null;
  }
}
