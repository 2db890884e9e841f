// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.gate;

import dev.writ.kernel.intent.Intents;
import java.io.IOException;

/// What the project declares at this moment; asked anew for every call, because a person may edit
/// the file at any time.
@FunctionalInterface
interface IntentSource {
  /// The intents now.
  ///
  /// @throws IOException where the file is there but can't be read; then nothing may change
  Intents now() throws IOException;
}
