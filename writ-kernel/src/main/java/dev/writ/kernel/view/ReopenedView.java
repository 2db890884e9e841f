// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.kernel.file.Hands;
import dev.writ.kernel.program.CommandWorkplace;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.sandbox.mechanism.NamespaceSandbox;
import dev.writ.sandbox.namespace.OverlayView;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A kept view that is opened again when a program is to read in it: Git, which is asked for the
/// commits that come from there.
public final class ReopenedView implements AutoCloseable {
  private final Hands hands;
  private final SessionSandbox sandbox;
  private final CommandViewFiles files;
  private Optional<CommandWorkplace> opened = Optional.empty();

  ReopenedView(Hands hands, SessionSandbox sandbox, CommandViewFiles files) {
    this.hands = hands;
    this.sandbox = sandbox;
    this.files = files;
  }

  /// Where programs read in it.
  ///
  /// @throws IOException where there are no views here any more
  public synchronized CommandWorkplace workplace() throws IOException {
    if (opened.isEmpty()) {
      if (!(sandbox.executor().sandbox() instanceof NamespaceSandbox)) {
        throw new IOException("the sandbox here is " + sandbox.name() + ", which has no views");
      }
      OverlayView overlay =
          OverlayView.open(
              hands.root().path(), files.upper(), files.newWork(), List.of(), sandbox.shared());
      opened = Optional.of(CommandView.workplace(hands, overlay));
    }
    return opened.get();
  }

  @Override
  public void close() throws IOException {
    if (opened.isPresent()) {
      opened.get().root().close();
      opened.get().view().orElseThrow().close();
    }
  }
}
