// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.pager.FullScreenView;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import java.util.List;
import java.util.Optional;

/// A question that stands instead of the editor until it is answered.
public sealed interface TerminalDialog permits ApprovalDialog, ChoiceDialog, InquiryDialog {
  /// Whether what is typed now is for the question: not before it was on the screen, not so soon
  /// after that, and not while the person goes on typing what they were typing then.
  boolean takes(KeyboardInput input);

  /// Takes what was typed.
  ///
  /// @return whether the question is answered now
  boolean take(KeyboardInput input);

  /// What it is about, in a line.
  String subject();

  /// What it shows.
  ScreenFrame frame(int width, int rows);

  /// What it shows on the whole screen, while the person wants that.
  default Optional<FullScreenView> whole() {
    return Optional.empty();
  }

  /// What the person wants in the terminal's own history before there is an answer; once.
  default List<StyledLine> takePrinted(int width) {
    return List.of();
  }

  /// What stays on the screen once it is answered.
  List<StyledLine> summary();
}
