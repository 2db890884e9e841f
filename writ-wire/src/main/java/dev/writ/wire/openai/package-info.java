// Implements: docs/spec/05-providers.md §5 (Model providers)
/// OpenAI's Chat Completions and Responses, streamed, as OpenAI and compatible servers implement
/// them.
///
/// Deliberately absent: conversations stored at the provider, retries, addresses of providers (they
/// are data in `dev.writ.wire`). Start reading at [ChatModel] and [ResponsesModel].
@NullMarked
package dev.writ.wire.openai;

import org.jspecify.annotations.NullMarked;
