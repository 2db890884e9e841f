// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app.model;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.process.ProcessContext;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.SignInResult;
import dev.writ.wire.keyring.KeyringException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// A person's operations on keys of providers.
public final class ProviderKeys {
  private final ModelChoice choice;

  private ProviderKeys(ModelChoice choice) {
    this.choice = choice;
  }

  /// Under the configuration in force.
  ///
  /// @param prompt asks for a passphrase, where one is needed
  /// @throws UsageException where the configuration is wrong
  public static ProviderKeys of(ParsedArguments arguments, ProcessContext context, KeyPrompt prompt)
      throws UsageException {
    ModelChoice choice = ModelChoice.of(arguments, context, InstantSource.system());
    choice.credentials().prompting(prompt);
    return new ProviderKeys(choice);
  }

  /// How a sign-in ended.
  public sealed interface SignInOutcome {
    /// The provider wants a key, which the person has to give.
    record WantsKey() implements SignInOutcome {}

    /// A credential is stored.
    record StoredCredential(String place) implements SignInOutcome {}

    /// It was not.
    record UnstoredCredential(String why) implements SignInOutcome {}
  }

  /// The removed keys.
  ///
  /// @param problem why a key may still be there
  public record Forgotten(List<String> places, Optional<String> problem) {}

  /// The providers that want a key.
  public List<String> providers() {
    return choice.presets().known().stream()
        .filter(provider -> choice.presets().keyVariable(provider).isPresent())
        .toList();
  }

  /// Signs in where the provider has a way of its own for that.
  ///
  /// @param screen shows what to do
  /// @throws InterruptedException when the calling thread is interrupted
  public SignInOutcome signIn(String provider, SignInResult.Screen screen)
      throws InterruptedException {
    try {
      Model model = choice.model(new ModelId(provider, ""), ModelChoice.LISTING_PATIENCE);
      try {
        return switch (model.authenticate(screen)) {
          case SignInResult.NotOffered _ -> new SignInOutcome.WantsKey();
          case SignInResult.CompletedSignIn(String credential) ->
              store(provider, credential.toCharArray());
          case SignInResult.FailedSignIn(var trouble) ->
              new SignInOutcome.UnstoredCredential(trouble.message());
        };
      } finally {
        model.close();
      }
    } catch (UsageException e) {
      return new SignInOutcome.UnstoredCredential("" + e.getMessage());
    }
  }

  /// Stores a key and wipes it.
  ///
  /// @throws InterruptedException when the calling thread is interrupted
  public SignInOutcome store(String provider, char[] key) throws InterruptedException {
    try {
      return new SignInOutcome.StoredCredential(choice.credentials().store(provider, key));
    } catch (KeyringException e) {
      return new SignInOutcome.UnstoredCredential("" + e.getMessage());
    }
  }

  /// Forgets the stored key of a provider.
  ///
  /// @throws InterruptedException when the calling thread is interrupted
  public Forgotten forget(String provider) throws InterruptedException {
    try {
      return new Forgotten(choice.credentials().forget(provider), Optional.empty());
    } catch (KeyringException e) {
      return new Forgotten(List.of(), Optional.of("" + e.getMessage()));
    }
  }

  /// The source of a provider's key; empty if there is none.
  public Optional<String> left(String provider) {
    return choice.credentials().place(provider);
  }

  /// The remedy for a missing key.
  public String remedy(String provider) {
    return choice.credentials().remedy(provider);
  }

  /// Whether a key of the provider can be stored: one that is optional comes from its variable
  // only.
  public boolean isStorable(String provider) {
    return !choice.presets().isKeyOptional(provider);
  }
}
