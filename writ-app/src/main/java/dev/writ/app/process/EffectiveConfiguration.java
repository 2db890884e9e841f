// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.process;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.ConfigSources;
import dev.writ.app.config.Configuration;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import java.util.LinkedHashMap;
import java.util.Map;

/// The configuration in force for one command line.
public final class EffectiveConfiguration {
  private EffectiveConfiguration() {}

  /// Reads all sources and applies the command line's options over them; prints the warnings.
  ///
  /// @throws UsageException where an option or a source can't be used
  public static Configuration of(ParsedArguments arguments, ProcessContext context)
      throws UsageException {
    PersonDirectories.demandOwn(context);
    Map<String, Json> options = new LinkedHashMap<>();
    arguments.value("provider").ifPresent(v -> options.put("llm.provider", Json.of(v)));
    arguments.value("model").ifPresent(v -> options.put("llm.model", Json.of(v)));
    arguments.value("endpoint").ifPresent(v -> options.put("llm.endpoint", Json.of(v)));
    arguments
        .value("execution")
        .ifPresent(v -> options.put("agent.terminal.default_mode", Json.of(v)));
    if (arguments.value("max-iterations").isPresent()) {
      options.put("agent.max_iterations", whole("--max-iterations", arguments));
    }
    if (arguments.value("script").isPresent() && arguments.value("provider").isEmpty()) {
      options.put("llm.provider", Json.of("replay"));
    }
    Configuration configuration =
        ConfigSources.read(
            context.environment(),
            context.home(),
            new ConfigSources.ProjectSource(
                context.project(),
                new ConfigurationTrust(context.project(), context.data(), context.disk())),
            arguments.value("config").map(context::path),
            options);
    configuration
        .warnings()
        .forEach(w -> context.err().println("writ: warning: " + DisplayText.line(w)));
    return configuration;
  }

  private static Json whole(String option, ParsedArguments arguments) throws UsageException {
    String text = arguments.value(option.substring(2)).orElse("");
    if (!text.matches("[1-9][0-9]{0,5}|1000000")) {
      throw new UsageException(
          option + " needs a whole number from 1 to 1000000, not '" + text + "'");
    }
    return new Json.Num(text);
  }
}
