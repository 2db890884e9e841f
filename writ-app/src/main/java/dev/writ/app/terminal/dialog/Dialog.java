// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import dev.writ.app.terminal.input.Input;
import dev.writ.app.terminal.screen.Frame;
import dev.writ.app.terminal.screen.Line;
import java.util.List;

/// A question that stands instead of the editor until it is answered.
public sealed interface Dialog permits ApprovalDialog, InquiryDialog {
  /// Takes what was typed.
  ///
  /// @return whether the question is answered now
  boolean take(Input input);

  /// What it shows.
  Frame frame(int width, int rows);

  /// What stays on the screen once it is answered.
  List<Line> summary();
}
