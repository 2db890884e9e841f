// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import java.util.List;

/// How many tokens a request has.
///
/// @param exact whether the provider counted them; otherwise they are estimated from the text
public record TokenCount(long tokens, boolean exact) {
  private static final int TOKENS_PER_MESSAGE = 4;

  /// Tokens of an image of the usual size.
  private static final int TOKENS_PER_IMAGE = 1600;

  /// An estimate from the texts of the prompt.
  public static TokenCount estimate(Prompt prompt) {
    long tokens = fixed(prompt.system(), prompt.allowedTools());
    for (Message message : prompt.messages()) {
      tokens += of(message);
    }
    return new TokenCount(tokens, false);
  }

  /// The estimated tokens of what stands before the messages.
  public static long fixed(String system, List<ToolDefinition> tools) {
    long tokens = TokenEstimator.tokens(system);
    for (ToolDefinition tool : tools) {
      tokens += TokenEstimator.tokens(tool.name()) + TokenEstimator.tokens(tool.description());
      tokens += TokenEstimator.tokens(tool.schema().write());
    }
    return tokens;
  }

  /// The estimated tokens of one message.
  public static long of(Message message) {
    return TOKENS_PER_MESSAGE
        + switch (message) {
          case Message.User user ->
              TokenEstimator.tokens(user.text()) + (long) user.images().size() * TOKENS_PER_IMAGE;
          case Message.Assistant said -> {
            long tokens = TokenEstimator.tokens(said.text());
            for (ToolCall call : said.calls()) {
              tokens += of(call);
            }
            yield tokens;
          }
          case Message.CallResult answer -> TokenEstimator.tokens(answer.content());
        };
  }

  /// The estimated tokens of one call.
  public static long of(ToolCall call) {
    return TOKENS_PER_MESSAGE
        + TokenEstimator.tokens(call.tool())
        + TokenEstimator.tokens(call.arguments());
  }
}
