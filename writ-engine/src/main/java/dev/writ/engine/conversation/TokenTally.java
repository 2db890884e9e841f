// Implements: docs/spec/04-conversation.md §4.1 (Limits)
package dev.writ.engine.conversation;

import dev.writ.base.json.Json;
import dev.writ.engine.model.TokenCount;
import dev.writ.kernel.call.ToolCall;
import java.util.Arrays;
import java.util.List;

/// Counts the tokens of a view's messages. A message is estimated once, on demand; a provider's
/// count for a request replaces the estimates of its messages.
public final class TokenTally {
  /// A report that differs more from the estimate counts other tokens, for example only those that
  /// were not in the provider's cache.
  private static final int TRUSTED_FACTOR = 2;

  private long[] tokens = new long[64];
  private int counted;
  private long reported;
  private int reportedEntries;

  TokenTally() {}

  void count(List<ConversationEntry> entries) {
    if (tokens.length < entries.size()) {
      tokens = Arrays.copyOf(tokens, entries.size() * 2);
    }
    while (counted < entries.size()) {
      tokens[counted] = TokenCount.of(entries.get(counted).message());
      counted++;
    }
  }

  void attached(int entry, ToolCall call) {
    if (entry < counted) {
      tokens[entry] += TokenCount.of(call);
    }
  }

  void reported(Json.Obj usage, int entries) {
    reported = usage.number("input").orElse(0) + usage.number("output").orElse(0);
    reportedEntries = entries;
  }

  void forget() {
    counted = 0;
    reported = 0;
  }

  /// The estimated tokens of one entry of the view.
  public long of(int entry) {
    return tokens[entry];
  }

  /// The tokens of a request with all messages of the view.
  ///
  /// @param fixed the estimated tokens before the messages
  public long total(long fixed) {
    long sent = fixed + sum(0, Math.min(reportedEntries, counted));
    boolean trusted =
        reported > 0
            && reportedEntries <= counted
            && reported <= sent * TRUSTED_FACTOR
            && reported * TRUSTED_FACTOR >= sent;
    return trusted ? reported + sum(reportedEntries, counted) : fixed + sum(0, counted);
  }

  private long sum(int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += tokens[i];
    }
    return sum;
  }
}
