// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

/// Tokens that the provider says a request cost; 0 where it says nothing. Never negative; a sum
/// that is too great for a number stays the greatest. [CountedUsage] is what limits count.
///
/// @param input all input tokens, those read from a cache and written to it included
/// @param output all output tokens, those of reasoning included
public record TokenUsage(
    long input, long output, long cachedRead, long cachedWrite, long reasoning) {
  /// Nothing known.
  public static final TokenUsage NONE = new TokenUsage(0, 0, 0, 0, 0);

  public TokenUsage {
    input = Math.max(0, input);
    output = Math.max(0, output);
    cachedRead = Math.max(0, cachedRead);
    cachedWrite = Math.max(0, cachedWrite);
    reasoning = Math.max(0, reasoning);
  }

  /// Both together.
  public TokenUsage plus(TokenUsage other) {
    return new TokenUsage(
        sum(input, other.input),
        sum(output, other.output),
        sum(cachedRead, other.cachedRead),
        sum(cachedWrite, other.cachedWrite),
        sum(reasoning, other.reasoning));
  }

  private static long sum(long some, long more) {
    return some > Long.MAX_VALUE - more ? Long.MAX_VALUE : some + more;
  }

  /// Input and output together.
  public long total() {
    return sum(input, output);
  }
}
