// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.host;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The modes that a process begins in, as the command line and the configuration name them.
final class ModeSettings {
  private ModeSettings() {}

  /// The mode of work.
  static WorkMode mode(ParsedArguments arguments) throws UsageException {
    String name = arguments.value("mode").orElse("code");
    return WorkMode.SHIPPED.stream()
        .filter(mode -> mode.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--mode: there is no mode '"
                        + name
                        + "'; there are "
                        + String.join(
                            ", ", WorkMode.SHIPPED.stream().map(WorkMode::name).toList())));
  }

  /// The acts without a question: the chosen mode, or the default. In a chat a person confirms
  /// every change, unless they have agreed to undoable ones.
  ///
  /// @param contained whether they have; asked when the first call of a turn is judged
  static Supplier<ExecutionMode> execution(
      Configuration configuration,
      ParsedArguments arguments,
      SessionHost.SessionUse use,
      BooleanSupplier contained)
      throws UsageException {
    Optional<String> word = configuration.text("agent.terminal.default_mode");
    if (word.isPresent()) {
      ExecutionMode chosen = chosen(word.get(), arguments, use);
      return () -> chosen;
    }
    return () ->
        use == SessionHost.SessionUse.CHAT && !contained.getAsBoolean()
            ? ExecutionMode.INTERACTIVE
            : ExecutionMode.RESTRICTED_AUTONOMOUS;
  }

  private static ExecutionMode chosen(
      String word, ParsedArguments arguments, SessionHost.SessionUse use) throws UsageException {
    for (ExecutionMode mode : ExecutionMode.values()) {
      if (mode.word().equals(word.toLowerCase(Locale.ROOT))) {
        if (mode == ExecutionMode.FULL_AUTONOMOUS
            && use != SessionHost.SessionUse.VERDICT
            && !arguments.has("allow-dangerous")) {
          throw new UsageException("full_autonomous needs --allow-dangerous");
        }
        return mode;
      }
    }
    throw new UsageException(
        "there is no execution mode '"
            + word
            + "'; there are interactive, restricted_autonomous, full_autonomous");
  }
}
