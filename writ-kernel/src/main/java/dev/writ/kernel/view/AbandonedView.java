// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.kernel.comparison.ViewContents;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.LedgerEntry;
import java.io.IOException;
import java.nio.file.FileSystemException;
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
  public static List<AbandonedView> all(Hands hands) throws IOException {
    List<AbandonedView> found = new ArrayList<>();
    for (CommandViewFiles files : CommandViewFiles.abandoned(hands)) {
      if (files.isKept()) {
        files.release();
      } else {
        found.add(new AbandonedView(hands, files));
      }
    }
    return found;
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
  public Optional<Map<WorkspacePath, String>> finish(Set<WorkspacePath> except) throws IOException {
    Optional<List<ViewDifference>> planned = plan.read();
    if (planned.isEmpty()) {
      return Optional.empty();
    }
    List<ViewDifference> differences =
        planned.get().stream().filter(d -> !except.contains(d.path())).toList();
    ViewApplication application = new ViewApplication(hands.root(), files.upper());
    return Optional.of(
        hands
            .store()
            .locked(
                () -> {
                  Map<WorkspacePath, String> refused = application.apply(differences);
                  application.force(differences);
                  return refused;
                }));
  }

  /// A state of a place in a record, as the view, the workspace or the store has it.
  ///
  /// @param file an element of the record's `files`
  /// @param side `before` or `after`
  public FileState state(WorkspacePath path, Json.Obj file, String side) throws IOException {
    boolean created =
        file.text("change").filter(FileChange.ChangeKind.CREATE.word()::equals).isPresent();
    if (file.isTrue("directory")) {
      boolean there =
          !file.text("change").filter(FileChange.ChangeKind.DELETE.word()::equals).isPresent();
      return (side.equals("before") ? !created : there)
          ? new FileState.Directory()
          : new FileState.Absent();
    }
    Optional<String> hash = file.text(side + "_hash");
    if (hash.isEmpty()) {
      return new FileState.Absent();
    }
    FileState there = hands.files().stateOrLink(path);
    if (LedgerEntry.hash(there).equals(hash)) {
      return there;
    }
    try (ViewContents contents =
        new ViewContents(hands.files(), hands.root(), WorkspaceRoot.open(files.upper()))) {
      FileState state = contents.after(path);
      if (LedgerEntry.hash(state).equals(hash)) {
        return state;
      }
    } catch (FileSystemException _) {
      // The view has nothing at this place, or is gone.
    }
    boolean link = file.isTrue(side + "_link");
    return hands
        .store()
        .get(hash.get())
        .<FileState>map(c -> link ? new FileState.Link(c) : new FileState.Present(c))
        .orElseGet(FileState.Absent::new);
  }

  /// Removes it; what had been kept for a person and was not applied is kept on.
  ///
  /// @param applied whether it was
  public void close(boolean applied) {
    if (files.wasKept() && !applied) {
      files.keep();
    } else {
      files.drop();
    }
  }

  /// Gives it up; a later session tries again.
  public void release() {
    files.release();
  }
}
