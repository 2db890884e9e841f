// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.Verdict;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.scope.WorkspacePath;
import java.util.Optional;

/// Gate 7: what the model saw is what is there now, and it saw the lines it would touch.
final class LockCheck implements Check {
  /// How much of a diff a stale write is answered with, in lines.
  static final int MAX_DIFF_LINES = 200;

  @Override
  public String name() {
    return "lock";
  }

  @Override
  public Verdict judge(Proposal proposal, Standing standing) {
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.WritePath write && write.at() instanceof Location.Inside at) {
        Verdict verdict = lock(write, at.path(), standing.seen());
        if (!(verdict instanceof Verdict.Pass)) {
          return verdict;
        }
      }
    }
    return Verdict.PASS;
  }

  private static Verdict lock(Effect.WritePath write, WorkspacePath path, Seen seen) {
    Optional<String> hash = seen.hash(path);
    return switch (write.before()) {
      case FileState.Unusable(var error) -> new Verdict.Deny(error);
      case FileState.Absent() ->
          hash.isEmpty()
              ? applies(write)
              : new Verdict.Deny(
                  ErrorCode.STALE_FILE, path + " was there when it was last seen and is gone now");
      case FileState.Present(Content now) -> {
        if (write.after() instanceof Effect.After.Replaced(var _, Effect.Touched.Behind())) {
          yield Verdict.PASS;
        }
        if (hash.isEmpty()) {
          yield new Verdict.Deny(
              ErrorCode.FILE_NOT_SEEN, path + " exists and was not read in this session");
        }
        if (!hash.get().equals(now.hash())) {
          yield new Verdict.Deny(ErrorCode.STALE_FILE, stale(path, seen, now));
        }
        yield write.after() instanceof Effect.After.Replaced replaced
                && !seen.covers(path, replaced.touched())
            ? new Verdict.Deny(
                ErrorCode.FILE_NOT_SEEN,
                path + ": the change touches lines that were not read in this session")
            : applies(write);
      }
    };
  }

  /// A change that can't apply is refused here, after everything that would refuse it whatever the
  /// file says.
  private static Verdict applies(Effect.WritePath write) {
    return write.after() instanceof Effect.After.Impossible(var error)
        ? new Verdict.Deny(error)
        : Verdict.PASS;
  }

  /// Neutral about the cause, with the new hash and what differs from what was seen.
  static String stale(WorkspacePath path, Seen seen, Content now) {
    String head =
        "%s is not what it was when it was last seen; it is %s now".formatted(path, now.hash());
    return seen.content(path)
        .map(
            then ->
                head
                    + ". What differs:\n"
                    + new Change(path, new FileState.Present(then), new FileState.Present(now))
                        .diff(MAX_DIFF_LINES))
        .orElse(head);
  }
}
