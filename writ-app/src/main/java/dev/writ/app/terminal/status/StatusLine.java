// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.status;

import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The line below the editor.
///
/// @param model who answers
/// @param mode of work
/// @param intent what is declared
/// @param tree the work tree
/// @param window how many tokens the model takes; 0 where that is not known
/// @param items what is shown, in this order
public record StatusLine(
    String model, String mode, String intent, WorkTree tree, long window, List<StatusItem> items) {
  private static final String GAP = " · ";

  /// Nothing is known yet.
  public static final StatusLine STARTING =
      new StatusLine("starting…", "", "", new WorkTree(Optional.empty(), 0), 0);

  /// The state of the work tree.
  ///
  /// @param branch of Git
  /// @param undoable how many files `/undo` would restore
  public record WorkTree(Optional<String> branch, int undoable) {}

  public StatusLine {
    items = List.copyOf(items);
  }

  /// A line that shows what is usual.
  public StatusLine(String model, String mode, String intent, WorkTree tree, long window) {
    this(model, mode, intent, tree, window, StatusItem.USUAL);
  }

  /// The line; where it is narrow, the first two items and the last stay longest.
  ///
  /// @param meter what was used
  public StyledLine line(TurnMeter meter, int width) {
    List<String> parts = new ArrayList<>();
    for (StatusItem item : items) {
      String part = part(item, meter);
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    while (parts.size() > 2 && text(parts).length() > width - 2) {
      parts.remove(2);
    }
    return new StyledLine(List.of(new StyledSpan(TextRole.DIM, "  " + text(parts)))).cut(width);
  }

  private String part(StatusItem item, TurnMeter meter) {
    return switch (item) {
      case MODEL -> model;
      case MODE -> mode;
      case INTENT -> intent.equalsIgnoreCase(mode) && items.contains(StatusItem.MODE) ? "" : intent;
      case CONTEXT ->
          meter.context() == 0
              ? ""
              : window > 0
                  ? "context " + Math.min(100, meter.context() * 100 / window) + "%"
                  : "context " + AmountText.tokens(meter.context());
      case COST -> meter.sessionMicroUsd() > 0 ? AmountText.dollars(meter.sessionMicroUsd()) : "";
      case TOKENS -> {
        long all = meter.session().input() + meter.session().output();
        yield all == 0 ? "" : AmountText.tokens(all) + " tokens";
      }
      case UNDO ->
          tree.undoable() == 0
              ? ""
              : "undo: " + tree.undoable() + (tree.undoable() == 1 ? " file" : " files");
      case BRANCH -> tree.branch().orElse("");
    };
  }

  /// The same as data, for a program of the person's own that draws the line.
  ///
  /// @param meter what was used
  public Json.Obj data(TurnMeter meter) {
    return Json.object()
        .put("model", model)
        .put("mode", mode)
        .put("intent", intent)
        .put("branch", tree.branch().orElse(""))
        .put("context_tokens", meter.context())
        .put("window_tokens", window)
        .put("input_tokens", meter.session().input())
        .put("output_tokens", meter.session().output())
        .put("cost_micro_usd", meter.sessionMicroUsd())
        .put("undo_files", tree.undoable())
        .build();
  }

  private static String text(List<String> parts) {
    return String.join(GAP, parts);
  }
}
