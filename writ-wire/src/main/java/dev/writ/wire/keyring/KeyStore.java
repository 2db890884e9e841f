// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import java.util.Optional;

/// A store for the keys of providers. Keys are arrays, so that their holder can wipe them.
public interface KeyStore {
  /// How the store is called in messages.
  String place();

  /// The key of a provider.
  ///
  /// @throws KeyringException where the store can't be asked, or is locked
  /// @throws InterruptedException when the calling thread is interrupted
  Optional<char[]> find(String provider) throws KeyringException, InterruptedException;

  /// Stores a key in place of another one, and reads it back.
  ///
  /// @throws KeyringException where it was not stored
  /// @throws InterruptedException when the calling thread is interrupted
  void store(String provider, char[] key) throws KeyringException, InterruptedException;

  /// Forgets a key.
  ///
  /// @return whether there was one
  /// @throws KeyringException where it may still be there
  /// @throws InterruptedException when the calling thread is interrupted
  boolean remove(String provider) throws KeyringException, InterruptedException;
}
