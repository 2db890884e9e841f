// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

/// What an answered request counts for, in limits, costs and statistics: what the provider says it
/// took; for what it says nothing about, or something impossible, an estimate. A request without
/// tokens of input, or an answer without tokens of output, is impossible.
///
/// @param isEstimated whether a part of it is
public record CountedUsage(TokenUsage usage, boolean isEstimated) {
  /// The usage of a request.
  public static CountedUsage of(Prompt prompt, ModelReply.Complete reply) {
    TokenUsage told = reply.usage();
    if (told.input() > 0 && told.output() > 0) {
      return new CountedUsage(told, /* isEstimated= */ false);
    }
    long output = told.output() > 0 ? told.output() : output(reply.message());
    TokenUsage counted =
        told.input() > 0
            ? new TokenUsage(told.input(), output, told.cachedRead(), told.cachedWrite(), 0)
            : new TokenUsage(TokenCount.estimate(prompt).tokens(), output, 0, 0, 0);
    return new CountedUsage(counted, /* isEstimated= */ true);
  }

  private static long output(Message.Assistant said) {
    long tokens = TokenCount.of(said);
    for (ReasoningBlock block : said.reasoning()) {
      tokens += TokenEstimator.tokens(block.text());
    }
    return tokens;
  }
}
