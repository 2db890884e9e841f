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

  /// Reads all sources and lays the options of the command line over them; tells the warnings.
  ///
  /// @throws UsageException where an option or a source can't be used
  public static Configuration of(ParsedArguments line, ProcessContext surroundings)
      throws UsageException {
    Map<String, Json> options = new LinkedHashMap<>();
    line.value("provider").ifPresent(v -> options.put("llm.provider", Json.of(v)));
    line.value("model").ifPresent(v -> options.put("llm.model", Json.of(v)));
    line.value("endpoint").ifPresent(v -> options.put("llm.endpoint", Json.of(v)));
    line.value("execution").ifPresent(v -> options.put("agent.terminal.default_mode", Json.of(v)));
    if (line.value("max-iterations").isPresent()) {
      options.put("agent.max_iterations", whole("--max-iterations", line));
    }
    if (line.value("script").isPresent() && line.value("provider").isEmpty()) {
      options.put("llm.provider", Json.of("replay"));
    }
    Configuration configuration =
        ConfigSources.read(
            surroundings.environment(),
            surroundings.home(),
            new ConfigSources.Project(
                surroundings.project(), new ConfigurationTrust(surroundings.data())),
            line.value("config").map(surroundings::path),
            options);
    configuration
        .warnings()
        .forEach(w -> surroundings.err().println("writ: warning: " + DisplayText.line(w)));
    return configuration;
  }

  private static Json whole(String option, ParsedArguments line) throws UsageException {
    String text = line.value(option.substring(2)).orElse("");
    if (text.isEmpty() || text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new UsageException(option + " needs a whole number, not '" + text + "'");
    }
    return new Json.Num(text);
  }
}
