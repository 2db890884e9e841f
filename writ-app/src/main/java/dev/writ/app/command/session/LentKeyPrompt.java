// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app.command.session;

import dev.writ.app.model.KeyPrompt;
import dev.writ.app.terminal.chat.ChatScreen;
import java.util.Optional;
import java.util.function.Supplier;

/// Asks by another prompt, which gets the terminal for the time of a question.
///
/// @param screen whose terminal it is
public record LentKeyPrompt(KeyPrompt prompt, ChatScreen screen) implements KeyPrompt {
  @Override
  public boolean isPresent() {
    return prompt.isPresent();
  }

  @Override
  public Optional<char[]> secret(String question) {
    return lent(() -> prompt.secret(question)).orElse(Optional.empty());
  }

  @Override
  public boolean agrees(String question) {
    return lent(() -> prompt.agrees(question)).orElse(false);
  }

  private <T> Optional<T> lent(Supplier<T> question) {
    try {
      screen.lend();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    try {
      return Optional.of(question.get());
    } finally {
      screen.takeBack();
    }
  }
}
