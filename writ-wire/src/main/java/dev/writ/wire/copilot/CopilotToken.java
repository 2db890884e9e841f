// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.copilot;

import dev.writ.wire.http.SecretText;
import java.time.Instant;

/// The credential for Copilot.
///
/// @param chat where models are asked
/// @param until when another one is needed
record CopilotToken(SecretText secret, String chat, Instant until) {}
