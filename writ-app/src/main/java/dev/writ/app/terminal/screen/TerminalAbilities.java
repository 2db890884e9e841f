// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.Map;

/// What a terminal is known for by its environment, since it is asked nothing. Within another
/// program that draws (tmux, screen), it is that program's abilities that count.
///
/// @param notice how it calls a person who looks elsewhere
/// @param progress whether it shows progress in its tab or in the task bar (OSC 9;4)
/// @param marks whether it finds the begin of each turn again (OSC 133)
public record TerminalAbilities(Notice notice, boolean progress, boolean marks) {
  /// How a terminal calls a person.
  public enum Notice {
    /// By its bell.
    BELL,
    /// By the notification of iTerm2.
    OSC_9,
    /// By the notification of kitty.
    OSC_99
  }

  private static final TerminalAbilities NONE = new TerminalAbilities(Notice.BELL, false, false);

  /// Those of the terminal with that environment.
  public static TerminalAbilities of(Map<String, String> environment) {
    String term = environment.getOrDefault("TERM", "");
    if (has(environment, "TMUX") || term.startsWith("tmux")) {
      return new TerminalAbilities(Notice.BELL, false, true);
    }
    if (term.startsWith("screen")) {
      return NONE;
    }
    if (has(environment, "KITTY_WINDOW_ID") || term.equals("xterm-kitty")) {
      return new TerminalAbilities(Notice.OSC_99, false, true);
    }
    return switch (environment.getOrDefault("TERM_PROGRAM", "")) {
      case "iTerm.app", "WezTerm", "ghostty" -> new TerminalAbilities(Notice.OSC_9, true, true);
      case "vscode" -> new TerminalAbilities(Notice.BELL, true, true);
      default ->
          has(environment, "WT_SESSION") ? new TerminalAbilities(Notice.BELL, true, true) : NONE;
    };
  }

  private static boolean has(Map<String, String> environment, String name) {
    return !environment.getOrDefault(name, "").isEmpty();
  }
}
