// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.host;

import dev.writ.app.config.Configuration;
import dev.writ.app.process.ProcessContext;
import java.nio.file.Path;

/// Where the logs of sessions are (`logging.log_directory`).
public record LogPlace(Path directory) {
  /// The place that the configuration names.
  public static LogPlace of(Configuration configuration, ProcessContext context) {
    return new LogPlace(
        configuration
            .text("logging.log_directory")
            .map(context::configured)
            .orElse(context.home().resolve(".config/writ/logs")));
  }
}
