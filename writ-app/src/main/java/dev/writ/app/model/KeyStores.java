// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app.model;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.process.PersonDirectories;
import dev.writ.app.process.ProcessContext;
import dev.writ.wire.keyring.KeyFile;
import dev.writ.wire.keyring.KeyProgram;
import dev.writ.wire.keyring.KeyStore;
import dev.writ.wire.keyring.SecretService;
import dev.writ.wire.program.PersonProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The stores of keys in use (`credentials.store`); new keys go to the first one.
final class KeyStores {
  private static final String SECURITY = "/usr/bin/security";
  private static final String PASSPHRASE = "WRIT_PASSPHRASE";
  private static final String STORE = "credentials.store";
  private static final String AUTO = "auto";
  private static final String HELPER = "helper";
  private static final List<String> WORDS = List.of(AUTO, "keyring", "file", HELPER, "none");

  private KeyStores() {}

  /// Whether the configuration of the stores can be meant.
  ///
  /// @throws UsageException where it can't
  static void check(Configuration configuration, ProcessContext context) throws UsageException {
    String store = configuration.text(STORE).orElse(AUTO);
    if (!WORDS.contains(store)) {
      throw configuration.error(
          STORE + ": auto, keyring, file, helper or none, not '" + store + "'");
    }
    if (store.equals(HELPER) && configuration.text("credentials.helper").isEmpty()) {
      throw configuration.error(STORE + ": set credentials.helper");
    }
    Optional<String> program =
        configuration.text("credentials.helper").map(text -> context.configured(text).toString());
    if (program.isEmpty() || !(store.equals(AUTO) || store.equals(HELPER))) {
      return;
    }
    if (PersonProgram.leadsInto(context.project(), program.get())) {
      throw configuration.error(
          "credentials.helper: "
              + program.get()
              + " leads into the project, where models write, and it would run outside of the"
              + " sandbox; move it out of the project");
    }
    Optional<String> exchangeable = PersonDirectories.exchangeable(List.of(program.get()));
    if (exchangeable.isPresent()) {
      throw configuration.error("credentials.helper: " + exchangeable.get());
    }
  }

  /// The stores in the order in which they are asked.
  ///
  /// @param prompt asks for a passphrase if no variable has it
  static List<KeyStore> of(
      Configuration configuration, ProcessContext context, Supplier<KeyPrompt> prompt) {
    Map<String, String> environment = context.environment();
    String store = configuration.text(STORE).orElse(AUTO);
    List<KeyStore> stores = new ArrayList<>();
    if (store.equals(AUTO) || store.equals(HELPER)) {
      configuration
          .text("credentials.helper")
          .ifPresent(program -> stores.add(program(program, context)));
    }
    if (store.equals(AUTO) || store.equals("keyring")) {
      system(environment, prompt).ifPresent(stores::add);
    }
    KeyFile file =
        new KeyFile(context.data().resolve("keys.json"), () -> phrase(environment, prompt));
    if (store.equals("file") || (store.equals(AUTO) && file.exists())) {
      stores.add(file);
    }
    return List.copyOf(stores);
  }

  private static KeyStore program(String program, ProcessContext context) {
    return KeyProgram.helper(
        context.configured(program).toString(), context.environment(), context.project());
  }

  private static Optional<KeyStore> system(
      Map<String, String> environment, Supplier<KeyPrompt> prompt) {
    if (System.getProperty("os.name", "").startsWith("Mac")) {
      return Optional.of(KeyProgram.keychain(SECURITY, environment));
    }
    return SecretService.of(environment, () -> prompt.get().isPresent());
  }

  private static Optional<char[]> phrase(
      Map<String, String> environment, Supplier<KeyPrompt> prompt) {
    String given = environment.getOrDefault(PASSPHRASE, "");
    return given.isEmpty()
        ? prompt.get().secret("Passphrase of the encrypted keys: ")
        : Optional.of(given.toCharArray());
  }
}
