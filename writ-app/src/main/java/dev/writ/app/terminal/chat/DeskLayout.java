// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.editor.EditorView;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.status.TurnMeter;
import java.util.ArrayList;
import java.util.List;

/// Where what changes stands on the screen: what streams in, what the turn does, messages that
/// wait, the editor, the status line.
record DeskLayout(
    ChatTranscript transcript, MessageComposer composer, WaitingMessages waiting, TurnMeter meter) {
  /// With so many rows, parts are set apart by blank lines.
  static final int ROOMY_ROWS = 16;

  /// @param working whether something runs
  /// @param last the line below the editor
  ScreenFrame frame(int width, int rows, boolean working, StyledLine last) {
    boolean roomy = rows >= ROOMY_ROWS;
    EditorView view = composer.view(width, Math.max(1, rows / 2 - 2));
    List<StyledLine> below = composer.candidates(width, rows / 3);
    List<StyledLine> middle = new ArrayList<>();
    if (working) {
      middle.add(meter.line(width));
    }
    middle.addAll(waiting.lines(width));
    if (roomy) {
      middle.add(StyledLine.EMPTY);
    }
    int taken = view.lines().size() + below.size() + middle.size() + 2;
    List<StyledLine> lines = new ArrayList<>(transcript.live(Math.max(1, rows - taken)));
    if (roomy && working && !lines.isEmpty()) {
      lines.add(StyledLine.EMPTY);
    }
    lines.addAll(middle);
    int row = lines.size() + view.row();
    lines.addAll(view.lines());
    lines.addAll(below);
    lines.add(last);
    int over = Math.max(0, lines.size() - rows);
    return new ScreenFrame(
        lines.subList(over, lines.size()), Math.max(0, row - over), view.column(), true);
  }
}
