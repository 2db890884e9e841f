// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.host;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import java.util.Locale;

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

  /// What happens without asking.
  static ExecutionMode execution(
      Configuration configuration, ParsedArguments arguments, SessionHost.Use use)
      throws UsageException {
    String word =
        configuration
            .text("agent.terminal.default_mode")
            .orElse(use == SessionHost.Use.CHAT ? "interactive" : "restricted_autonomous");
    for (ExecutionMode mode : ExecutionMode.values()) {
      if (mode.word().equals(word.toLowerCase(Locale.ROOT))) {
        if (mode == ExecutionMode.FULL_AUTONOMOUS
            && use != SessionHost.Use.VERDICT
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
