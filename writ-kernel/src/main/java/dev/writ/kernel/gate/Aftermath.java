// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.command.Unwrapping;
import dev.writ.kernel.effect.Witness;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.ledger.Appended;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.ledger.Entry;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.ledger.TraceRecord;
import dev.writ.kernel.policy.Guarded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What comes of what a command changed: every change gets its record, and one that the intent does
/// not own, or that touches what is protected, is taken back.
final class Aftermath {
  private final Scribe scribe;
  private final Standing standing;
  private final Origin origin;
  private final Entry.By by;
  private final boolean git;
  private final long mark;
  private final List<Appended> records = new ArrayList<>();
  private final List<String> changed = new ArrayList<>();
  private final List<String> foreign = new ArrayList<>();
  private final List<String> guarded = new ArrayList<>();

  /// Before the command runs.
  ///
  /// @throws IOException where the ledger can't be read
  Aftermath(Effect.RunCommand run, Scribe scribe, Standing standing, Origin origin)
      throws IOException {
    this.scribe = scribe;
    this.standing = standing;
    this.origin = origin;
    this.by = by(run);
    this.git = programs(run).anyMatch("git"::equals);
    this.mark = scribe.ledger().size();
  }

  private static Entry.By by(Effect.RunCommand run) {
    return programs(run).allMatch("git"::equals) ? Entry.By.VERSION_CONTROL : Entry.By.PROGRAM;
  }

  private static Stream<String> programs(Effect.RunCommand run) {
    return run.line().commands().stream()
        .flatMap(command -> Unwrapping.of(command).stream())
        .map(inner -> inner.command().programName());
  }

  /// After it ran.
  ///
  /// @param mayRevert whether only the command can have made the changes: it was confined, and none
  ///     of its processes is left
  /// @throws IOException where the changes can't be found or recorded
  void settle(Witness witness, Witness.Watching watching, boolean mayRevert) throws IOException {
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
    for (Change change : changes) {
      if (others.contains(Entry.hash(change.after()).orElse("") + " " + change.path())) {
        continue;
      }
      if (git && isNestedRepository(change)) {
        continue;
      }
      (owns(change) ? owned : taken).add(change);
    }
    if (!owned.isEmpty()) {
      records.add(scribe.record(owned, by, origin, intentId()));
      owned.forEach(change -> changed.add(change.kind().past() + " " + shown(change)));
    }
    for (Change change : taken) {
      Appended record = scribe.record(List.of(change), by, origin, intentId());
      records.add(record);
      List<String> told = Guarded.isProtected(change.path()) ? guarded : foreign;
      told.add(shown(change) + (mayRevert && revert(change, record) ? " (put back)" : ""));
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

  private boolean owns(Change change) {
    return !Guarded.isProtected(change.path())
        && standing.declaration() instanceof Declaration.Under under
        && under.intent().scope().owns(change.path());
  }

  private String intentId() {
    return standing.declaration() instanceof Declaration.Under under ? under.intent().id() : "";
  }

  private boolean revert(Change change, Appended record) throws IOException {
    if (change.before() instanceof FileState.Unusable) {
      return false; // what was there is not known
    }
    Change back =
        new Change(change.path(), /* before= */ change.after(), /* after= */ change.before());
    try {
      switch (scribe.mutate(back, origin, intentId(), List.of(record.id()))) {
        case Scribe.Mutation.Recorded(Appended undone) -> records.add(undone);
        case Scribe.Mutation.Refused _ -> {
          return false; // somebody was faster: theirs stays
        }
      }
      return true;
    } catch (IOException e) {
      foreign.add(shown(change) + " could not be put back: " + e.getMessage());
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
    return new CommandReport.Changes(changed, foreign);
  }
}
