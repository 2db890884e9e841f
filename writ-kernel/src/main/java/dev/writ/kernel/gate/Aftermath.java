// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.effect.Witness;
import dev.writ.kernel.ledger.Appended;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.ledger.Entry;
import dev.writ.kernel.ledger.TraceRecord;
import dev.writ.kernel.policy.Guarded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What comes of what a command changed: every change gets its record, and one that the intent does
/// not own, or that touches what is protected, is taken back.
final class Aftermath {
  private final Scribe scribe;
  private final CommandChange change;
  private final boolean confined;
  private final long mark;
  private final List<Appended> records = new ArrayList<>();
  private final List<String> changed = new ArrayList<>();
  private final List<String> foreign = new ArrayList<>();
  private final List<String> guarded = new ArrayList<>();

  /// Before the command runs.
  ///
  /// @param confined whether it runs in a sandbox
  /// @throws IOException where the ledger can't be read
  Aftermath(Scribe scribe, CommandChange change, boolean confined) throws IOException {
    this.scribe = scribe;
    this.change = change;
    this.confined = confined;
    this.mark = scribe.ledger().size();
  }

  /// After it ran. Something is put back only where the command alone can have changed it, and
  /// changes nothing any more: it was confined, and none of its processes is left.
  ///
  /// @param report how it ended; empty where it was aborted, with all its processes
  /// @throws IOException where the changes can't be found or recorded
  void settle(Witness witness, Witness.Watching watching, Optional<CommandReport> report)
      throws IOException {
    boolean mayRevert = confined && report.map(CommandReport::allEnded).orElse(true);
    Set<String> others = othersSince();
    try {
      witness.after(watching, changes -> settle(changes, others, mayRevert));
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted behind a shield", e);
    }
  }

  /// What other writers recorded meanwhile, as paths with what they left there.
  private Set<String> othersSince() throws IOException {
    Set<String> others = new HashSet<>();
    for (TraceRecord record : scribe.ledger().since(mark)) {
      for (var file : record.files()) {
        String hash = file.text("after_hash").orElse("");
        others.add(hash + " " + file.text("relative_path").orElse(""));
        file.text("from_path").ifPresent(from -> others.add(" " + from));
      }
    }
    return others;
  }

  private void settle(List<Change> changes, Set<String> others, boolean mayRevert)
      throws IOException {
    List<Change> owned = new ArrayList<>();
    List<Change> taken = new ArrayList<>();
    for (Change one : changes) {
      if (others.contains(Entry.hash(one.after()).orElse("") + " " + one.path())) {
        continue;
      }
      if (change.runsGit() && isNestedRepository(one)) {
        continue;
      }
      (owns(one) ? owned : taken).add(one);
    }
    if (!owned.isEmpty()) {
      records.add(change.record(owned));
      owned.forEach(one -> changed.add(one.kind().past() + " " + shown(one)));
    }
    for (Change one : taken) {
      Appended record = change.record(List.of(one));
      records.add(record);
      List<String> told = Guarded.isProtected(one.path()) ? guarded : foreign;
      told.add(shown(one) + (mayRevert && revert(one, record) ? " (put back)" : ""));
    }
  }

  /// Whether a repository within the workspace came or went, which is what Git is for.
  private static boolean isNestedRepository(Change change) {
    return change.path().segments().contains(".git")
        && (change.before() instanceof FileState.Absent
            || change.after() instanceof FileState.Absent);
  }

  /// A line of its own is what no name may make of a list.
  private static String shown(Change change) {
    return Inert.line(change.path().toString());
  }

  private boolean owns(Change one) {
    return !Guarded.isProtected(one.path()) && change.owns(one.path());
  }

  private boolean revert(Change one, Appended record) throws IOException {
    if (one.before() instanceof FileState.Unusable) {
      return false; // what was there is not known
    }
    Change back = new Change(one.path(), /* before= */ one.after(), /* after= */ one.before());
    try {
      return switch (change.takeBack(back, record)) {
        case Scribe.Mutation.Recorded(Appended undone) -> records.add(undone);
        case Scribe.Mutation.Refused _ -> false; // somebody was faster: theirs stays
      };
    } catch (IOException e) {
      foreign.add(shown(one) + " could not be put back: " + e.getMessage());
      return false;
    }
  }

  /// The records that came of it.
  List<Appended> records() {
    return records;
  }

  /// What it changed although it is protected, in words.
  List<String> guarded() {
    return guarded;
  }

  /// What it changed otherwise.
  CommandReport.Changes changes() {
    return new CommandReport.Changes(changed, foreign, List.of());
  }
}
