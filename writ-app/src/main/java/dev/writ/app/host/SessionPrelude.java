// Implements: docs/spec/17-quality.md §17.3 (Speed)
package dev.writ.app.host;

import dev.writ.app.model.ModelData;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.policy.ProtectedNames;

/// What every session needs before its first answer has come, and what takes long to make ready,
/// made on another processor while the session is opened. Whoever needs it sooner waits for it;
/// what goes wrong here goes wrong there again, where it is told.
final class SessionPrelude implements Runnable {
  private final ModelData models;

  private SessionPrelude(ModelData models) {
    this.models = models;
  }

  /// Begins it, where a model will be asked.
  static void begin(SessionHost.Use use, ModelData models) {
    if (use != SessionHost.Use.VERDICT) {
      var _ = Thread.ofPlatform().daemon().name("prelude").start(new SessionPrelude(models));
    }
  }

  @Override
  public void run() {
    ContentHash.digest();
    ProtectedNames.names();
    models.catalog();
  }
}
