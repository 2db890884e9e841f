// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

/// How an attempt to sign in at a provider ended.
public sealed interface SignInResult {
  /// The provider has no sign-in: a key, or nothing, is enough.
  record NotOffered() implements SignInResult {}

  /// The provider gave a credential, to be stored and shown again when the model is opened.
  record CompletedSignIn(String credential) implements SignInResult {
    @Override
    public String toString() {
      return "Done[credential=•••]";
    }
  }

  /// The person refused, took too long, or the provider can't be reached.
  record FailedSignIn(ModelReply.ProviderError trouble) implements SignInResult {}

  /// Shows a person what to do in a browser.
  @FunctionalInterface
  interface Screen {
    /// The person enters the code at the address. Both texts are untrusted.
    void show(String address, String code);
  }
}
