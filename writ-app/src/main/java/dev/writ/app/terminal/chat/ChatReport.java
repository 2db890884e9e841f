// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.editor.EditorAction;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.screen.Line;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.Role;
import dev.writ.app.terminal.screen.Span;
import dev.writ.app.terminal.status.Amounts;
import dev.writ.app.terminal.status.StatusLine;
import dev.writ.app.terminal.status.TurnMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a chat says about itself.
final class ChatReport {
  private ChatReport() {}

  /// Every key and what it does.
  static List<Line> keys(KeyTable keys, int width) {
    List<Line> lines = new ArrayList<>();
    lines.add(Line.of(Role.HEADING, "Keys"));
    for (EditorAction action : EditorAction.values()) {
      lines.addAll(
          LineWrap.wrap(
              List.of(
                  new Span(Role.ACCENT, String.join(", ", keys.keys(action))),
                  Span.of("  " + action.meaning())),
              width,
              Line.of(Role.TEXT, "  "),
              Line.of(Role.TEXT, "      ")));
    }
    lines.add(
        Line.of(Role.DIM, "  \\ and Enter: new line; / commands; @ files; ? these keys")
            .cut(width));
    return lines;
  }

  /// Every command and what it does.
  static List<Line> commands(Map<String, String> commands, int width) {
    List<Line> lines = new ArrayList<>();
    lines.add(Line.of(Role.HEADING, "Commands"));
    new TreeMap<>(commands)
        .forEach(
            (name, meaning) ->
                lines.addAll(
                    LineWrap.wrap(
                        List.of(new Span(Role.ACCENT, name), Span.of("  " + meaning)),
                        width,
                        Line.of(Role.TEXT, "  "),
                        Line.of(Role.TEXT, "      "))));
    lines.add(Line.of(Role.DIM, "  /keys or ? lists the keys").cut(width));
    return lines;
  }

  /// What the session has used.
  static Line cost(TurnMeter meter, StatusLine status) {
    String money =
        meter.sessionMicroUsd() > 0
            ? Amounts.dollars(meter.sessionMicroUsd()) + " (estimated, actual may vary)"
            : "no cost known";
    return Line.of(
        Role.TEXT,
        "%s: %s; input %s, cached %s, output %s tokens"
            .formatted(
                status.model(),
                money,
                Amounts.tokens(meter.session().input()),
                Amounts.tokens(meter.session().cachedRead()),
                Amounts.tokens(meter.session().output())));
  }
}
