// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import dev.writ.app.terminal.input.TerminalPort;
import java.io.IOException;
import java.util.Map;

/// The terminal modes that a chat sets, and their reset. They send no query to the terminal, so
/// there is no answer to wait for.
public final class TerminalModes {
  /// Bracketed paste; distinct keys with modifiers (kitty, xterm); the saved title.
  private static final String SET = "\u001b[?2004h\u001b[>1u\u001b[>4;1m\u001b[22;0t";

  private static final String RESET =
      "\u001b[?2026l\u001b[<u\u001b[>4;0m\u001b[?2004l\u001b[?25h\u001b[0m\u001b[23;0t";

  /// The alternate screen, cleared, and back to the main one with its cursor.
  private static final String FULL = "\u001b[?1049h\u001b[H\u001b[2J";

  private static final String MAIN = "\u001b[?1049l";

  private final TerminalPort port;
  private final TerminalAbilities abilities;
  private Activity activity = Activity.IDLE;
  private boolean set;
  private boolean full;
  private boolean closed;

  /// What a chat does, with its title and its number in OSC 9;4.
  public enum Activity {
    /// Nothing.
    IDLE("writ", 0),
    /// A turn runs.
    WORKING("✻ writ", 3),
    /// A question waits for the person.
    ASKING("? writ", 4);

    private final String title;
    private final int progress;

    Activity(String title, int progress) {
      this.title = title;
      this.progress = progress;
    }
  }

  /// The modes of a terminal, none of which is set yet.
  ///
  /// @param environment tells what the terminal can
  public TerminalModes(TerminalPort port, Map<String, String> environment) {
    this.port = port;
    this.abilities = TerminalAbilities.of(environment);
  }

  /// Sets them, and has every key delivered as it is typed.
  ///
  /// @throws IOException where the terminal is gone
  public synchronized void enter() throws IOException {
    if (!closed && !set) {
      port.raw();
      set = true;
      port.write(SET);
    }
  }

  /// Gives the terminal back as it was.
  ///
  /// @param rest what is written before
  /// @throws IOException where the terminal is gone
  public synchronized void leave(String rest) throws IOException {
    if (set) {
      set = false;
      try {
        port.write((full ? MAIN : "") + rest + RESET + progress(Activity.IDLE));
        full = false;
      } finally {
        port.restore();
      }
    }
  }

  /// The same for good: nothing is written any more.
  ///
  /// @throws IOException where the terminal is gone
  public synchronized void close(String rest) throws IOException {
    try {
      leave(rest);
    } finally {
      closed = true;
    }
  }

  /// Goes over to the alternate screen, or back to the main one, which is as it was left.
  ///
  /// @throws IOException where the terminal is gone
  public synchronized void full(boolean wanted) throws IOException {
    if (set && full != wanted) {
      full = wanted;
      port.write(wanted ? FULL : MAIN);
    }
  }

  /// Whether the alternate screen is in sight.
  public synchronized boolean isFull() {
    return full;
  }

  /// Writes to the screen, while the modes are set.
  ///
  /// @throws IOException where the terminal is gone
  public synchronized void write(String text) throws IOException {
    if (set && !text.isEmpty()) {
      port.write(text);
    }
  }

  /// Calls a person who looks elsewhere: by a notification where the terminal is known to show
  /// them, else by the bell.
  ///
  /// @param text inert
  /// @throws IOException where the terminal is gone
  public void call(String text) throws IOException {
    write(
        switch (abilities.notice()) {
          case BELL -> "\u0007";
          case OSC_9 -> "\u001b]9;" + text + "\u0007";
          case OSC_99 -> "\u001b]99;;" + text + "\u001b\\";
        });
  }

  /// Shows what the chat does in the window's title, and as progress where the terminal can.
  ///
  /// @throws IOException where the terminal is gone
  public synchronized void show(Activity now) throws IOException {
    write("\u001b]0;" + now.title + "\u0007" + progress(now));
    activity = now;
  }

  private String progress(Activity now) {
    return abilities.progress() && now.progress != activity.progress
        ? "\u001b]9;4;" + now.progress + ";0\u0007"
        : "";
  }

  /// Marks the row of the cursor as the begin of a turn, where the terminal has a way to go from
  /// one to the next.
  ///
  /// @throws IOException where the terminal is gone
  public void mark() throws IOException {
    write(abilities.marks() ? "\u001b]133;A\u0007" : "");
  }
}
