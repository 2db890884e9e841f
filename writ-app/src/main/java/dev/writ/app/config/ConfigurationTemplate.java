// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.base.json.Json;
import java.util.Map;

/// A configuration file to begin with: every key that has an effect, with its meaning and its
/// default, as comments. Nothing is set by it.
public final class ConfigurationTemplate {
  private static final Map<String, String> EXAMPLES =
      Map.of(
          "llm.endpoint", "http://localhost:11434",
          "llm.temperature", "0.7",
          "llm.max_tokens", "4096",
          "llm.keep_alive", "30m",
          "credentials.helper", "/path/to/program",
          "agent.max_cost_usd", "1.50",
          "telemetry.otlp_endpoint", "http://localhost:4318");

  private ConfigurationTemplate() {}

  /// The text, in YAML.
  ///
  /// @param project whether it is a project's, which may not set every key
  public static String text(boolean project) {
    Map<String, String> meanings = KeyMeanings.all();
    StringBuilder text = new StringBuilder();
    text.append(project ? "# Writ in this project" : "# Writ on this machine");
    text.append(
        """
        . Every key with its default: remove the '# ' to set one.
        # writ config schema prints a JSON Schema of this file; with
        # yaml-language-server: $schema=writ.schema.json
        # as its first line most editors check it while you write.

        version: "1.0"
        """);
    String section = "";
    for (ConfigKey key : ConfigKeyTable.all()) {
      boolean refused =
          key.project() == ConfigKey.ProjectRights.NEVER || key.name().equals("llm.api_key");
      boolean offered = key.name().contains(".") && !key.name().equals("llm.api_key");
      if (!ConfigKeyTable.inUse(key) || !offered || (project && refused)) {
        continue;
      }
      String own = key.name().substring(0, key.name().indexOf('.'));
      if (!own.equals(section)) {
        section = own;
        text.append('\n');
      }
      text.append("# ").append(meanings.getOrDefault(key.name(), "")).append(bounds(key));
      text.append("\n# ").append(key.name()).append(": ").append(value(key)).append('\n');
    }
    return text.toString();
  }

  private static String value(ConfigKey key) {
    String example = EXAMPLES.get(key.name());
    if (example != null) {
      return example;
    }
    if (!(key.fallback() instanceof Json.Null)) {
      return key.fallback().write();
    }
    return switch (key.kind()) {
      case TEXT -> KeyValues.words(key).isEmpty() ? "\"\"" : KeyValues.words(key).getFirst();
      case WHOLE, NUMBER -> Long.toString(KeyValues.range(key).orElseThrow().least());
      case FLAG -> "false";
      case TEXTS, LIST -> "[]";
      case OBJECT -> "{}";
    };
  }

  private static String bounds(ConfigKey key) {
    if (!KeyValues.words(key).isEmpty()) {
      return ": " + String.join(", ", KeyValues.words(key));
    }
    String none = key.fallback() instanceof Json.Null ? " (no default)" : "";
    return KeyValues.range(key)
            .map(range -> " (%d to %d)".formatted(range.least(), range.most()))
            .orElse("")
        + none;
  }
}
