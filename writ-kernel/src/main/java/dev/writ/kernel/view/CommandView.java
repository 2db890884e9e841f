// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.kernel.file.Hands;
import dev.writ.kernel.program.CommandWorkplace;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.namespace.OverlayView;
import java.io.IOException;
import java.util.Optional;

/// The copy-on-write view in which one command line works. Its programs' changes reach the
/// workspace only after they are judged, recorded and applied.
public final class CommandView implements AutoCloseable {
  private final ViewChanges changes;
  private final OverlayView overlay;
  private final CommandWorkplace workplace;

  private CommandView(ViewChanges changes, OverlayView overlay, CommandWorkplace workplace) {
    this.changes = changes;
    this.overlay = overlay;
    this.workplace = workplace;
  }

  static CommandView of(Hands hands, ViewChanges changes, OverlayView overlay) throws IOException {
    try {
      return new CommandView(changes, overlay, workplace(hands, overlay));
    } catch (IOException | RuntimeException | Error e) {
      overlay.close();
      changes.close();
      throw e;
    }
  }

  static CommandWorkplace workplace(Hands hands, OverlayView overlay) throws IOException {
    WorkspaceRoot root = hands.root().in(overlay.root());
    return new CommandWorkplace(root, hands.locator().in(root), Optional.of(overlay));
  }

  public CommandWorkplace workplace() {
    return workplace;
  }

  /// The changes in it; complete after all its programs have ended.
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
