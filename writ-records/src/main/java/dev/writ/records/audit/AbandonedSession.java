// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A session that ended without the outcomes of all of its acts: its process was killed, or its
/// disk was full.
public final class AbandonedSession implements AutoCloseable {
  private final SessionMark mark;
  private final AuditTrail.SessionActs acts;
  private boolean isSettled;

  private AbandonedSession(SessionMark mark, AuditTrail.SessionActs acts) {
    this.mark = mark;
    this.acts = acts;
  }

  static List<AbandonedSession> all(List<SessionMark> marks, AuditTrail trail) throws IOException {
    List<AbandonedSession> sessions = new ArrayList<>();
    try {
      for (SessionMark mark : marks) {
        sessions.add(new AbandonedSession(mark, trail.acts(mark.session())));
      }
    } catch (IOException | RuntimeException e) {
      for (SessionMark mark : marks) {
        mark.close();
      }
      throw e;
    }
    return sessions;
  }

  /// Its permitted acts without an outcome, the oldest first.
  public List<AbandonedAct> open() {
    return acts.open();
  }

  /// The ids of all records in the ledger that outcomes name, of any session.
  public Set<String> reported() {
    return acts.reported();
  }

  /// Every act has its outcome now.
  public void settled() {
    isSettled = true;
  }

  /// Forgets it, if it was settled; else the next session settles it.
  @Override
  public void close() {
    try (mark) {
      if (isSettled) {
        mark.remove();
      }
    } catch (IOException _) {
      // Then the next session looks in vain.
    }
  }
}
