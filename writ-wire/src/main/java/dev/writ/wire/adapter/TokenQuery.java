// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.wire.adapter;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.TokenCount;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.WireException;
import java.net.URI;

/// Asks a provider how many tokens a prompt has.
public final class TokenQuery {
  private TokenQuery() {}

  /// The provider's count, or an estimate if the provider does not answer, or with an impossible
  /// number: a failed count is not an error.
  ///
  /// @param body the request for that address
  /// @param member the member of the answer that has the count
  /// @throws InterruptedException when the calling thread is interrupted
  public static TokenCount count(
      HttpTransport transport, URI address, String body, String member, Prompt prompt)
      throws InterruptedException {
    try (HttpExchange exchange = transport.post(address, body, "application/json", () -> {})) {
      Json.Obj answer = exchange.document();
      long count = AnswerDraft.tokens(answer.number(member));
      if (count > 0) {
        return new TokenCount(count, /* exact= */ true);
      }
    } catch (WireException _) {
      // estimated below
    }
    return TokenCount.estimate(prompt);
  }
}
