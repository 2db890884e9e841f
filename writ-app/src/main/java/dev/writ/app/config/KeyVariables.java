// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The variables of the environment that set keys.
final class KeyVariables {
  private static final String PREFIX = "WRIT_";

  /// Writ's variables that are not keys.
  private static final Set<String> RESERVED =
      Set.of(
          "WRIT_LANG",
          "WRIT_LC_ALL",
          "WRIT_CHILD",
          "WRIT_PASSPHRASE",
          "WRIT_SCREEN",
          "WRIT_REDUCED_MOTION",
          "WRIT_INSTALL_TOOLS");

  private static final Map<String, String> SHORT =
      Map.of(
          "WRIT_PROVIDER", "llm.provider",
          "WRIT_MODEL", "llm.model",
          "WRIT_ENDPOINT", "llm.endpoint");

  private KeyVariables() {}

  /// Whether a variable should set a key.
  static boolean isOurs(String variable) {
    return variable.startsWith(PREFIX) && !RESERVED.contains(variable);
  }

  /// The key that a variable sets, if there is one.
  static Optional<ConfigKey> key(String variable) {
    String name = SHORT.get(variable);
    return name != null
        ? ConfigKeyTable.of(name)
        : ConfigKeyTable.all().stream()
            .filter(key -> variable.equals(variable(key.name())))
            .findFirst();
  }

  private static String variable(String key) {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_');
  }
}
