// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

/// A model that can be asked.
public interface Model {
  /// The model's identity.
  ModelId id();

  /// Asks once and waits for the end of the answer. Exactly one request is made: retrying is the
  /// turn's business. Whatever goes wrong outside is a [ModelReply.FailedReply].
  ///
  /// @param listener hears what streams in
  /// @throws InterruptedException when the calling thread is interrupted; the connection is closed
  ///     at once, also before the first byte
  ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException;

  /// The known properties of the model. The first call may ask the provider.
  default ModelCapabilities capabilities() throws InterruptedException {
    return ModelCapabilities.UNKNOWN;
  }

  /// The models that the provider offers to this key.
  default ModelListing models() throws InterruptedException {
    return new ModelListing.FailedListing(
        new ModelReply.ProviderError(
            ModelReply.ProviderError.ProviderErrorKind.REJECTED,
            id().provider() + " does not list its models"));
  }

  /// How many tokens a request has, as the provider counts them or estimated.
  default TokenCount countTokens(Prompt prompt) throws InterruptedException {
    return TokenCount.estimate(prompt);
  }

  /// Signs a person in, for providers whose key is not simply configured.
  default SignInResult authenticate(SignInResult.Screen screen) throws InterruptedException {
    return new SignInResult.NotOffered();
  }

  /// Whether everything is there that the provider needs to know who asks. It does not ask the
  /// provider whether a key is valid.
  default boolean isAuthenticated() {
    return true;
  }

  /// Lets go of connections and threads; asking afterwards is a bug.
  default void close() {}
}
