// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app.call;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvent;
import java.util.Optional;

/// What a person reads of a request that failed, and of another model. It contains a provider's
/// text: the front end escapes it for display.
public final class ModelNotice {
  private ModelNotice() {}

  /// The request is sent again.
  ///
  /// @param shown whether words of the response that broke off were shown
  public static String of(SessionEvent.Retrying retrying, boolean shown) {
    return "the request failed: %s; %sretry %d in %s"
        .formatted(
            retrying.trouble().message(),
            discarded(shown),
            retrying.attempt(),
            new ElapsedTime(retrying.pause()).text());
  }

  /// Another model stands in.
  ///
  /// @param shown whether words of the response that broke off were shown
  public static String of(SessionEvent.Substituted substituted, boolean shown) {
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
  public static Optional<String> of(Json.Obj line) {
    return line.text("reason").orElse("").equals("fallback")
        ? Optional.empty()
        : Optional.of(name(line.object("from")) + " → " + name(line.object("to")));
  }

  private static String name(Json.Obj model) {
    return model.text("provider").orElse("") + "/" + model.text("model").orElse("");
  }
}
