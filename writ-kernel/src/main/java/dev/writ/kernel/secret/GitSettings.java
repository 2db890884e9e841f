// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// Git settings in environment variables, which override every configuration file (git-config(1)).
///
/// @param values by the names of variables
public record GitSettings(Map<String, String> values) {
  /// Nothing.
  public static final GitSettings NONE = new GitSettings(Map.of());

  public GitSettings {
    values = Map.copyOf(values);
  }

  /// These and others.
  public GitSettings and(Map<String, String> others) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.putAll(others);
    return new GitSettings(all);
  }

  /// The variables of the environment that say so.
  public Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    new TreeMap<>(values)
        .forEach(
            (name, value) -> {
              int number = environment.size() / 2;
              environment.put("GIT_CONFIG_KEY_" + number, name);
              environment.put("GIT_CONFIG_VALUE_" + number, value);
            });
    if (!values.isEmpty()) {
      environment.put("GIT_CONFIG_COUNT", Integer.toString(values.size()));
    }
    return environment;
  }
}
