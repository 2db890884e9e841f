// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.kernel.session;

import dev.writ.base.json.Json;
import dev.writ.kernel.call.SessionControl.PlanStep;
import dev.writ.kernel.call.SessionControl.StepProgress;
import dev.writ.kernel.risk.RiskTrait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A session's state from its record: a fold over the changes that [SessionState#takeChanges]
/// reported while it was live. A [SessionState] is created from it when the session is resumed.
///
/// A person's grants for the session are not part of it: they end with the process.
public final class SessionRecollection {
  /// Further ones can be counted from it.
  private static final int MOST_TURNS = 1_000_000_000;

  private static final String SEEN = "seen";
  private static final String FORGOTTEN = "forgotten";
  private static final String EXPOSURE = "exposure";

  private final Map<String, FileSighting> seen = new LinkedHashMap<>();
  private final Set<RiskTrait> exposure = EnumSet.noneOf(RiskTrait.class);
  private List<PlanStep> plan = List.of();
  private int turn;

  /// Nothing yet.
  public SessionRecollection() {}

  /// Adds one report of changes. An unreadable part is ignored: then a file counts as not read.
  public void apply(Json.Obj changes) {
    for (Json item : changes.items(FORGOTTEN)) {
      if (item instanceof Json.Text(String path)) {
        seen.remove(path);
      }
    }
    for (Json item : changes.items(SEEN)) {
      if (item instanceof Json.Obj object) {
        FileSighting.read(object).ifPresent(sighting -> seen.put(sighting.path(), sighting));
      }
    }
    for (Json item : changes.items(EXPOSURE)) {
      if (item instanceof Json.Text(String word)) {
        trait(word).ifPresent(exposure::add);
      }
    }
  }

  /// A report may be lost: the session counts as exposed to everything that it could have been.
  public void lost() {
    exposure.add(RiskTrait.SAW_UNTRUSTED);
    exposure.add(RiskTrait.SAW_SECRET);
  }

  /// Replaces the task list by that of a `plan` event.
  public void plan(List<Json> steps) {
    List<PlanStep> read = new ArrayList<>();
    for (Json item : steps) {
      if (item instanceof Json.Obj step) {
        read.add(
            new PlanStep(step.text("step").orElse(""), progress(step.text("status").orElse(""))));
      }
    }
    plan = List.copyOf(read);
  }

  /// The number of the last turn that began.
  public void turn(long number) {
    turn = Math.clamp(number, turn, MOST_TURNS);
  }

  /// The number of the last turn.
  public int turn() {
    return turn;
  }

  /// The task list.
  public List<PlanStep> plan() {
    return plan;
  }

  /// The read files.
  public Collection<FileSighting> seen() {
    return List.copyOf(seen.values());
  }

  /// The session's permanent exposure, in the words of rules.
  public List<String> exposed() {
    return exposure.stream().map(RiskTrait::word).toList();
  }

  Set<RiskTrait> exposure() {
    return exposure.isEmpty() ? Set.of() : EnumSet.copyOf(exposure);
  }

  /// Changes as they are recorded.
  static Json.Obj written(SeenFiles.SightChanges changes, Set<RiskTrait> exposure) {
    Json.Builder written = Json.object();
    if (!changes.seen().isEmpty()) {
      written.put(
          SEEN, new Json.Arr(changes.seen().stream().<Json>map(FileSighting::json).toList()));
    }
    if (!changes.forgotten().isEmpty()) {
      written.put(FORGOTTEN, Json.texts(changes.forgotten()));
    }
    if (!exposure.isEmpty()) {
      written.put(EXPOSURE, Json.texts(exposure.stream().map(RiskTrait::word).toList()));
    }
    return written.build();
  }

  private static Optional<RiskTrait> trait(String word) {
    for (RiskTrait trait : RiskTrait.values()) {
      if (trait.word().equals(word)) {
        return Optional.of(trait);
      }
    }
    return Optional.empty();
  }

  private static StepProgress progress(String word) {
    for (StepProgress progress : StepProgress.values()) {
      if (progress.name().toLowerCase(Locale.ROOT).equals(word)) {
        return progress;
      }
    }
    return StepProgress.PENDING;
  }
}
