// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.engine.history;

import dev.writ.base.json.Json;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.RequestCost;
import dev.writ.engine.model.TokenUsage;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Sums over the events of a session, those that a rewind made void included: they were paid for.
public final class SessionStatistics {

  private final Map<String, Integer> roles = new TreeMap<>();
  private final Map<String, Integer> calls = new TreeMap<>();
  private final Map<String, ModelSpending> models = new TreeMap<>();
  private long chars;
  private long longest;
  private int condensations;
  private long condensedMessages;
  private int failed;
  private int denied;
  private ModelSpending total = ModelSpending.NONE;
  private String began = "";
  private String latest = "";

  /// The usage of the requests to one model.
  ///
  /// @param requests that were answered
  public record ModelSpending(int requests, TokenUsage usage, RequestCost cost) {
    static final ModelSpending NONE = new ModelSpending(0, TokenUsage.NONE, RequestCost.NONE);

    ModelSpending plus(TokenUsage more, OptionalLong microUsd) {
      return new ModelSpending(requests + 1, usage.plus(more), cost.plus(microUsd));
    }
  }

  /// Nothing counted yet.
  public SessionStatistics() {}

  /// Counts an event.
  public void apply(Json.Obj event) {
    String time = event.text("timestamp").orElse("");
    if (began.isEmpty()) {
      began = time;
    }
    if (time.compareTo(latest) > 0) { // a clock may jump back
      latest = time;
    }
    switch (event.text("type").orElse("")) {
      case "user" -> message("user", event.text("content").orElse(""));
      case "system" -> message("system", event.text("content").orElse(""));
      case "assistant" -> {
        message("assistant", event.text("content").orElse(""));
        spent(event);
      }
      case "prune", "condense", "truncate" -> {
        condensed(event.object("view"));
        written(event);
      }
      case "title" -> written(event);
      case "tool_call" -> calls.merge(event.text("name").orElse(""), 1, Integer::sum);
      case "tool_result" -> {
        message("tool", event.text("output").orElse(""));
        result(event);
      }
      default -> {}
    }
  }

  private void condensed(Json.Obj view) {
    long before = view.number("messages_before").orElse(0);
    condensations++;
    condensedMessages += Math.max(0, before - view.number("messages_after").orElse(before));
  }

  private void written(Json.Obj event) {
    if (event.get("tokens").isPresent()) { // a model wrote it
      spent(event);
    }
  }

  private void message(String role, String text) {
    roles.merge(role, 1, Integer::sum);
    chars += text.length();
    longest = Math.max(longest, text.length());
  }

  private void result(Json.Obj event) {
    if (!event.isTrue("success")) {
      failed++;
      String code = event.object("error").text("error_code").orElse("");
      denied += code.endsWith("_DENIED") || code.equals("APPROVAL_REJECTED") ? 1 : 0;
    }
  }

  private void spent(Json.Obj event) {
    Json.Obj tokens = event.object("tokens");
    TokenUsage usage =
        new TokenUsage(
            tokens.number("input").orElse(0),
            tokens.number("output").orElse(0),
            tokens.number("cached").orElse(0),
            tokens.number("cache_write").orElse(0),
            tokens.number("reasoning").orElse(0));
    ModelId model = new ModelId(event.text("provider").orElse(""), event.text("model").orElse(""));
    OptionalLong cost = microUsd(event);
    total = total.plus(usage, cost);
    models.merge(
        model.toString(), ModelSpending.NONE.plus(usage, cost), (sum, _) -> sum.plus(usage, cost));
  }

  /// The cost in the event of a model's answer, in millionths of a US dollar.
  public static OptionalLong microUsd(Json.Obj event) {
    OptionalLong cost =
        event.get("cost_usd").orElse(new Json.Null()) instanceof Json.Num number
            ? number.millionths()
            : OptionalLong.empty();
    return cost.orElse(-1) < 0 ? OptionalLong.empty() : cost;
  }

  /// How many messages there are of each role: `user`, `assistant`, `system`, `tool`.
  public Map<String, Integer> roles() {
    return Map.copyOf(roles);
  }

  /// How often each tool was called.
  public Map<String, Integer> calls() {
    return new TreeMap<>(calls);
  }

  /// The usage of each model, by `provider/model`.
  public Map<String, ModelSpending> models() {
    return new TreeMap<>(models);
  }

  /// All requests.
  public ModelSpending total() {
    return total;
  }

  /// Characters of all messages.
  public long chars() {
    return chars;
  }

  /// Characters of the longest message.
  public long longest() {
    return longest;
  }

  /// How often the conversation's view was made smaller.
  public int condensations() {
    return condensations;
  }

  /// How many messages left the view by that.
  public long condensedMessages() {
    return condensedMessages;
  }

  /// Calls without success, those that were denied included.
  public int failed() {
    return failed;
  }

  /// Calls that a gate or a person refused.
  public int denied() {
    return denied;
  }

  /// The first timestamp.
  public String began() {
    return began;
  }

  /// The latest timestamp.
  public String latest() {
    return latest;
  }
}
