// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import dev.writ.kernel.sandbox.OverlayView;
import java.io.IOException;
import java.util.Optional;

/// The copy-on-write view in which one command line works. What its programs change is not in the
/// workspace until it was judged, recorded and applied.
public final class CommandView implements AutoCloseable {
  private final ViewChanges changes;
  private final OverlayView overlay;
  private final Workplace workplace;

  private CommandView(ViewChanges changes, OverlayView overlay, Workplace workplace) {
    this.changes = changes;
    this.overlay = overlay;
    this.workplace = workplace;
  }

  static CommandView of(Hands hands, ViewChanges changes, OverlayView overlay) throws IOException {
    try {
      Root root = hands.root().in(overlay.root());
      Workplace place = new Workplace(root, hands.locator().in(root), Optional.of(overlay));
      return new CommandView(changes, overlay, place);
    } catch (IOException | RuntimeException e) {
      overlay.close();
      changes.close();
      throw e;
    }
  }

  Workplace workplace() {
    return workplace;
  }

  /// What was changed in it; complete when all its programs have ended.
  public ViewChanges changes() {
    return changes;
  }

  @Override
  public void close() throws IOException {
    workplace.root().close();
    overlay.close();
    changes.close();
  }
}
