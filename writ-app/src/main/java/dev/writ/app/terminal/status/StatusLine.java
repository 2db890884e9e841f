// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.status;

import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The line below the editor.
///
/// @param model who answers
/// @param mode of work
/// @param intent what is declared
/// @param branch of Git
/// @param window how many tokens the model takes; 0 where that is not known
public record StatusLine(
    String model, String mode, String intent, Optional<String> branch, long window) {
  private static final String GAP = " · ";

  /// Nothing is known yet.
  public static final StatusLine STARTING =
      new StatusLine("starting…", "", "", Optional.empty(), 0);

  /// The line.
  ///
  /// @param meter what was used
  public StyledLine line(TurnMeter meter, int width) {
    List<String> parts = new ArrayList<>();
    parts.add(model);
    if (!mode.isEmpty()) {
      parts.add(mode);
    }
    if (!intent.isEmpty()) {
      parts.add(intent);
    }
    if (meter.context() > 0) {
      parts.add(
          window > 0
              ? "context " + Math.min(100, meter.context() * 100 / window) + "%"
              : "context " + AmountText.tokens(meter.context()));
    }
    if (meter.sessionMicroUsd() > 0) {
      parts.add(AmountText.dollars(meter.sessionMicroUsd()));
    }
    branch.ifPresent(parts::add);
    while (parts.size() > 2 && text(parts).length() > width - 2) {
      parts.remove(2);
    }
    return new StyledLine(List.of(new StyledSpan(TextRole.DIM, "  " + text(parts)))).cut(width);
  }

  private static String text(List<String> parts) {
    return String.join(GAP, parts);
  }
}
