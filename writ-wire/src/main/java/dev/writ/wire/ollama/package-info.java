// Implements: docs/spec/05-providers.md §5 (Model providers)
/// Ollama's native chat: one JSON object per line, with a context window that this side asks for.
///
/// Deliberately absent: Ollama's imitation of OpenAI (it can't set the window), pulling models.
/// Start reading at [OllamaModel].
@NullMarked
package dev.writ.wire.ollama;

import org.jspecify.annotations.NullMarked;
