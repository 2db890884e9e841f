// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.base.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The values that a key of the configuration can have: the smallest and the largest number, or the
/// words. A value beyond them is an error at its place in the file, before anything begins.
final class KeyValues {
  /// Longer than any session: a year, in seconds.
  private static final long YEAR_SECONDS = 366L * 24 * 3600;

  /// More than any value that a person writes.
  private static final int MAX_TEXT_CHARS = 65_536;

  private static final long MAX_BYTES = 1L << 50;
  private static final long MAX_TOKENS = 1_000_000_000;

  /// The range of whole numbers without a row: those that every JSON reader represents exactly.
  private static final Range WHOLE = new Range(0, (1L << 53) - 1);

  private static final Map<String, Range> RANGES =
      Map.ofEntries(
          Map.entry("llm.temperature", new Range(0, 2)),
          Map.entry("llm.max_tokens", new Range(1, MAX_TOKENS)),
          Map.entry("llm.timeout_seconds", new Range(1, YEAR_SECONDS)),
          Map.entry("llm.max_retry_after_seconds", new Range(0, YEAR_SECONDS)),
          Map.entry("context.max_tokens", new Range(1000, MAX_TOKENS)),
          Map.entry("context.compaction_threshold", new Range(0, 1)),
          Map.entry("context.repo_map_tokens", new Range(0, MAX_TOKENS)),
          Map.entry("context.max_tool_output_chars", new Range(1, 1_048_576)),
          Map.entry("context.max_messages", new Range(0, 1_000_000)),
          Map.entry("agent.conversation.min_retain_turns", new Range(0, 1_000_000)),
          Map.entry("agent.conversation.prune_threshold", new Range(0, 1)),
          Map.entry("agent.max_iterations", new Range(1, 1_000_000)),
          Map.entry("agent.retry_attempts", new Range(0, 1000)),
          Map.entry("agent.retry_backoff_base_ms", new Range(0, 600_000)),
          Map.entry("agent.max_cost_usd", new Range(0, 1_000_000_000)),
          Map.entry("agent.max_tokens_total", new Range(0, 1_000_000_000_000L)),
          Map.entry("agent.max_duration_seconds", new Range(0, YEAR_SECONDS)),
          Map.entry("agent.max_worker_depth", new Range(0, 100)),
          Map.entry("agent.command_timeout_seconds", new Range(1, 600)),
          Map.entry("agent.terminal.max_stdout_bytes", new Range(1, 67_108_864)),
          Map.entry("agent.terminal.max_stderr_bytes", new Range(1, 67_108_864)),
          Map.entry("tools.max_output_size", new Range(1000, 1_048_576)),
          Map.entry("tools.max_file_read_size", new Range(1, 67_108_864)),
          Map.entry("tools.max_parallel", new Range(1, 64)),
          Map.entry("tools.max_calls_per_response", new Range(1, 1000)),
          Map.entry("quality.max_rounds", new Range(0, 1000)),
          Map.entry("undo.max_age_days", new Range(0, 36_500)),
          Map.entry("undo.max_bytes", new Range(0, MAX_BYTES)),
          Map.entry("session.max_sessions", new Range(0, 1_000_000)),
          Map.entry("session.retention_days", new Range(0, 36_500)),
          Map.entry("logging.max_file_size_mb", new Range(1, 100_000)),
          Map.entry("logging.max_files", new Range(1, 10_000)),
          Map.entry("logging.audit_max_bytes", new Range(1, MAX_BYTES)));

  private static final Map<String, List<String>> WORDS =
      Map.ofEntries(
          Map.entry("credentials.store", List.of("auto", "keyring", "file", "helper", "none")),
          Map.entry(
              "agent.terminal.default_mode",
              List.of("interactive", "restricted_autonomous", "full_autonomous")),
          Map.entry("governance.profile", List.of("standard", "strict")),
          Map.entry("git.records", List.of("own_commit", "with_changes", "none")),
          Map.entry("governance.intent_reset", List.of("turn", "request")),
          Map.entry(
              "safety.sandbox", List.of("auto", "namespaces", "landlock", "seatbelt", "none")),
          Map.entry(
              "ui.status_line",
              List.of("model", "mode", "intent", "context", "cost", "tokens", "undo", "branch")),
          Map.entry("logging.log_level", List.of("none", "debug", "info", "warn", "error")),
          Map.entry("logging.console_level", List.of("none", "debug", "info", "warn", "error")));

  private KeyValues() {}

  /// The smallest and the largest number.
  record Range(long least, long most) {
    boolean contains(Json.Num number) {
      try {
        double value = Double.parseDouble(number.literal());
        return value >= least && value <= most;
      } catch (NumberFormatException _) {
        return false; // YAML's .inf and .nan
      }
    }
  }

  /// The numbers that a key can have, if it is one for numbers.
  static Optional<Range> range(ConfigKey key) {
    Range range = RANGES.get(key.name());
    return range == null && key.kind() == ConfigKey.ConfigType.WHOLE
        ? Optional.of(WHOLE)
        : Optional.ofNullable(range);
  }

  /// The words that a key can have; empty where any text will do.
  static List<String> words(ConfigKey key) {
    return WORDS.getOrDefault(key.name(), List.of());
  }

  /// The extent of a value, to compare it with another one of its key: of limits in whole numbers 0
  /// stands for none, and of words the first one goes furthest.
  static double extent(ConfigKey key, Json value) {
    return switch (value) {
      case Json.Num(String digits) -> {
        double number = Double.parseDouble(digits);
        boolean endless = key.kind() == ConfigKey.ConfigType.WHOLE && number == 0;
        yield endless ? Double.POSITIVE_INFINITY : number;
      }
      case Json.Bool(boolean flag) -> flag ? 1 : 0;
      case Json.Text(String word) -> -words(key).indexOf(word.toLowerCase(Locale.ROOT));
      case Json.Arr _, Json.Obj _, Json.Null _ -> Double.POSITIVE_INFINITY;
    };
  }

  /// The fault of a value of the right type, if any.
  static Optional<String> problem(ConfigKey key, Json value) {
    if (isOverlong(value)) {
      return Optional.of("a text in it is longer than %d characters".formatted(MAX_TEXT_CHARS));
    }
    if (value instanceof Json.Num number) {
      return range(key)
          .filter(range -> !range.contains(number))
          .map(
              range ->
                  "%s is not from %d to %d"
                      .formatted(ConfigKey.shown(value), range.least(), range.most()));
    }
    if (key.name().equals("version") && value instanceof Json.Text(String version)) {
      return version.equals("1") || version.startsWith("1.")
          ? Optional.empty()
          : Optional.of(
              "this Writ reads version 1 configurations, not " + ConfigKey.begin(version));
    }
    List<String> words = words(key);
    if (value instanceof Json.Arr(List<Json> items) && !words.isEmpty()) {
      return items.stream().map(item -> problem(key, item)).flatMap(Optional::stream).findFirst();
    }
    if (words.isEmpty()
        || !(value instanceof Json.Text(String text))
        || words.contains(text.toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    return Optional.of(
        "%s or %s, not '%s'"
            .formatted(
                String.join(", ", words.subList(0, words.size() - 1)),
                words.getLast(),
                ConfigKey.begin(text)));
  }

  private static boolean isOverlong(Json value) {
    return switch (value) {
      case Json.Text(String text) -> text.length() > MAX_TEXT_CHARS;
      case Json.Arr(List<Json> items) -> items.stream().anyMatch(KeyValues::isOverlong);
      case Json.Obj(Map<String, Json> members) ->
          members.entrySet().stream()
              .anyMatch(e -> e.getKey().length() > MAX_TEXT_CHARS || isOverlong(e.getValue()));
      case Json.Num _, Json.Bool _, Json.Null _ -> false;
    };
  }
}
