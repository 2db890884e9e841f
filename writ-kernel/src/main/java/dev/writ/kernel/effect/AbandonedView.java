// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Entry;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /// All of them; those that are kept for somebody to look at are not among them.
  public static List<AbandonedView> all(Hands hands) throws IOException {
    List<AbandonedView> found = new ArrayList<>();
    if (CommandViews.mayBeLeft(hands.root())) {
      for (CommandViewFiles files : CommandViewFiles.abandoned(hands.root())) {
        if (files.isKept()) {
          files.release();
        } else {
          found.add(new AbandonedView(hands, files));
        }
      }
    }
    return found;
  }

  /// Whose command it was.
  public Json.Obj about() {
    return files.about();
  }

  /// Whether records may have been written for it.
  public boolean begun() throws IOException {
    return plan.begun().isPresent();
  }

  /// Applies what is left to be applied; empty where that had not been decided.
  ///
  /// @return the places that could not be applied
  public Optional<Map<WorkspacePath, String>> finish() throws IOException {
    Optional<List<ViewDifference>> differences = plan.read();
    if (differences.isEmpty()) {
      return Optional.empty();
    }
    ViewApplication application =
        new ViewApplication(hands.root().path(), files.upper(), ViewApplication.Steps.UNWATCHED);
    return Optional.of(
        hands
            .store()
            .locked(
                () -> {
                  Map<WorkspacePath, String> refused = application.apply(differences.get());
                  application.force(differences.get());
                  return refused;
                }));
  }

  /// The content with that hash, as the view or the store has it.
  ///
  /// @param link whether it is a link's target
  public FileState state(WorkspacePath path, Optional<String> hash, boolean link)
      throws IOException {
    if (hash.isEmpty()) {
      return new FileState.Absent();
    }
    try (ViewContents contents = new ViewContents(hands.files(), Root.open(files.upper()))) {
      FileState after = contents.after(path);
      if (Entry.hash(after).equals(hash)) {
        return after;
      }
    }
    FileState now = hands.files().stateOrLink(path);
    if (Entry.hash(now).equals(hash)) {
      return now;
    }
    return hands
        .store()
        .get(hash.get())
        .<FileState>map(c -> link ? new FileState.Link(c) : new FileState.Present(c))
        .orElseGet(FileState.Absent::new);
  }

  /// Removes it.
  public void drop() {
    files.drop();
  }
}
