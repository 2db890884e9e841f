// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.comparison.KilledLeftovers;
import dev.writ.kernel.comparison.RecordedStateFinder;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.file.Hands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// A view whose process was killed.
public final class AbandonedView {
  private final Hands hands;
  private final CommandViewFiles files;
  private final ViewPlan plan;

  private AbandonedView(Hands hands, CommandViewFiles files) {
    this.hands = hands;
    this.files = files;
    this.plan = new ViewPlan(files);
  }

  /// All abandoned views; views kept for a person to inspect are not included.
  ///
  /// @throws IOException where they can't be listed
  public static KilledLeftovers<AbandonedView> all(Hands hands) throws IOException {
    List<AbandonedView> found = new ArrayList<>();
    KilledLeftovers<CommandViewFiles> abandoned = CommandViewFiles.abandoned(hands);
    for (CommandViewFiles files : abandoned.found()) {
      if (files.isKept()) {
        files.release();
      } else {
        found.add(new AbandonedView(hands, files));
      }
    }
    return new KilledLeftovers<>(found, abandoned.unreadable());
  }

  /// Where all that there is of it stands.
  public List<Path> places() {
    return files.places();
  }

  /// Whose command it was.
  public Json.Obj about() {
    return files.about();
  }

  /// The owner of the changes that its records contain; empty if none was written.
  public Optional<Json.Obj> begun() throws IOException {
    return plan.begun();
  }

  /// How long the ledger was when the last change was recorded: what comes behind takes back.
  ///
  /// @param ledger how long it is now, which counts where that was not said
  public long recorded(long ledger) throws IOException {
    OptionalLong recorded = plan.recorded();
    if (recorded.isEmpty()) {
      plan.withdraw(ledger);
    }
    return recorded.orElse(ledger);
  }

  /// Applies what is left to be applied; empty where that had not been decided.
  ///
  /// @param except what was taken back
  /// @return the places that could not be applied
  public Optional<Map<WorkspacePath, ToolError>> finish(Set<WorkspacePath> except)
      throws IOException {
    Optional<List<ViewDifference>> planned = plan.read();
    if (planned.isEmpty()) {
      return Optional.empty();
    }
    List<ViewDifference> differences = planned.get();
    ViewApplication application = new ViewApplication(hands.root(), files.upper());
    return Optional.of(
        hands
            .store()
            .locked(
                () -> {
                  Map<WorkspacePath, ToolError> refused = application.apply(differences, except);
                  application.force(differences);
                  return refused;
                }));
  }

  /// The states that records of its changes name.
  public RecordedStateFinder states() {
    return new RecordedStateFinder(hands, Optional.of(files.upper()));
  }

  /// Removes it; what had been kept for a person and was not applied is kept on.
  ///
  /// @param applied whether it was
  public void close(boolean applied) {
    if (files.wasKept() && !applied) {
      files.keep(files.standing());
    } else {
      files.drop();
    }
  }

  /// Gives it up; a later session tries again.
  public void release() {
    files.release();
  }
}
