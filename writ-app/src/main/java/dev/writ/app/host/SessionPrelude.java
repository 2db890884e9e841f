// Implements: docs/spec/17-quality.md §17.3 (Speed)
package dev.writ.app.host;

import dev.writ.base.value.ContentHash;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.wire.catalog.ModelCatalog;

/// The preparations that every session with a model needs before its first answer, done on another
/// processor while the session is opened. An earlier user waits for them; an error here occurs
/// again at the place of use, which reports it.
public final class SessionPrelude {
  private SessionPrelude() {}

  /// Begins it.
  public static void begin() {
    var _ = Thread.ofPlatform().daemon().name("prelude").start(SessionPrelude::prepare);
  }

  private static void prepare() {
    ContentHash.digest();
    ProtectedNames.names();
    ModelCatalog.shipped();
  }
}
