// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import dev.writ.kernel.sandbox.DirectoryHandle;
import dev.writ.kernel.sandbox.OverlayView;
import dev.writ.kernel.snapshot.Exempt;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The copy-on-write view in which one command line works. What its programs change is not in the
/// workspace until it was judged, recorded and applied.
public final class CommandView implements AutoCloseable {
  private final CommandViewFiles files;
  private final OverlayView overlay;
  private final Workplace workplace;

  /// When it was opened, by the clock of the workspace's file system, in nanoseconds since 1970.
  private final long openedAt;

  private boolean kept;

  private CommandView(
      CommandViewFiles files, OverlayView overlay, Workplace workplace, long openedAt) {
    this.files = files;
    this.overlay = overlay;
    this.workplace = workplace;
    this.openedAt = openedAt;
  }

  static CommandView of(Hands hands, CommandViewFiles files, OverlayView overlay)
      throws IOException {
    try (DirectoryHandle views = DirectoryHandle.open(hands.root().absolute(CommandViews.PLACE))) {
      DirectoryHandle.Entry own = Objects.requireNonNull(views.look(files.name()));
      Root root = hands.root().in(overlay.root());
      Workplace place = new Workplace(root, hands.locator().in(root), Optional.of(overlay));
      return new CommandView(files, overlay, place, own.stamp().changed());
    } catch (IOException | RuntimeException e) {
      overlay.close();
      throw e;
    }
  }

  Workplace workplace() {
    return workplace;
  }

  /// The view's own files.
  CommandViewFiles files() {
    return files;
  }

  /// Where it differs from the workspace.
  ///
  /// @param exempt says what is an output
  /// @throws IOException where that can't be read; then nothing may be applied
  public List<ViewDifference> differences(Exempt exempt) throws IOException {
    return ViewReader.read(workplace.root().path(), files.upper(), exempt);
  }

  /// Whether somebody else changed a place of the workspace since the view was opened.
  public boolean isStale(ViewDifference difference) {
    return difference.before().isLeaf() && difference.before().stamp().changed() > openedAt;
  }

  /// The name under which people find it while it is kept.
  public String name() {
    return files.name();
  }

  /// Keeps what was changed in it when it is closed, for a person to look at.
  public void keep() {
    kept = true;
  }

  @Override
  public void close() {
    workplace.root().close();
    overlay.close();
    if (kept) {
      files.keep();
    } else {
      files.drop();
    }
  }
}
