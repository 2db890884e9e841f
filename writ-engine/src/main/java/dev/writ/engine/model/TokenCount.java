// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import dev.writ.kernel.call.Definition;
import dev.writ.kernel.call.ToolCall;

/// How many tokens a request has.
///
/// @param exact whether the provider counted them; otherwise they are estimated from the length
public record TokenCount(long tokens, boolean exact) {
  private static final int CHARS_PER_TOKEN = 4;
  private static final int TOKENS_PER_MESSAGE = 4;

  /// Tokens of an image of the usual size.
  private static final int TOKENS_PER_IMAGE = 1600;

  /// An estimate by the length of the prompt.
  public static TokenCount estimate(Prompt prompt) {
    long chars = prompt.system().length();
    long fixed = 0;
    for (Definition tool : prompt.allowedTools()) {
      chars += tool.name().length() + tool.description().length();
      chars += tool.schema().write().length();
    }
    for (Message message : prompt.messages()) {
      fixed += TOKENS_PER_MESSAGE;
      switch (message) {
        case Message.User user -> {
          chars += user.text().length();
          fixed += (long) user.images().size() * TOKENS_PER_IMAGE;
        }
        case Message.Assistant said -> {
          chars += said.text().length();
          for (ToolCall call : said.calls()) {
            chars += call.tool().length() + call.arguments().length();
          }
        }
        case Message.Answer answer -> chars += answer.content().length();
      }
    }
    return new TokenCount((chars + CHARS_PER_TOKEN - 1) / CHARS_PER_TOKEN + fixed, false);
  }
}
