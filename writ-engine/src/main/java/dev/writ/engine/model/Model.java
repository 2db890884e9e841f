// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import java.util.OptionalLong;

/// A model that can be asked.
public interface Model {
  /// Which model this is.
  ModelId id();

  /// Asks once and waits for the end of the answer. Exactly one request is made: retrying is the
  /// turn's business. Whatever goes wrong outside is a [Reply.Failed].
  ///
  /// @param listener hears what streams in
  /// @throws InterruptedException when the calling thread is interrupted; the connection is closed
  ///     at once, also before the first byte
  Reply reply(Prompt prompt, Listener listener) throws InterruptedException;

  /// What a request with that usage costs, in millionths of a US dollar; empty where the prices are
  /// not known.
  default OptionalLong costMicroUsd(Usage usage) {
    return OptionalLong.empty();
  }

  /// Lets go of connections and threads; asking afterwards is a bug.
  default void close() {}
}
