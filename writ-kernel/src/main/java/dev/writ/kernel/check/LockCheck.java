// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.kernel.check;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.policy.MaskedText;
import dev.writ.kernel.session.SeenFiles;
import dev.writ.records.change.FileChange;
import java.util.Optional;

/// Passes a change of a file if the model saw its present content and the lines that it would
/// touch, or if only other lines changed since; then the change is rebased.
public final class LockCheck implements GateCheck {
  /// How much of a diff a stale write is answered with, in lines.
  static final int MAX_DIFF_LINES = 200;

  @Override
  public String name() {
    return "lock";
  }

  @Override
  public Verdict judge(GateSubject subject) {
    for (Effect effect : subject.proposal().effects()) {
      if (effect instanceof Mutation mutation) {
        Verdict verdict = lock(mutation, subject.state().seen());
        if (!(verdict instanceof Verdict.Pass)) {
          return verdict;
        }
      }
    }
    return Verdict.PASS;
  }

  private static Verdict lock(Mutation mutation, SeenFiles seen) {
    return switch (mutation) {
      case Effect.WritePath write ->
          write.at() instanceof PathLocation.Inside at
              ? lock(write, at.path(), seen)
              : Verdict.PASS;
      case Mutation.MakeDirectory make ->
          switch (make.before()) {
            case FileState.Absent _, FileState.Directory _ -> Verdict.PASS;
            case FileState.Present _, FileState.Link _ ->
                exists(make.at() + " is a file, so no directory can be");
            case FileState.Unusable(var error) -> new Verdict.Deny(error);
          };
      case Mutation.DeletePath delete -> lock(delete, seen);
      case Mutation.MovePath move -> lock(move, seen);
    };
  }

  private static Verdict exists(String message) {
    return new Verdict.Deny(ErrorCode.FILE_EXISTS, message);
  }

  /// A deleted file need not have been read, but a file that was read must still exist.
  private static Verdict lock(Mutation.DeletePath delete, SeenFiles seen) {
    if (delete.what().fault().isPresent()) {
      return new Verdict.Deny(delete.what().fault().get());
    }
    for (PlaceInventory.InventoryItem item : delete.what().items()) {
      Optional<String> hash = seen.hash(item.path());
      if (hash.isPresent()
          && item.state() instanceof FileState.Present(FileContent now)
          && !hash.get().equals(now.hash())) {
        return new Verdict.Deny(ErrorCode.STALE_FILE, stale(item.path(), seen, now));
      }
    }
    return Verdict.PASS;
  }

  private static Verdict lock(Mutation.MovePath move, SeenFiles seen) {
    if (move.what().fault().isPresent()) {
      return new Verdict.Deny(move.what().fault().get());
    }
    if (move.from() instanceof PathLocation.Inside from
        && move.to() instanceof PathLocation.Inside to
        && to.path().within(from.path())) {
      return new Verdict.Deny(
          ErrorCode.INVALID_ARGUMENTS,
          "A directory cannot be moved into itself: " + DisplayText.named(move.to()));
    }
    if (move.target() instanceof FileState.Unusable(ToolError error)) {
      return new Verdict.Deny(error);
    }
    if (!(move.target() instanceof FileState.Absent)) {
      return exists("A file or directory exists already at " + DisplayText.named(move.to()));
    }
    return move.after().isPresent() && move.from() instanceof PathLocation.Inside from
        ? lock(
            new Effect.WritePath(from, move.what().items().getFirst().state(), move.after().get()),
            from.path(),
            seen)
        : Verdict.PASS;
  }

  private static Verdict lock(Effect.WritePath write, WorkspacePath path, SeenFiles seen) {
    Optional<String> hash = seen.hash(path);
    return switch (write.before()) {
      case FileState.Unusable(var error) -> new Verdict.Deny(error);
      case FileState.Link _ ->
          new Verdict.Deny(
              ErrorCode.NOT_A_FILE, DisplayText.named(path) + " is a link, not a file");
      case FileState.Directory() ->
          new Verdict.Deny(
              ErrorCode.NOT_A_FILE, DisplayText.named(path) + " is a directory, not a file");
      case FileState.Absent() ->
          hash.isEmpty()
              ? applies(write)
              : new Verdict.Deny(
                  ErrorCode.STALE_FILE,
                  DisplayText.named(path)
                      + " existed when it was last read and does not exist now");
      case FileState.Present(FileContent now) -> {
        if (write.after()
            instanceof Effect.WriteResult.Replaced(var _, Effect.TouchedLines.AppendedLines())) {
          yield Verdict.PASS;
        }
        if (hash.isEmpty()) {
          yield new Verdict.Deny(
              ErrorCode.FILE_NOT_SEEN,
              DisplayText.named(path) + " exists and was not read in this session");
        }
        boolean rebases =
            write.after() instanceof Effect.WriteResult.Replaced replaced
                && seen.rebases(path, now, replaced.touched());
        if (!hash.get().equals(now.hash()) && !rebases) {
          yield new Verdict.Deny(ErrorCode.STALE_FILE, stale(path, seen, now));
        }
        yield !rebases
                && write.after() instanceof Effect.WriteResult.Replaced replaced
                && !seen.covers(path, replaced.touched())
            ? new Verdict.Deny(
                ErrorCode.FILE_NOT_SEEN,
                DisplayText.named(path)
                    + ": the change touches lines that were not read in this session")
            : applies(write);
      }
    };
  }

  /// A change that can't apply is refused here, after everything that would refuse it whatever the
  /// file says.
  private static Verdict applies(Effect.WritePath write) {
    return write.after() instanceof Effect.WriteResult.Impossible(var error)
        ? new Verdict.Deny(error)
        : Verdict.PASS;
  }

  /// States no cause, but the new hash and the differences from the content that was seen.
  public static String stale(WorkspacePath path, SeenFiles seen, FileContent now) {
    String head =
        "%s changed since it was last read; it is %s now"
            .formatted(DisplayText.named(path), now.hash());
    return seen.content(path)
        .map(
            then ->
                head
                    + ". What differs:\n"
                    + new FileChange(path, new FileState.Present(then), new FileState.Present(now))
                        .diff(MAX_DIFF_LINES, MaskedText.shownAt(path.toString())))
        .orElse(head);
  }

  /// The report to a model about a file that was changed although it had another content than the
  /// one read; empty otherwise.
  public static Optional<String> rebased(FileChange change, SeenFiles seen) {
    WorkspacePath path = change.from().orElse(change.path());
    Optional<String> hash = seen.hash(path);
    if (hash.isEmpty()
        || !(change.before() instanceof FileState.Present(FileContent now))
        || change.before().equals(change.after())
        || change.after() instanceof FileState.Absent
        || hash.get().equals(now.hash())) {
      return Optional.empty();
    }
    return Optional.of("Rebased: " + stale(path, seen, now));
  }
}
