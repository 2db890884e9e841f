// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app.model;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.process.PersonDirectories;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.value.DisplayText;
import dev.writ.wire.ProviderPresets;
import dev.writ.wire.http.SecretText;
import dev.writ.wire.keyring.KeyStore;
import dev.writ.wire.keyring.KeyringException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keys of providers: from the configuration and the environment, then from a store, then from the
/// person. A provider that only a project's file chose gets none of them.
public final class CredentialSource {
  private final Configuration configuration;
  private final ProcessContext context;
  private final ProviderPresets presets;
  private @Nullable List<KeyStore> opened;
  private final Set<String> trusted = new HashSet<>();
  private final Map<String, Optional<SecretText>> found = new HashMap<>();
  private KeyPrompt prompt = KeyPrompt.NOBODY;
  private Consumer<String> told = _ -> {};

  /// @throws UsageException where the configuration of the stores can't be meant
  CredentialSource(Configuration configuration, ProcessContext context, ProviderPresets presets)
      throws UsageException {
    this.configuration = configuration;
    this.context = context;
    this.presets = presets;
    KeyStores.check(configuration, context);
  }

  /// The keys that Writ holds from the start, to be masked wherever they would enter the
  /// conversation.
  public List<String> inEnvironment() {
    List<String> keys = new ArrayList<>();
    configuration.text("llm.api_key").ifPresent(keys::add);
    for (String provider : presets.known()) {
      variable(provider).ifPresent(keys::add);
    }
    return keys;
  }

  private Optional<String> variable(String provider) {
    return presets
        .keyVariable(provider)
        .map(name -> context.environment().getOrDefault(name, ""))
        .filter(value -> !value.isBlank());
  }

  /// The stores, opened when they are first needed: most sessions need none.
  private List<KeyStore> stores() {
    List<KeyStore> known = opened;
    if (known == null) {
      known = KeyStores.of(configuration, context, () -> prompt);
      opened = known;
    }
    return known;
  }

  /// Sets the prompt for secrets.
  public void prompting(KeyPrompt person) {
    prompt = person;
  }

  /// Sets the receiver of later keys, which masks them.
  public void telling(Consumer<String> listener) {
    told = listener;
  }

  /// Whether a person, not a project's file alone, chose a provider.
  boolean isTrusted(String provider) {
    return trusted.contains(provider)
        || !(configuration.isByProject("llm.provider")
            && configuration.text("llm.provider").filter(provider::equals).isPresent());
  }

  /// A person named that provider in this session.
  void trust(String provider) {
    trusted.add(provider);
  }

  /// Refuses to start a program of the person's own where only a project's file named it: it has
  /// keys of its own; or where somebody else could exchange it.
  ///
  /// @throws UsageException saying how to agree, or what to change
  void permit(String provider) throws UsageException {
    List<String> command = presets.command(provider);
    Optional<String> exchangeable = PersonDirectories.exchangeable(command);
    if (exchangeable.isPresent()) {
      throw new UsageException("the plug-in " + provider + ": " + exchangeable.get());
    }
    if (!command.isEmpty() && !isTrusted(provider)) {
      throw new UsageException(
          ("only this project's configuration names the provider %s, which is a program"
                  + " of yours; agree with: writ -p %s")
              .formatted(provider, provider));
    }
  }

  /// The key of a provider; empty if there is none, or none for this provider. This asks no person.
  public Optional<SecretText> key(String provider) {
    if (!isTrusted(provider)) {
      return Optional.empty();
    }
    Optional<String> given = given(provider);
    return given.isPresent() ? given.map(SecretText::new) : stored(provider);
  }

  /// Whether a provider's key was found: `found`, `not needed`, or the variable to set; empty where
  /// there is no key of it.
  Optional<String> state(String provider) {
    return presets
        .keyVariable(provider)
        .map(
            variable ->
                key(provider).isPresent()
                    ? "found"
                    : presets.isKeyOptional(provider) ? "not needed" : "set " + variable);
  }

  private Optional<String> given(String provider) {
    boolean configured = configuration.text("llm.provider").filter(provider::equals).isPresent();
    return configuration.text("llm.api_key").filter(_ -> configured).or(() -> variable(provider));
  }

  /// A store is asked once about a provider, and only about one that needs a key.
  private Optional<SecretText> stored(String provider) {
    if (presets.keyVariable(provider).isEmpty() || presets.isKeyOptional(provider)) {
      return Optional.empty();
    }
    Optional<SecretText> known = found.get(provider);
    if (known == null) {
      known = Optional.empty();
      for (KeyStore store : stores()) {
        known = known.isPresent() ? known : ask(store, provider);
      }
      found.put(provider, known);
    }
    return known;
  }

  private Optional<SecretText> ask(KeyStore store, String provider) {
    try {
      return store.find(provider).map(this::secret);
    } catch (KeyringException e) {
      warn("" + e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  private SecretText secret(char[] key) {
    String text = new String(key);
    Arrays.fill(key, '\0');
    told.accept(text);
    return new SecretText(text);
  }

  private void warn(String message) {
    context.err().println("writ: warning: " + DisplayText.line(message));
  }

  /// Asks the person for the key of a provider that wants one and has none, and offers to store it.
  ///
  /// @throws NoModelException where it has none afterwards either
  void need(String provider) throws NoModelException {
    Optional<String> problem = missing(provider);
    if (problem.isEmpty()) {
      return;
    }
    Optional<char[]> typed =
        isTrusted(provider)
            ? prompt.secret("Key of " + provider + " (not shown; Enter for none): ")
            : Optional.empty();
    if (typed.isEmpty() || typed.get().length == 0) {
      throw new NoModelException(problem.get());
    }
    offer(provider, typed.get());
    found.put(provider, Optional.of(secret(typed.get())));
  }

  /// Fails without a key if the provider needs one.
  ///
  /// @throws UsageException naming the key's variable
  void demand(String provider) throws UsageException {
    Optional<String> problem = missing(provider);
    if (problem.isPresent()) {
      throw new UsageException(problem.get());
    }
  }

  private boolean hasVariable(String name) {
    return !context.environment().getOrDefault(name, "").isBlank();
  }

  /// Why a provider that needs a key at its usual address has none, and what to do; empty where
  /// nothing is missing. A server at another address may want none.
  Optional<String> missing(String provider) {
    Optional<String> variable = presets.keyVariable(provider);
    boolean elsewhere =
        configuration.text("llm.provider").filter(provider::equals).isPresent()
            && configuration.text("llm.endpoint").isPresent();
    if (variable.isEmpty()
        || elsewhere
        || presets.isKeyOptional(provider)
        || key(provider).isPresent()) {
      return Optional.empty();
    }
    if (!isTrusted(provider)) {
      return Optional.of(
          ("only this project's configuration names the provider %s, so it gets no key;"
                  + " agree with: writ -p %s")
              .formatted(provider, provider));
    }
    return Optional.of(
        "%s is not set, and no key of %s is stored; %s"
            .formatted(variable.get(), provider, remedy(provider)));
  }

  /// What a person can do about a missing key.
  String remedy(String provider) {
    String variable = presets.keyVariable(provider).orElse("WRIT_LLM_API_KEY");
    if (presets.isKeyOptional(provider)) {
      return "a server on this machine needs none; for one that wants a key set " + variable;
    }
    String act =
        presets
            .signInVariable(provider)
            .map(name -> (hasVariable(name) ? "" : "set " + name + " and ") + "sign in")
            .orElse("store a key");
    return "set %s, or %s with: writ auth login %s".formatted(variable, act, provider);
  }

  private void offer(String provider, char[] key) {
    if (stores().isEmpty()) {
      warn(
          "there is no keyring here: the key is kept in memory and forgotten when Writ ends;"
              + " credentials.store: file keeps it in an encrypted file");
      return;
    }
    if (prompt.agrees("Store it in " + stores().getFirst().place() + "? [y/N] ")) {
      try {
        stores().getFirst().store(provider, key);
      } catch (KeyringException e) {
        warn(e.getMessage() + "; the key is kept in memory and forgotten when Writ ends");
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Stores a key for later sessions. The array is wiped.
  ///
  /// @return where
  /// @throws KeyringException where it was not stored
  /// @throws InterruptedException when the calling thread is interrupted
  public String store(String provider, char[] key) throws KeyringException, InterruptedException {
    try {
      if (stores().isEmpty()) {
        throw new KeyringException(
            "there is no keyring here; set the provider's variable, or credentials.store: file");
      }
      stores().getFirst().store(provider, key);
      return stores().getFirst().place();
    } finally {
      Arrays.fill(key, '\0');
    }
  }

  /// Forgets a stored key, wherever it is.
  ///
  /// @return the places that had one
  /// @throws KeyringException where one may still be there
  /// @throws InterruptedException when the calling thread is interrupted
  public List<String> forget(String provider) throws KeyringException, InterruptedException {
    List<String> places = new ArrayList<>();
    for (KeyStore store : stores()) {
      if (store.remove(provider)) {
        places.add(store.place());
      }
    }
    return places;
  }

  /// The source of a provider's key, in words; empty if there is none.
  public Optional<String> place(String provider) {
    Optional<String> variable =
        presets.keyVariable(provider).filter(_ -> variable(provider).isPresent());
    if (variable.isPresent()) {
      return variable.map(name -> "the environment variable " + name);
    }
    if (given(provider).isPresent()) {
      return Optional.of("llm.api_key");
    }
    for (KeyStore store : stores()) {
      if (ask(store, provider).isPresent()) {
        return Optional.of(store.place());
      }
    }
    return Optional.empty();
  }
}
