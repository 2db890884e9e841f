// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app.command;

import dev.writ.app.front.Terminal;
import dev.writ.app.host.KeyPrompt;
import dev.writ.app.host.Surroundings;
import java.io.Console;
import java.util.Optional;

/// Asks at the terminal, where there is one.
final class TerminalKeyPrompt implements KeyPrompt {
  private final Surroundings surroundings;

  TerminalKeyPrompt(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public boolean isPresent() {
    return Terminal.console().isPresent();
  }

  @Override
  public Optional<char[]> secret(String question) {
    surroundings.out().flush();
    return Terminal.console().map(console -> console.readPassword("%s", question));
  }

  @Override
  public boolean agrees(String question) {
    Optional<Console> console = Terminal.console();
    String answer = console.isPresent() ? console.get().readLine("%s", question) : null;
    return answer != null && (answer.strip().equalsIgnoreCase("y") || answer.strip().equals("yes"));
  }
}
