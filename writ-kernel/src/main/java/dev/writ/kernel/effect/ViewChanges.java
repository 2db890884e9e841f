// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.protection.PlaceLookup;
import dev.writ.kernel.sandbox.DirectoryHandle;
import dev.writ.kernel.scope.WorkspacePath;
import dev.writ.kernel.snapshot.Exempt;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What programs changed in a view, lying in the upper directory of its overlay: it can be read,
/// recorded and applied.
public final class ViewChanges implements AutoCloseable {
  private final Hands hands;
  final CommandViewFiles files;
  private final ViewContents contents;

  /// When the view was opened, by the clock of the workspace's file system, in nanoseconds since
  /// 1970.
  private final long openedAt;

  private final ViewApplication.Steps steps;
  private boolean kept;

  ViewChanges(Hands hands, CommandViewFiles files, ViewApplication.Steps steps) throws IOException {
    this.hands = hands;
    this.files = files;
    this.steps = steps;
    this.openedAt = files.openedAt();
    this.contents = new ViewContents(hands.files(), Root.open(files.upper()));
  }

  /// Where it differs from the workspace.
  ///
  /// @param witness knows what is an output
  /// @param outputs names of what the command's programs make
  /// @throws IOException where that can't be read; then nothing may be applied
  public List<ViewDifference> differences(Witness witness, Set<String> outputs) throws IOException {
    return differences(witness.rules(outputs));
  }

  List<ViewDifference> differences(Exempt exempt) throws IOException {
    return ViewReader.read(hands.root().path(), files.upper(), exempt);
  }

  /// Whether somebody else changed a place of the workspace since the view was opened.
  public boolean isStale(ViewDifference difference) {
    return difference.before().isLeaf() && difference.before().stamp().changed() > openedAt;
  }

  /// Records and applies differences, under the workspace's lock.
  ///
  /// @param accepted judged ones
  /// @param recording writes the records; when it throws, nothing is applied
  /// @return the places that are not as they should be, each with the reason
  /// @throws IOException where they can't be recorded
  public Map<WorkspacePath, String> apply(List<ViewDifference> accepted, Recording recording)
      throws IOException {
    return hands
        .store()
        .locked(
            () -> {
              ViewPlan plan = new ViewPlan(files);
              plan.begin();
              forceContents(accepted);
              recording.record();
              plan.write(accepted);
              ViewApplication application =
                  new ViewApplication(hands.root().path(), files.upper(), steps);
              Map<WorkspacePath, String> refused = application.apply(accepted);
              application.force(accepted);
              return refused; // the plan goes with the view
            });
  }

  /// Writes records.
  @FunctionalInterface
  public interface Recording {
    /// Does it, durably.
    void record() throws IOException;
  }

  /// What gets a place is on the disk before its record is.
  private void forceContents(List<ViewDifference> accepted) throws IOException {
    boolean some = accepted.stream().anyMatch(d -> d.role() != ViewDifference.Role.OUTPUT);
    if (some) {
      try (DirectoryHandle upper = DirectoryHandle.open(files.upper())) {
        upper.forceFileSystem();
      }
    }
  }

  /// What stands at a place of the workspace itself.
  public PlaceLookup.Kind kindBefore(WorkspacePath place) throws IOException {
    return hands
        .root()
        .attributes(place)
        .map(
            is ->
                is.isDirectory()
                    ? PlaceLookup.Kind.DIRECTORY
                    : is.isRegularFile()
                        ? PlaceLookup.Kind.FILE
                        : is.isSymbolicLink() ? PlaceLookup.Kind.LINK : PlaceLookup.Kind.OTHER)
        .orElse(PlaceLookup.Kind.NOTHING);
  }

  /// What is to be recorded of a difference, with both contents; nothing where they are the same.
  ///
  /// @throws IOException where one can't be read
  public List<Change> changes(ViewDifference difference) throws IOException {
    return contents.changes(difference);
  }

  /// A small text file as the command left it; empty where there is none.
  public Optional<String> textAfter(ViewDifference difference) throws IOException {
    return contents.text(difference);
  }

  /// The same file as it is in the workspace.
  public String textBefore(ViewDifference difference) throws IOException {
    return contents.textBefore(difference, hands.root());
  }

  /// The name under which people find it while it is kept.
  public String name() {
    return files.name();
  }

  /// Keeps it when it is closed, for a person to look at.
  public void keep() {
    kept = true;
  }

  /// Removes it when it is closed, after all.
  public void drop() {
    kept = false;
  }

  /// Removes it, unless it is kept.
  @Override
  public void close() {
    contents.close();
    if (kept) {
      files.keep();
      KeptView.dropOldest(hands);
    } else {
      files.drop();
    }
  }
}
