// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.screen.StyledLine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChatReportTest {
  private static List<String> keys(int width) {
    return ChatReport.keys(new KeyTable(KeyBindings.USUAL), width).stream()
        .map(StyledLine::text)
        .toList();
  }

  /// Keys that have no room in their column stand above.
  @Test
  void whatKeysDoStandsInOneColumn() {
    List<String> lines = keys(79);
    assertThat(String.join("\n", lines))
        .contains(
            """
              Alt-Enter, Ctrl-J, Shift-Enter, Ctrl-Enter
                                          new line
              Left, Ctrl-B                left; Ctrl-B while a command runs: have it run in
                                          the background
            """);
    assertThat(lines.subList(1, lines.size() - 1))
        .allSatisfy(line -> assertThat(line).matches("  \\S.*|.{29} \\S.*"))
        .filteredOn(line -> line.matches("  \\S.* {2,}\\S.*"))
        .allSatisfy(line -> assertThat(line).matches(".{29} \\S.*"));
  }

  @Test
  void whatCommandsDoStandsInOneColumn() {
    Map<String, String> commands =
        Map.of("/model", "change the model", "/authority", "grants", "!COMMAND", "run it");
    assertThat(ChatReport.commands(commands, 79))
        .extracting(StyledLine::text)
        .containsExactly(
            "Commands",
            "  !COMMAND    run it",
            "  /authority  grants",
            "  /model      change the model",
            "  /keys or ? lists the keys");
    assertThat(ChatReport.commands(commands, 39))
        .extracting(StyledLine::text)
        .contains("  /model  change the model");
  }

  @Test
  void aNarrowScreenHasThemBehindTheKeys() {
    assertThat(keys(39))
        .contains("  Home, Ctrl-A  start of the line")
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(39));
  }
}
