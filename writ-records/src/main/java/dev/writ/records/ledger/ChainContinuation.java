// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// What the next line of a session follows in a committed file. Such a file can be rolled back, and
/// anybody can append to it: a chain goes on only behind the last line that this process or the
/// audit log has of it. Behind anything else another chain of the session begins, so that no own
/// line vouches for a foreign one, or takes the number of one that was removed.
public final class ChainContinuation {
  private final ChainMemory memory;
  private final RandomGenerator random;

  /// Reads nothing yet.
  public ChainContinuation(ChainMemory memory, RandomGenerator random) {
    this.memory = memory;
    this.random = random;
  }

  /// The session of a chain.
  public static String session(String chain) {
    int more = chain.indexOf(Ledger.ANOTHER_CHAIN);
    return more < 0 ? chain : chain.substring(0, more);
  }

  /// What the session's next line follows.
  ///
  /// @param found the session's last line in the file
  /// @param own the last one of each chain that this process wrote to
  /// @return with number 0 where a chain begins
  /// @throws IOException where the audit log can't be read
  public AppendedRecord after(
      String session, Optional<AppendedRecord> found, Collection<AppendedRecord> own)
      throws IOException {
    Map<String, AppendedRecord> known = new HashMap<>(memory.lasts(session));
    for (AppendedRecord mine : own) {
      known.merge(mine.writer(), mine, (a, b) -> a.seq() > b.seq() ? a : b);
    }
    if (found.isEmpty()) {
      return beginning(known.isEmpty() ? session : another(session));
    }
    AppendedRecord last = known.get(found.get().writer());
    boolean follows = last != null && isSame(found.get(), last);
    return follows ? found.get() : beginning(another(session));
  }

  private static boolean isSame(AppendedRecord one, AppendedRecord two) {
    return one.writer().equals(two.writer())
        && one.seq() == two.seq()
        && one.hash().equals(two.hash());
  }

  private String another(String session) {
    synchronized (random) {
      return session + Ledger.ANOTHER_CHAIN + Integer.toHexString(random.nextInt() >>> 4);
    }
  }

  /// The start of a chain.
  public static AppendedRecord beginning(String chain) {
    return new AppendedRecord("", chain, 0, "");
  }
}
