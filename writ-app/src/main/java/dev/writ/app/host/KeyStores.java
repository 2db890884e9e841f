// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app.host;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.wire.keyring.KeyFile;
import dev.writ.wire.keyring.KeyProgram;
import dev.writ.wire.keyring.Keyring;
import dev.writ.wire.keyring.SecretService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The stores of keys that are in use (`credentials.store`), the first of which takes new ones.
final class KeyStores {
  private static final String SECURITY = "/usr/bin/security";
  private static final String PASSPHRASE = "WRIT_PASSPHRASE";

  private KeyStores() {}

  /// The stores in the order in which they are asked.
  ///
  /// @param prompt asks for a passphrase where there is no variable with it
  /// @throws UsageException where the configuration can't be meant
  static List<Keyring> of(
      Configuration configuration, Surroundings surroundings, Supplier<KeyPrompt> prompt)
      throws UsageException {
    Map<String, String> environment = surroundings.environment();
    Optional<String> helper = configuration.text("credentials.helper");
    KeyFile file =
        new KeyFile(surroundings.data().resolve("keys.json"), () -> phrase(environment, prompt));
    List<Keyring> stores = new ArrayList<>();
    switch (configuration.text("credentials.store").orElse("auto")) {
      case "auto" -> {
        helper.ifPresent(program -> stores.add(program(program, surroundings)));
        system(environment, prompt).ifPresent(stores::add);
        if (file.exists()) {
          stores.add(file);
        }
      }
      case "keyring" -> system(environment, prompt).ifPresent(stores::add);
      case "file" -> stores.add(file);
      case "helper" ->
          stores.add(
              program(
                  helper.orElseThrow(
                      () -> new UsageException("credentials.store: set credentials.helper")),
                  surroundings));
      case "none" -> {}
      default ->
          throw new UsageException(
              "credentials.store: auto, keyring, file, helper or none, not '"
                  + configuration.text("credentials.store").orElse("")
                  + "'");
    }
    return List.copyOf(stores);
  }

  private static Keyring program(String program, Surroundings surroundings) {
    return KeyProgram.helper(surroundings.path(program).toString(), surroundings.environment());
  }

  private static Optional<Keyring> system(
      Map<String, String> environment, Supplier<KeyPrompt> prompt) {
    if (System.getProperty("os.name", "").startsWith("Mac")) {
      return Optional.of(KeyProgram.keychain(SECURITY, environment));
    }
    return SecretService.of(environment, () -> prompt.get() != KeyPrompt.NOBODY);
  }

  private static Optional<char[]> phrase(
      Map<String, String> environment, Supplier<KeyPrompt> prompt) {
    String given = environment.getOrDefault(PASSPHRASE, "");
    return given.isEmpty()
        ? prompt.get().secret("Passphrase of the encrypted keys: ")
        : Optional.of(given.toCharArray());
  }
}
