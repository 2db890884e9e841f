// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.editor.ChatReport;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.screen.ColorTheme;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.app.terminal.status.TurnMeter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Commands that only change what is shown, or show what the screen knows. They never wait.
///
/// @param commands what each command does, those of the program included
record OwnCommands(
    ChatTranscript transcript, ThemeChoice themes, KeyTable keys, Map<String, String> commands) {
  /// Does what a line says, if it is such a command.
  ///
  /// @return whether it was
  boolean take(String line) {
    int space = line.indexOf(' ');
    String name = space < 0 ? line : line.substring(0, space);
    switch (name) {
      case "/help" -> {
        transcript.command(line);
        transcript.add(ChatReport.commands(commands, transcript.width()));
      }
      case "/keys" -> {
        transcript.command(line);
        showKeys();
      }
      case "/theme" -> {
        transcript.command(line);
        theme(space < 0 ? "" : line.substring(space).strip());
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /// Shows from now on what the person wants to see.
  void show(ChatView view, TurnMeter meter) {
    transcript.showCalls(view.calls());
    meter.showTokens(view.tokens());
    themes.allow(view.colors());
  }

  void showKeys() {
    if (!transcript.endsBlank()) {
      transcript.add(List.of(StyledLine.EMPTY));
    }
    transcript.add(ChatReport.keys(keys, transcript.width()));
  }

  private void theme(String name) {
    Optional<ColorTheme> theme = ColorTheme.named(name);
    List<String> names = ColorTheme.ALL.stream().map(ColorTheme::name).toList();
    if (theme.isEmpty() && !name.isEmpty()) {
      note("unknown theme: " + name + "; there are " + String.join(", ", names));
      return;
    }
    theme.ifPresent(themes::choose);
    String present = themes.present().name();
    List<String> others = names.stream().filter(other -> !other.equals(present)).toList();
    note("theme: " + present + " (others: " + String.join(", ", others) + ")");
  }

  private void note(String text) {
    transcript.note(TextRole.TEXT, text);
  }
}
