// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.host.SessionHost;
import dev.writ.app.terminal.dialog.ChoicePrompt;
import dev.writ.engine.turn.ModelRoster;
import java.io.IOException;
import java.util.Optional;

/// Completes a command that was written without what it is about: the person chooses it from a
/// list.
///
/// @param prompt shows the list
/// @param models which of them answers now
record CommandCompletion(ChoicePrompt prompt, SessionHost host, ModelRoster models) {
  private static final String DIFFERENCE = "/diff ";

  /// The whole command.
  ///
  /// @return empty where the person wants none; what was written, where nothing is missing
  Optional<String> complete(String line) throws IOException, InterruptedException {
    return switch (line.strip()) {
      case "/model", "/provider" ->
          new ModelPicker(prompt, host.choice()).complete(line, models.id());
      case DIFFERENCE + SessionPicker.TURN ->
          difference(SessionPicker.TURN).map(DIFFERENCE::concat);
      default -> new SessionPicker(prompt).complete(line, host);
    };
  }

  /// Which changes `/diff` is to show, where the person wants to choose the turn.
  ///
  /// @return empty where the person wants none; what was written, where it is not `turn`
  Optional<String> difference(String which) throws IOException, InterruptedException {
    return new SessionPicker(prompt).difference(which, host);
  }
}
