// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.screen.TerminalModes;
import dev.writ.app.terminal.screen.TerminalModes.Activity;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalModesTest {
  private static final String PROGRESS = "\u001b]9;4;3;0\u0007";
  private static final String MARK = "\u001b]133;A\u0007";

  private final FakeTerminal terminal = new FakeTerminal(80, 24);

  private TerminalModes entered(Map<String, String> environment) throws IOException {
    TerminalModes modes = new TerminalModes(terminal, environment);
    modes.enter();
    return modes;
  }

  @ParameterizedTest
  @CsvSource({
    "TERM_PROGRAM, iTerm.app, true, true, ]9;Writ asks^",
    "TERM_PROGRAM, ghostty, true, true, ]9;Writ asks^",
    "TERM_PROGRAM, vscode, true, true, ^",
    "WT_SESSION, 1, true, true, ^",
    "KITTY_WINDOW_ID, 1, false, true, ]99;;Writ asks",
    "TERM, xterm-kitty, false, true, ]99;;Writ asks",
    "TMUX, /tmp/x, false, true, ^",
    "TERM, screen-256color, false, false, ^",
    "TERM, xterm-256color, false, false, ^",
  })
  void onlyWhatTheTerminalIsKnownForIsSent(
      String name, String value, boolean progress, boolean marks, String call) throws IOException {
    TerminalModes modes = entered(Map.of(name, value));
    modes.show(Activity.WORKING);
    modes.mark();
    assertThat(terminal.written()).contains("\u001b]0;✻ writ\u0007");
    assertThat(terminal.written().contains(PROGRESS)).isEqualTo(progress);
    assertThat(terminal.written().contains(MARK)).isEqualTo(marks);
    int before = terminal.written().length();
    modes.call("Writ asks");
    assertThat(terminal.written().substring(before).replace('\u0007', '^'))
        .isEqualTo(
            call.startsWith("]") ? "\u001b" + call + (call.endsWith("^") ? "" : "\u001b\\") : call);
  }

  /// Within tmux it is tmux that counts, whatever is around it.
  @Test
  void aTerminalBehindAnotherProgramIsNotMeant() throws IOException {
    TerminalModes modes = entered(Map.of("TERM_PROGRAM", "WezTerm", "TMUX", "/tmp/x"));
    modes.show(Activity.WORKING);
    assertThat(terminal.written()).doesNotContain("]9;4");
  }

  @Test
  void progressEndsWithTheProgram() throws IOException {
    TerminalModes modes = entered(Map.of("TERM_PROGRAM", "WezTerm"));
    modes.show(Activity.WORKING);
    modes.show(Activity.WORKING);
    assertThat(terminal.written()).containsOnlyOnce(PROGRESS);
    modes.show(Activity.ASKING);
    assertThat(terminal.written()).contains("\u001b]9;4;4;0\u0007");
    modes.close("");
    assertThat(terminal.written()).endsWith("\u001b]9;4;0;0\u0007");
    assertThat(terminal.isRaw()).isFalse();
  }
}
