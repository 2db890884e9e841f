// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a chat says of its keys and commands.
public final class ChatReport {
  private static final int ROOMY_COLUMNS = 70;
  private static final int KEY_COLUMNS = 28;

  private ChatReport() {}

  /// Every key and what it does.
  public static List<StyledLine> keys(KeyTable keys, int width) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.of(TextRole.HEADING, "Keys"));
    for (EditorAction action : EditorAction.values()) {
      if (keys.keys(action).isEmpty()) {
        continue; // the person took its keys away
      }
      String names = String.join(", ", keys.keys(action));
      lines.addAll(
          width < ROOMY_COLUMNS
              ? LineWrap.wrap(
                  List.of(
                      new StyledSpan(TextRole.ACCENT, names),
                      StyledSpan.of("  " + action.meaning())),
                  width,
                  margin(2),
                  margin(6))
              : inColumns(names, action.meaning(), width));
    }
    if (keys.style() == KeyBindings.EditingStyle.VIM) {
      lines.addAll(
          LineWrap.wrap(
              List.of(StyledSpan.of(VimKeys.SUMMARY)),
              width,
              StyledLine.of(TextRole.TEXT, "  "),
              StyledLine.of(TextRole.TEXT, "      ")));
    }
    lines.add(
        StyledLine.of(TextRole.DIM, "  \\ and Enter: new line; / commands; @ files; ? these keys")
            .cut(width));
    return lines;
  }

  /// A key and what it does, in two columns; what has no room in the first stands above.
  private static List<StyledLine> inColumns(String names, String meaning, int width) {
    StyledSpan keys = new StyledSpan(TextRole.ACCENT, names);
    StyledLine second = margin(KEY_COLUMNS + 2);
    int gap = KEY_COLUMNS - names.length();
    if (gap > 1) {
      StyledSpan rest = StyledSpan.of(" ".repeat(gap) + meaning);
      return LineWrap.wrap(List.of(keys, rest), width, margin(2), second);
    }
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.of(keys).after(StyledSpan.of("  ")));
    lines.addAll(LineWrap.wrap(List.of(StyledSpan.of(meaning)), width, second, second));
    return lines;
  }

  private static StyledLine margin(int columns) {
    return StyledLine.of(TextRole.TEXT, " ".repeat(columns));
  }

  /// Every command and what it does.
  public static List<StyledLine> commands(Map<String, String> commands, int width) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.of(TextRole.HEADING, "Commands"));
    int longest = commands.keySet().stream().mapToInt(String::length).max().orElse(0);
    int column = width < ROOMY_COLUMNS ? 0 : longest;
    new TreeMap<>(commands)
        .forEach(
            (name, meaning) -> {
              String gap = " ".repeat(Math.max(0, column - name.length()) + 2);
              lines.addAll(
                  LineWrap.wrap(
                      List.of(new StyledSpan(TextRole.ACCENT, name), StyledSpan.of(gap + meaning)),
                      width,
                      margin(2),
                      margin(Math.max(6, column + 4))));
            });
    lines.add(StyledLine.of(TextRole.DIM, "  /keys or ? lists the keys").cut(width));
    return lines;
  }
}
