// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.host;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.model.ModelChoice;
import dev.writ.app.process.ProcessContext;
import dev.writ.kernel.policy.WorkMode;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Reads a configuration as a session would, without one: reports the errors that each part would
/// report at its start when the configuration is shown.
public final class ConfigurationCheck {
  private ConfigurationCheck() {}

  /// Checks every value.
  ///
  /// @throws UsageException with the place of the first that can't be meant
  public static void check(
      Configuration configuration, ParsedArguments arguments, ProcessContext context)
      throws UsageException {
    new ModelChoice(configuration, arguments, context, InstantSource.system()).check();
    IntentSettings.of(configuration);
    List<WorkMode> _ = ModeSettings.modes(configuration);
    CommandSettings.of(configuration, /* allowDangerous= */ false, /* withoutSandbox= */ false);
    QuestionSettings.of(configuration);
    HookSettings.hooks(configuration, context);
    HookSettings.quality(configuration);
    new ToolSettings(configuration).setup();
    Optional<URI> _ = SessionObservers.receiver(configuration);
    new ContextSettings(configuration, SessionHost.SessionUse.RUN).close();
  }
}
