// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.spending;

import dev.writ.kernel.intent.DeclaredIntents;
import java.io.IOException;

/// The present intents of the project; read again for every call, because a person may edit the
/// file at any time.
@FunctionalInterface
public interface IntentSource {
  /// The intents now.
  ///
  /// @throws IOException if the file is there but can't be read; then nothing may change
  DeclaredIntents now() throws IOException;
}
