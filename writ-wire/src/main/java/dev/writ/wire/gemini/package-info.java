// Implements: docs/spec/05-providers.md §5 (Model providers)
/// Google's Gemini API: `streamGenerateContent`, streamed.
///
/// Deliberately absent: Vertex, tools that run at the provider, retries. Start reading at
/// [GeminiModel].
@NullMarked
package dev.writ.wire.gemini;

import org.jspecify.annotations.NullMarked;
