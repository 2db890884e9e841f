// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.input.TerminalPort;
import java.io.IOException;
import java.util.Map;

/// The terminal modes that a chat sets, and their reset. They send no query to the terminal, so
/// there is no answer to wait for.
final class TerminalModes {
  /// Bracketed paste; distinct keys with modifiers (kitty, xterm); the saved title.
  private static final String SET = "\u001b[?2004h\u001b[>1u\u001b[>4;1m\u001b[22;0t";

  private static final String RESET =
      "\u001b[?2026l\u001b[<u\u001b[>4;0m\u001b[?2004l\u001b[?25h\u001b[0m\u001b[23;0t";

  private final TerminalPort port;
  private final Map<String, String> environment;
  private boolean set;
  private boolean closed;

  TerminalModes(TerminalPort port, Map<String, String> environment) {
    this.port = port;
    this.environment = environment;
  }

  synchronized void enter() throws IOException {
    if (!closed && !set) {
      port.raw();
      set = true;
      port.write(SET);
    }
  }

  /// Gives the terminal back as it was.
  ///
  /// @param rest what is written before
  synchronized void leave(String rest) throws IOException {
    if (set) {
      set = false;
      try {
        port.write(rest + RESET);
      } finally {
        port.restore();
      }
    }
  }

  /// The same for good: nothing is written any more.
  synchronized void close(String rest) throws IOException {
    try {
      leave(rest);
    } finally {
      closed = true;
    }
  }

  synchronized void write(String text) throws IOException {
    if (set && !text.isEmpty()) {
      port.write(text);
    }
  }

  /// @param text inert
  void title(String text) throws IOException {
    write("\u001b]0;" + text + "\u0007");
  }

  /// Calls a person who looks elsewhere: by a notification where the terminal is known to show
  /// them, else by the bell.
  ///
  /// @param text inert
  void call(String text) throws IOException {
    String program = environment.getOrDefault("TERM_PROGRAM", "");
    boolean notifies =
        program.equals("iTerm.app") || program.equals("WezTerm") || program.equals("ghostty");
    write(notifies ? "\u001b]9;" + text + "\u0007" : "\u0007");
  }
}
