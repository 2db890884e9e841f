// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app.command.session;

import dev.writ.app.front.TerminalPresence;
import dev.writ.app.model.KeyPrompt;
import dev.writ.app.process.ProcessContext;
import java.io.Console;
import java.util.Optional;

/// Asks at the terminal, where there is one.
public final class TerminalKeyPrompt implements KeyPrompt {
  private final ProcessContext context;

  public TerminalKeyPrompt(ProcessContext context) {
    this.context = context;
  }

  @Override
  public boolean isPresent() {
    return TerminalPresence.console().isPresent();
  }

  @Override
  public Optional<char[]> secret(String question) {
    context.out().flush();
    return TerminalPresence.console().map(console -> console.readPassword("%s", question));
  }

  @Override
  public boolean agrees(String question) {
    Optional<Console> console = TerminalPresence.console();
    String answer = console.isPresent() ? console.get().readLine("%s", question) : null;
    return answer != null && (answer.strip().equalsIgnoreCase("y") || answer.strip().equals("yes"));
  }
}
