// Implements: docs/spec/17-quality.md §17.3 (Speed)
package dev.writ.app.host;

import dev.writ.base.value.ContentHash;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.wire.catalog.ModelCatalog;

/// What every session with a model needs before its first answer has come, and what takes long to
/// make ready, made on another processor while the session is opened. Whoever needs it sooner waits
/// for it; what goes wrong here goes wrong there again, where it is told.
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
