// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.app.session;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionStatistics;
import dev.writ.engine.history.SessionStatistics.ModelSpending;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.RequestCost;
import dev.writ.engine.model.TokenCount;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.intent.IntentBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The sums of a session as lines for a person, and as data.
public final class SessionReport {
  private static final List<String> ROLES = List.of("user", "assistant", "system", "tool");
  private static final int BAR = 40;
  private static final int LATEST = 10;
  private static final int MAX_LINE_CHARS = 70;
  private static final String ENVIRONMENT = "<environment>\n";
  private static final String ENVIRONMENT_END = "\n</environment>";

  private SessionReport() {}

  /// `1 message`, `2 messages`.
  public static String messages(long count) {
    return counted(count, "message");
  }

  /// `1 turn`, `2 turns`.
  public static String turns(long count) {
    return counted(count, "turn");
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /// What only a session that is open knows.
  ///
  /// @param messages how many messages the view may have; empty for no limit
  /// @param tokens the budget of a request
  /// @param intent the declared work; may be empty
  public record OpenSession(OptionalInt messages, long tokens, String intent) {}

  /// The sums of a session.
  public static List<String> statistics(RecordedSession session, String name) {
    return statistics(session, name, Optional.empty());
  }

  /// The output of `/stats`.
  ///
  /// @param open empty where the session is not open
  public static List<String> statistics(
      RecordedSession session, String name, Optional<OpenSession> open) {
    SessionStatistics sums = session.statistics();
    Map<String, Integer> roles = sums.roles();
    int all = roles.values().stream().mapToInt(Integer::intValue).sum();
    int calls = sums.calls().values().stream().mapToInt(Integer::intValue).sum();
    List<String> lines = new ArrayList<>();
    lines.add(
        ("Messages: %d (user %d, assistant %d, system %d); tool calls %d, tool results %d;"
                + " average %d characters, largest %d")
            .formatted(
                all,
                roles.getOrDefault("user", 0),
                roles.getOrDefault("assistant", 0),
                roles.getOrDefault("system", 0),
                calls,
                roles.getOrDefault("tool", 0),
                all == 0 ? 0 : sums.chars() / all,
                sums.longest()));
    lines.add(context(session, open));
    Duration took = duration(sums);
    lines.add(activity(sums, all, took));
    lines.add(
        "Tools: %s; denied %d, failed %d"
            .formatted(tools(sums.calls()), sums.denied(), sums.failed()));
    lines.add(
        "Session: %s (%s), began %s, %s, model %s%s"
            .formatted(
                name,
                session.id(),
                sums.began(),
                took.toMinutes() + " min " + took.toSecondsPart() + " s",
                session.model().map(ModelId::toString).orElse("none yet"),
                open.map(OpenSession::intent)
                    .filter(intent -> !intent.isEmpty())
                    .map(intent -> ", intent " + intent)
                    .orElse("")));
    lines.addAll(costs(sums));
    lines.add(
        "Turns: %d; %d events%s"
            .formatted(
                session.turns().size(),
                session.events(),
                session.problems().isEmpty() ? "" : "; damaged lines, see writ sessions show"));
    return lines.stream().map(DisplayText::line).toList();
  }

  private static String context(RecordedSession session, Optional<OpenSession> open) {
    List<Message> view = session.conversation().view();
    long chars = view.stream().mapToLong(message -> text(message).length()).sum();
    long tokens =
        TokenCount.estimate(new Prompt(session.system().orElse(""), List.of(), view)).tokens();
    StringBuilder line = new StringBuilder();
    line.append(
        "Context: %d characters, about %d tokens in %s, average %d tokens"
            .formatted(
                chars, tokens, messages(view.size()), view.isEmpty() ? 0 : tokens / view.size()));
    if (open.isPresent()) {
      OptionalInt most = open.get().messages();
      line.append(
          most.isEmpty()
              ? "; no message limit"
              : "; message limit %d (%d%%)"
                  .formatted(most.getAsInt(), percent(view.size(), most.getAsInt())));
      long budget = open.get().tokens();
      line.append(", token budget %d (%d%%)".formatted(budget, percent(tokens, budget)));
    }
    return line.toString();
  }

  private static long percent(long part, long whole) {
    return whole == 0 ? 0 : 100 * part / whole;
  }

  private static String text(Message message) {
    return switch (message) {
      case Message.User user -> user.text();
      case Message.Assistant answer -> answer.text();
      case Message.CallResult answer -> answer.content();
    };
  }

  private static String activity(SessionStatistics sums, int all, Duration took) {
    long tokens = sums.total().usage().input() + sums.total().usage().output();
    String pruned =
        "; pruned %d times, %s".formatted(sums.condensations(), messages(sums.condensedMessages()));
    return took.toMinutes() < 1
        ? "Activity: %s and %d tokens in %d s%s"
            .formatted(messages(all), tokens, took.toSeconds(), pruned)
        : "Activity: %s messages and %s tokens per minute%s"
            .formatted(rate(all, took), rate(tokens, took), pruned);
  }

  /// How the messages are divided, a bar for each role, and the last ones in short.
  public static List<String> chart(RecordedSession session) {
    Map<String, Integer> roles = session.statistics().roles();
    int all = roles.values().stream().mapToInt(Integer::intValue).sum();
    List<String> lines = new ArrayList<>();
    for (String role : ROLES) {
      int count = roles.getOrDefault(role, 0);
      lines.add(
          "%-10s%5d  %s".formatted(role, count, "#".repeat(all == 0 ? 0 : count * BAR / all)));
    }
    List<Message> view = session.conversation().view();
    for (Message message : view.subList(Math.max(0, view.size() - LATEST), view.size())) {
      lines.add(
          switch (message) {
            case Message.User user -> "user: " + shortened(spoken(user.text()));
            case Message.Assistant answer ->
                "assistant: "
                    + shortened(answer.text())
                    + (answer.calls().isEmpty()
                        ? ""
                        : " [" + answer.calls().size() + " tool calls]");
            case Message.CallResult answer -> "tool: " + shortened(answer.content());
          });
    }
    return lines.stream().map(DisplayText::line).toList();
  }

  /// A message without the description of the environment that Writ puts before it.
  private static String spoken(String text) {
    int end = text.indexOf(ENVIRONMENT_END);
    return text.startsWith(ENVIRONMENT) && end >= 0
        ? text.substring(end + ENVIRONMENT_END.length())
        : text;
  }

  /// The begin of a text, as one line.
  public static String shortened(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    if (line.length() <= MAX_LINE_CHARS) {
      return line;
    }
    int end = Character.isLowSurrogate(line.charAt(MAX_LINE_CHARS)) ? -1 : 0;
    return line.substring(0, MAX_LINE_CHARS + end) + "…";
  }

  private static String rate(long count, Duration took) {
    long tenths = count * 600_000L / Math.max(1, took.toMillis());
    return tenths / 10 + "." + tenths % 10;
  }

  private static String tools(Map<String, Integer> calls) {
    return calls.isEmpty()
        ? "none"
        : String.join(
            ", ", calls.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }

  /// From the first event to the latest; a clock that jumped back makes it no shorter than nothing.
  private static Duration duration(SessionStatistics sums) {
    Optional<Instant> began = EventTime.of(sums.began());
    Optional<Instant> latest = EventTime.of(sums.latest());
    if (began.isEmpty() || latest.isEmpty()) {
      return Duration.ZERO;
    }
    Duration took = Duration.between(began.get(), latest.get());
    return took.isNegative() ? Duration.ZERO : took;
  }

  /// The output of `/cost`: a line per model, and the sum if there are several.
  public static List<String> costs(SessionStatistics sums) {
    List<String> lines = new ArrayList<>();
    sums.models().forEach((model, spent) -> lines.add("Cost: " + model + " " + spent(spent)));
    if (sums.models().size() != 1) {
      lines.add("Cost: " + (lines.isEmpty() ? "" : "all ") + spent(sums.total()));
    }
    return lines.stream().map(DisplayText::line).toList();
  }

  private static String spent(ModelSpending spent) {
    TokenUsage usage = spent.usage();
    return "%s, %s, tokens: input %d (cached %d), output %d"
        .formatted(
            cost(spent.cost(), spent.requests()),
            counted(spent.requests(), "request"),
            usage.input(),
            usage.cachedRead(),
            usage.output());
  }

  private static String cost(RequestCost cost, int requests) {
    if (cost.unpriced() == 0) {
      return "$"
          + IntentBudget.usd(cost.microUsd())
          + (cost.microUsd() > 0 ? " (estimated, actual may vary)" : "");
    }
    return cost.unpriced() == requests
        ? "pricing unknown"
        : "$%s and %s of unknown price"
            .formatted(IntentBudget.usd(cost.microUsd()), counted(cost.unpriced(), "request"));
  }

  /// The sums as data.
  static Json.Obj json(RecordedSession session) {
    SessionStatistics sums = session.statistics();
    Json.Builder roles = Json.object();
    sums.roles().forEach((role, count) -> roles.put(role, count));
    Json.Builder calls = Json.object();
    sums.calls().forEach((tool, count) -> calls.put(tool, count));
    Json.Builder models = Json.object();
    sums.models().forEach((model, spent) -> models.put(model, json(spent)));
    return Json.object()
        .put("messages", roles.build())
        .put("turns", session.turns().size())
        .put("calls", calls.build())
        .put("denied", sums.denied())
        .put("failed", sums.failed())
        .put("total", json(sums.total()))
        .put("models", models.build())
        .build();
  }

  private static Json.Obj json(ModelSpending spent) {
    return Json.object()
        .put("requests", spent.requests())
        .put("input", spent.usage().input())
        .put("output", spent.usage().output())
        .put("cached", spent.usage().cachedRead())
        .put("cache_write", spent.usage().cachedWrite())
        .put("reasoning", spent.usage().reasoning())
        .put(
            "cost_usd",
            spent.cost().known().isPresent()
                ? new Json.Num(IntentBudget.usd(spent.cost().microUsd()))
                : new Json.Null())
        .build();
  }
}
