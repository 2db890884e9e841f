// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.doctor;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.model.ModelReach;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply.ProviderError;
import java.util.List;
import java.util.stream.Collectors;

/// The result of asking the model, in words.
public final class ModelHealth {
  private static final String CHECK = "model";
  private static final int MOST_NAMED = 10;

  private ModelHealth() {}

  /// The finding.
  public static HealthFinding of(ModelReach reach) {
    return switch (reach) {
      case ModelReach.Misconfigured(String problem) ->
          HealthFinding.fail(CHECK, "model: " + problem, "");
      case ModelReach.KeyMissing(ModelId id, String problem) ->
          HealthFinding.fail(CHECK, "model " + name(id) + ": " + problem, "");
      case ModelReach.UnreachedProvider(ModelId id, String address, ProviderError trouble) ->
          HealthFinding.fail(
              CHECK,
              "model " + name(id) + " was not reached: " + trouble.message(),
              remedy(id, address, trouble));
      case ModelReach.Unlisted(ModelId id, String address, List<String> names) ->
          HealthFinding.fail(
              CHECK,
              "%s has no model '%s'%s; it has %s"
                  .formatted(
                      address,
                      id.model(),
                      NearestWord.hint(id.model(), names),
                      names.isEmpty() ? "none" : shortened(names)),
              id.provider().equals("ollama")
                  ? "ollama pull " + id.model() + ", or name another with -m or WRIT_MODEL"
                  : "Name one of them with -m or WRIT_MODEL.");
      case ModelReach.Reached(ModelId id, String address, ModelReach.ToolSupport tools) ->
          reached(id, address, tools);
    };
  }

  private static HealthFinding reached(ModelId id, String address, ModelReach.ToolSupport tools) {
    String words = "model " + name(id) + " at " + address;
    return switch (tools) {
      case PRESENT -> HealthFinding.ok(CHECK, words + " answers and takes tools");
      case UNKNOWN -> HealthFinding.ok(CHECK, words + " answers");
      case ABSENT ->
          HealthFinding.fail(
              CHECK,
              words + " answers, but the model does not take tools",
              "Name one that does with -m or WRIT_MODEL; writ models lists them.");
    };
  }

  private static String name(ModelId id) {
    return id.provider() + "/" + id.model();
  }

  private static String shortened(List<String> names) {
    String more = names.size() > MOST_NAMED ? ", …" : "";
    return names.stream().limit(MOST_NAMED).collect(Collectors.joining(", ")) + more;
  }

  private static String remedy(ModelId id, String address, ProviderError trouble) {
    return switch (trouble.kind()) {
      case UNREACHABLE, CUT, TIMEOUT ->
          id.provider().equals("ollama")
              ? "Start it with: ollama serve"
              : "Start the server at " + address + ", or name another with --endpoint URL.";
      case UNAUTHORISED -> "Store a valid key with: writ auth login " + id.provider();
      case RATE_LIMITED, SERVER_ERROR -> "Try again later.";
      case REJECTED, MALFORMED, CONTEXT_TOO_LONG ->
          "Check the address "
              + address
              + " (--endpoint, llm.endpoint); many servers expect /v1 at its end.";
    };
  }
}
