// Implements: docs/spec/05-providers.md §5 (Model providers)
/// OpenAI's Chat Completions, streamed, as OpenAI and everybody who imitates it speak it.
///
/// Deliberately absent: the Responses API, retries, addresses of providers (they are data in
/// `dev.writ.wire`). Start reading at [OpenAiCompatible].
@NullMarked
package dev.writ.wire.openai;

import org.jspecify.annotations.NullMarked;
