// Implements: docs/spec/05-providers.md §5 (Model providers)
/// Anthropic's Messages, streamed.
///
/// Deliberately absent: tools that run at the provider, batches, retries. Start reading at
/// [AnthropicModel].
@NullMarked
package dev.writ.wire.anthropic;

import org.jspecify.annotations.NullMarked;
