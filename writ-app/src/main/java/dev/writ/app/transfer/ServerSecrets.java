// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.transfer;

import dev.writ.base.json.Json;
import dev.writ.kernel.policy.LineSecrets;
import dev.writ.kernel.policy.SecretMasker;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Finds the settings of a server that hold secrets: by the form of their values, by their names,
/// and in the words that start it.
final class ServerSecrets {
  private final SecretMasker masker;
  private final Set<String> found = new LinkedHashSet<>();

  private ServerSecrets(SecretMasker masker) {
    this.masker = masker;
  }

  /// The names of these settings, such as `env.DB_PASSWORD`.
  static List<String> in(Json settings, SecretMasker masker) {
    ServerSecrets secrets = new ServerSecrets(masker);
    if (settings instanceof Json.Obj server) {
      secrets.members("", server);
    } else {
      secrets.look("its settings", "", settings);
    }
    return List.copyOf(secrets.found);
  }

  private void members(String prefix, Json.Obj object) {
    object.members().forEach((name, value) -> look(prefix + name, name, value));
    List<String> words = new ArrayList<>(List.of(object.text("command").orElse("")));
    for (Json word : object.items("args")) {
      words.add(word instanceof Json.Text(String text) ? text : "");
    }
    if (!LineSecrets.in(words).isEmpty()) {
      found.add(prefix + "args");
    }
  }

  private void look(String path, String name, Json value) {
    switch (value) {
      case Json.Obj object -> members(path + ".", object);
      case Json.Arr(List<Json> items) -> items.forEach(item -> look(path, "", item));
      case Json.Text(String text) -> {
        if (!masker.mask(text).equals(text) || LineSecrets.isSecret(name, text)) {
          found.add(path);
        }
      }
      case Json.Num _, Json.Bool _, Json.Null _ -> {}
    }
  }
}
