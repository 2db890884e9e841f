// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app.call;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvent;
import java.util.Optional;

/// What a person reads of a request that failed, and of another model: a reason that comes again
/// only once. It contains a provider's text: the front end escapes it for display.
public final class ModelNotices {
  /// Why the last request failed.
  private String reason = "";

  /// The request is sent again.
  ///
  /// @param shown whether words of the response that broke off were shown
  public String of(SessionEvent.Retrying retrying, boolean shown) {
    boolean again = retrying.attempt() > 1 && reason.equals(retrying.trouble().message());
    reason = retrying.trouble().message();
    return "the request failed%s; %sretry %d in %s"
        .formatted(
            again ? " again" : ": " + reason,
            discarded(shown),
            retrying.attempt(),
            new ElapsedTime(retrying.pause()).text());
  }

  /// Another model stands in.
  ///
  /// @param shown whether words of the response that broke off were shown
  public String of(SessionEvent.Substituted substituted, boolean shown) {
    return "%s failed: %s; %s%s answers now"
        .formatted(
            substituted.failed(),
            substituted.trouble().message(),
            discarded(shown),
            substituted.next());
  }

  private static String discarded(boolean shown) {
    return shown ? "what it wrote is discarded; " : "";
  }

  /// The person chose another model; empty where it stands in for one that failed, which
  /// [SessionEvent.Substituted] reports.
  ///
  /// @param line the event `provider_switch`
  public Optional<String> of(Json.Obj line) {
    return line.text("reason").orElse("").equals("fallback")
        ? Optional.empty()
        : Optional.of(name(line.object("from")) + " → " + name(line.object("to")));
  }

  private static String name(Json.Obj model) {
    return model.text("provider").orElse("") + "/" + model.text("model").orElse("");
  }
}
