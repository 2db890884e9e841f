// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.call;

import dev.writ.base.value.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/// Facts of a command's run besides its output and its end.
///
/// @param sandbox the mechanism's name; empty if no program was run
/// @param allEnded whether all of its processes certainly ended
/// @param notes notes for the model and the person, a line each
/// @param tampered protected paths that it changed, restored or not
/// @param wanted hosts whose refusal ended it, as entries of [NetworkReach.Hosts]; Writ can ask a
///     person about another run
/// @param changes its changes in the workspace
public record CommandReport(
    String sandbox,
    boolean allEnded,
    List<String> notes,
    List<String> tampered,
    List<String> wanted,
    ReportedChanges changes) {
  public CommandReport {
    notes = List.copyOf(notes);
    tampered = List.copyOf(tampered);
    wanted = List.copyOf(wanted);
  }

  /// Files that a command created, modified or deleted, in words.
  ///
  /// @param owned those that the intent owns
  /// @param foreign those that it does not own, restored or not
  /// @param unapplied those that were permitted and are not there
  /// @param left protected paths that were not restored
  public record ReportedChanges(
      List<String> owned, List<String> foreign, List<MissedChange> unapplied, List<String> left) {
    /// None.
    public static final ReportedChanges NONE =
        new ReportedChanges(List.of(), List.of(), List.of(), List.of());

    public ReportedChanges {
      owned = List.copyOf(owned);
      foreign = List.copyOf(foreign);
      unapplied = List.copyOf(unapplied);
      left = List.copyOf(left);
    }
  }

  /// A permitted change that could not be applied.
  ///
  /// @param code [ErrorCode#STALE_FILE] where another program was faster, else
  ///     [ErrorCode#IO_ERROR]
  public record MissedChange(ErrorCode code, String words) {}

  /// The same with one more note.
  public CommandReport noting(String note) {
    List<String> all = new ArrayList<>(notes);
    all.add(note);
    return new CommandReport(sandbox, allEnded, all, tampered, wanted, changes);
  }

  /// The same with its changes.
  ///
  /// @param guarded protected paths that were found changed afterwards
  public CommandReport with(ReportedChanges found, List<String> guarded) {
    List<String> all = new ArrayList<>(tampered);
    all.addAll(guarded);
    return new CommandReport(sandbox, allEnded, notes, all, wanted, found);
  }

  /// Protected paths that it changed or wanted to change, in words.
  public List<String> protectedPaths() {
    List<String> all = new ArrayList<>(tampered);
    all.addAll(changes.left());
    return all;
  }
}
